// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

/** What filters, export, bulk edit, search and charts know about follows. */
export const followFields: readonly FieldFact[] = [
  {
    source: 'follower_id',
    type: 'ref',
    reference: 'user',
    relation: 'follower',
    required: true,
    onDelete: 'cascade',
  },
  {
    source: 'followed_id',
    type: 'ref',
    reference: 'user',
    relation: 'followed',
    required: true,
    onDelete: 'cascade',
  },
];

/** What the entity says of follows; `follow.resource.ts` adds labels and pages. */
export const followFacts: ModelFacts = {
  timestamps: false,
  parent: null,
  fields: followFields,
};
