import { type FieldFact, page, type ModelDefinition } from '#ui';

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

/** Follows in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const followResource: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      follower_id: 'Follower',
      followed_id: 'Followed',
    },
  },
  list: page(() => import('./follow.list'), 'FollowList'),
  show: page(() => import('./follow.show'), 'FollowShow'),
  create: page(() => import('./follow.form'), 'FollowCreate'),
  edit: page(() => import('./follow.form'), 'FollowEdit'),
  fields: followFields,
};
