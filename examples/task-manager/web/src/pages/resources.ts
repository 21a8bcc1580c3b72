import FolderOutlinedIcon from '@mui/icons-material/FolderOutlined';
import PeopleOutlinedIcon from '@mui/icons-material/PeopleOutlined';
import TaskAltIcon from '@mui/icons-material/TaskAlt';
import { type AppResource, definition } from '#ui';

/** Every model, in the order of the menu, which is yours to change; what else there is of one comes with its pages. */
export const resources: readonly AppResource[] = [
  {
    name: 'team_member',
    model: 'TeamMember',
    label: 'Team member |||| Team members',
    icon: PeopleOutlinedIcon,
    dashboard: 'last',
    load: definition(() => import('./team-member/team-member.resource'), 'teamMemberResource'),
  },
  {
    name: 'project',
    model: 'Project',
    label: 'Project |||| Projects',
    icon: FolderOutlinedIcon,
    load: definition(() => import('./project/project.resource'), 'projectResource'),
  },
  {
    name: 'task',
    model: 'Task',
    label: 'Task |||| Tasks',
    icon: TaskAltIcon,
    dashboard: 'first',
    overdue: { on: 'due_date', open: { status__ne: ['done'] } },
    load: definition(() => import('./task/task.resource'), 'taskResource'),
  },
];
