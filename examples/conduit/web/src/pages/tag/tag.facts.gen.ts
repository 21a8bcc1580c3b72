// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about tags. */
export const tagFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true, unique: true },
];

/** What the entity says of tags; `tag.resource.ts` adds labels and pages. */
export const tagFacts: ModelFacts = {
  timestamps: false,
  parent: null,
  fields: tagFields,
};
