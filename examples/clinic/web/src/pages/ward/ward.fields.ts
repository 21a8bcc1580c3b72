import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of wards. */
export const wardFields: readonly FieldFact[] = [
  { source: 'code', type: 'string', required: true },
  { source: 'name', type: 'string' },
  { source: 'parent_id', type: 'ref', reference: 'ward', relation: 'parent' },
];
