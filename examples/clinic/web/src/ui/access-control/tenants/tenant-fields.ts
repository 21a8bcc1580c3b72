import type { FieldFact } from '../../application/field-fact';

/** The fields of tenants. */
export const tenantFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'domain', type: 'string' },
  { source: 'status', type: 'enum', values: ['Active', 'Inactive'] },
];
