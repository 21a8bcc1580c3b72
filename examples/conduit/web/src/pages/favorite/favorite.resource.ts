import { type FieldFact, page, type ModelDefinition } from '#ui';

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

/** Favorites in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const favoriteResource: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      user_id: 'User',
      article_id: 'Article',
    },
  },
  list: page(() => import('./favorite.list'), 'FavoriteList'),
  show: page(() => import('./favorite.show'), 'FavoriteShow'),
  create: page(() => import('./favorite.form'), 'FavoriteCreate'),
  edit: page(() => import('./favorite.form'), 'FavoriteEdit'),
  fields: favoriteFields,
};
