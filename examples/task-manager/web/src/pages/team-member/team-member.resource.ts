import Icon from '@mui/icons-material/PeopleOutlined';
import { type AppResource, facts, page } from '#ui';

/** Team members in the back-office: address, icon, texts and pages. */
export const teamMemberResource: AppResource = {
  name: 'team_member',
  model: 'TeamMember',
  icon: Icon,
  timestamps: true,
  parent: null,
  messages: {
    name: 'Team member |||| Team members',
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
  create: page(() => import('./team-member.create'), 'TeamMemberCreate'),
  edit: page(() => import('./team-member.edit'), 'TeamMemberEdit'),
  fields: facts(() => import('./team-member.fields'), 'teamMemberFields'),
};
