// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about articles. */
export const articleFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'price', type: 'decimal', required: true, digits: 2, unit: 'EUR' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of articles; `article.resource.ts` adds labels and pages. */
export const articleFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: articleFields,
};
