// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about wards. */
export const wardFields: readonly FieldFact[] = [
  { source: 'code', type: 'string', required: true, unique: true },
  { source: 'name', type: 'string' },
  { source: 'parent_id', type: 'ref', reference: 'ward', relation: 'parent' },
];

/** What the entity says of wards; `ward.resource.ts` adds labels and pages. */
export const wardFacts: ModelFacts = {
  timestamps: false,
  parent: 'parent_id',
  children: 'children',
  fields: wardFields,
};
