import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about projects. */
export const projectFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'description', type: 'text' },
  { source: 'status', type: 'string' },
  { source: 'owner_id', type: 'ref', reference: 'team_member', relation: 'owner' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Projects in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const projectResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      name: 'Name',
      description: 'Description',
      status: 'Status',
      owner_id: 'Owner',
      created_at: 'Created at',
      updated_at: 'Updated at',
      tasks: 'Tasks',
    },
  },
  list: page(() => import('./project.list'), 'ProjectList'),
  show: page(() => import('./project.show'), 'ProjectShow'),
  create: page(() => import('./project.form'), 'ProjectCreate'),
  edit: page(() => import('./project.form'), 'ProjectEdit'),
  fields: projectFields,
};
