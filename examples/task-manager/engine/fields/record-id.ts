/**
 * The key of a record, as code names it: of any model, users, roles and tenants included. It is stated here alone, so that keys
 * of another kind begin with this type; the compiler then names each place that computes with a number.
 */
export type RecordId = number;
