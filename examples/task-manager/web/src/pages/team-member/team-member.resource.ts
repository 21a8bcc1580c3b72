import { page, type ModelDefinition } from '#ui';
import { teamMemberFacts } from './team-member.facts.gen';

/** Team members in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const teamMemberResource: ModelDefinition = {
  ...teamMemberFacts,
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
  dashboard: [],
  list: page(() => import('./team-member.list'), 'TeamMemberList'),
  show: page(() => import('./team-member.show'), 'TeamMemberShow'),
  create: page(() => import('./team-member.form'), 'TeamMemberCreate'),
  edit: page(() => import('./team-member.form'), 'TeamMemberEdit'),
};
