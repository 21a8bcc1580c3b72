import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about tags. */
export const tagFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true, unique: true },
  { source: 'color', type: 'enum', values: ['grey', 'red', 'green'] },
];

/** Tags in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const tagResource: ModelDefinition = {
  timestamps: false,
  parent: null,
  messages: {
    fields: {
      name: 'Name',
      color: 'Color',
      notes: 'Notes',
      patients: 'Patients',
    },
  },
  list: page(() => import('./tag.list'), 'TagList'),
  show: page(() => import('./tag.show'), 'TagShow'),
  create: page(() => import('./tag.form'), 'TagCreate'),
  edit: page(() => import('./tag.form'), 'TagEdit'),
  fields: tagFields,
};
