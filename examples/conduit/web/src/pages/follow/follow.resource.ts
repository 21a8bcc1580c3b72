import { page, type ModelDefinition } from '#ui';
import { followFacts } from './follow.facts.gen';

/** Follows in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const followResource: ModelDefinition = {
  ...followFacts,
  messages: {
    fields: {
      follower_id: 'Follower',
      followed_id: 'Followed',
    },
  },
  dashboard: [],
  list: page(() => import('./follow.list'), 'FollowList'),
  show: page(() => import('./follow.show'), 'FollowShow'),
  create: page(() => import('./follow.form'), 'FollowCreate'),
  edit: page(() => import('./follow.form'), 'FollowEdit'),
};
