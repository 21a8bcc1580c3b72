import { figure, page, type ModelDefinition } from '#ui';
import { articleFacts } from './article.facts.gen';

/** Articles in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const articleResource: ModelDefinition = {
  ...articleFacts,
  messages: {
    fields: {
      slug: 'Slug',
      title: 'Title',
      description: 'Description',
      body: 'Body',
      author_id: 'Author',
      tags: 'Tags',
      created_at: 'Created at',
      updated_at: 'Updated at',
      comments: 'Comments',
      favorites: 'Favorites',
    },
  },
  dashboard: [figure('created_at')],
  list: page(() => import('./article.list'), 'ArticleList'),
  show: page(() => import('./article.show'), 'ArticleShow'),
  create: page(() => import('./article.form'), 'ArticleCreate'),
  edit: page(() => import('./article.form'), 'ArticleEdit'),
};
