import { page, type ModelDefinition } from '#ui';
import { favoriteFacts } from './favorite.facts.gen';

/** Favorites in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const favoriteResource: ModelDefinition = {
  ...favoriteFacts,
  messages: {
    fields: {
      user_id: 'User',
      article_id: 'Article',
    },
  },
  dashboard: [],
  list: page(() => import('./favorite.list'), 'FavoriteList'),
  show: page(() => import('./favorite.show'), 'FavoriteShow'),
  create: page(() => import('./favorite.form'), 'FavoriteCreate'),
  edit: page(() => import('./favorite.form'), 'FavoriteEdit'),
};
