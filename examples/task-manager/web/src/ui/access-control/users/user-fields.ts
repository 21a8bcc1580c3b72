import type { FieldFact } from '../../application/field-fact';

/** The fields of users. */
export const userFields: readonly FieldFact[] = [
  { source: 'username', type: 'string', required: true },
  { source: 'email', type: 'string' },
  { source: 'first_name', type: 'string' },
  { source: 'last_name', type: 'string' },
  { source: 'roles', type: 'refs', reference: 'role', keyField: 'name' },
  { source: 'tenants', type: 'refs', reference: 'tenant' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'], required: true },
];
