import type { FieldFact } from '#ui';

/** What filters, export, bulk edit, search and charts know of devices. */
export const deviceFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'serial', type: 'string' },
  { source: 'asset_code', type: 'string', required: true },
  { source: 'cost', type: 'float' },
  { source: 'bought_on', type: 'date' },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];
