import type { FieldFact } from '../../application/field-fact';

/** The fields of roles. */
export const roleFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'string' },
];
