// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about favorites. */
export const favoriteFields: readonly FieldFact[] = [
  {
    source: 'user_id',
    type: 'ref',
    reference: 'user',
    relation: 'user',
    required: true,
    onDelete: 'cascade',
  },
  {
    source: 'article_id',
    type: 'ref',
    reference: 'article',
    relation: 'article',
    required: true,
    onDelete: 'cascade',
  },
];

/** What the entity says of favorites; `favorite.resource.ts` adds labels and pages. */
export const favoriteFacts: ModelFacts = {
  timestamps: false,
  parent: null,
  fields: favoriteFields,
};
