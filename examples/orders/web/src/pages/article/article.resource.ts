import { page, type ModelDefinition } from '#ui';
import { articleFacts } from './article.facts.gen';

/** Articles in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const articleResource: ModelDefinition = {
  ...articleFacts,
  messages: {
    fields: {
      name: 'Name',
      price: 'Price',
      created_at: 'Created at',
      updated_at: 'Updated at',
      order_lines: 'Order lines',
    },
  },
  dashboard: [],
  list: page(() => import('./article.list'), 'ArticleList'),
  show: page(() => import('./article.show'), 'ArticleShow'),
  create: page(() => import('./article.form'), 'ArticleCreate'),
  edit: page(() => import('./article.form'), 'ArticleEdit'),
};
