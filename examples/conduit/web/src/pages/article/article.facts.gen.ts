// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about articles. */
export const articleFields: readonly FieldFact[] = [
  { source: 'slug', type: 'string', unique: true },
  { source: 'title', type: 'string', required: true },
  { source: 'description', type: 'string', required: true },
  { source: 'body', type: 'text', required: true },
  {
    source: 'author_id',
    type: 'ref',
    reference: 'user',
    relation: 'author',
    required: true,
    onDelete: 'cascade',
  },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of articles; `article.resource.ts` adds labels and pages. */
export const articleFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: articleFields,
};
