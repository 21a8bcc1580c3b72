import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about tags. */
export const tagFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true, unique: true },
];

/** Tags in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const tagResource: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      name: 'Name',
      articles: 'Articles',
    },
  },
  list: page(() => import('./tag.list'), 'TagList'),
  show: page(() => import('./tag.show'), 'TagShow'),
  create: page(() => import('./tag.form'), 'TagCreate'),
  edit: page(() => import('./tag.form'), 'TagEdit'),
  fields: tagFields,
};
