import { page, type ModelDefinition } from '#ui';
import { commentFacts } from './comment.facts.gen';

/** Comments in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const commentResource: ModelDefinition = {
  ...commentFacts,
  messages: {
    fields: {
      body: 'Body',
      article_id: 'Article',
      author_id: 'Author',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  dashboard: [],
  list: page(() => import('./comment.list'), 'CommentList'),
  show: page(() => import('./comment.show'), 'CommentShow'),
  create: page(() => import('./comment.form'), 'CommentCreate'),
  edit: page(() => import('./comment.form'), 'CommentEdit'),
};
