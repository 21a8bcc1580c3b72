import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about articles. */
export const articleFields: readonly FieldFact[] = [
  { source: 'slug', type: 'string', unique: true },
  { source: 'title', type: 'string', required: true },
  { source: 'description', type: 'string', required: true },
  { source: 'body', type: 'text', required: true },
  {
    source: 'author_id',
    type: 'ref',
    reference: 'user',
    relation: 'author',
    required: true,
    onDelete: 'cascade',
  },
  { source: 'tags', type: 'refs', reference: 'tag' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Articles in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const articleResource: ModelDefinition = {
  timestamps: true,
  parent: null,
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
  list: page(() => import('./article.list'), 'ArticleList'),
  show: page(() => import('./article.show'), 'ArticleShow'),
  create: page(() => import('./article.form'), 'ArticleCreate'),
  edit: page(() => import('./article.form'), 'ArticleEdit'),
  fields: articleFields,
};
