// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about comments. */
export const commentFields: readonly FieldFact[] = [
  { source: 'body', type: 'text', required: true },
  {
    source: 'article_id',
    type: 'ref',
    reference: 'article',
    relation: 'article',
    required: true,
    onDelete: 'cascade',
  },
  {
    source: 'author_id',
    type: 'ref',
    reference: 'user',
    relation: 'author',
    required: true,
    onDelete: 'cascade',
  },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** What the entity says of comments; `comment.resource.ts` adds labels and pages. */
export const commentFacts: ModelFacts = {
  timestamps: true,
  parent: null,
  fields: commentFields,
};
