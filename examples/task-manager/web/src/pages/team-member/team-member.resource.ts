import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about team members. */
export const teamMemberFields: readonly FieldFact[] = [
  { source: 'name', type: 'string', required: true },
  { source: 'email', type: 'string', required: true },
  { source: 'role', type: 'string' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Team members in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const teamMemberResource: ModelDefinition = {
  timestamps: true,
  parent: null,
  messages: {
    fields: {
      name: 'Name',
      email: 'Email',
      role: 'Role',
      created_at: 'Created at',
      updated_at: 'Updated at',
      owned_projects: 'Owned projects',
      assigned_tasks: 'Assigned tasks',
    },
  },
  list: page(() => import('./team-member.list'), 'TeamMemberList'),
  show: page(() => import('./team-member.show'), 'TeamMemberShow'),
  create: page(() => import('./team-member.form'), 'TeamMemberCreate'),
  edit: page(() => import('./team-member.form'), 'TeamMemberEdit'),
  fields: teamMemberFields,
};
