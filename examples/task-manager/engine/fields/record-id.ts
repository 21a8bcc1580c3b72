/**
 * The key of a record, as code names it: of any model, users, roles and tenants included. It is stated here alone, so that keys
 * of another kind begin with this type; the compiler then names each place that computes with a number.
 */
export type RecordId = number;

/** An id in a path: a positive integer that JavaScript holds exactly; null for anything else. */
export function parseId(text: string): RecordId | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
