import type { FieldFact } from '../../pages/field-fact';

/** The fields of roles. */
export const roleFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'string' },
];
