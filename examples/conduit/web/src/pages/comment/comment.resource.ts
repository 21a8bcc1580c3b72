import { type FieldFact, page, type ModelDefinition } from '#ui';

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

/** Comments in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const commentResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      body: 'Body',
      article_id: 'Article',
      author_id: 'Author',
      created_at: 'Created at',
      updated_at: 'Updated at',
    },
  },
  list: page(() => import('./comment.list'), 'CommentList'),
  show: page(() => import('./comment.show'), 'CommentShow'),
  create: page(() => import('./comment.form'), 'CommentCreate'),
  edit: page(() => import('./comment.form'), 'CommentEdit'),
  fields: commentFields,
};
