// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about devices. */
export const deviceFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'serial', type: 'string', unique: true },
  { source: 'asset_code', type: 'string', required: true },
  { source: 'cost', type: 'float', unit: 'EUR' },
  { source: 'bought_on', type: 'date' },
  { source: 'ward_id', type: 'ref', reference: 'ward', relation: 'ward', onDelete: 'restrict' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of devices; `device.resource.ts` adds labels and pages. */
export const deviceFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: deviceFields,
};
