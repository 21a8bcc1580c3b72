import Icon from '@mui/icons-material/TaskAlt';
import { type AppResource, facts, page } from '#ui';

/** Tasks in the back-office: address, icon, texts and pages. */
export const taskResource: AppResource = {
  name: 'task',
  model: 'Task',
  icon: Icon,
  timestamps: true,
  parent: 'parent_task_id',
  messages: {
    name: 'Task |||| Tasks',
    fields: {
      title: 'Title',
      description: 'Description',
      status: 'Status',
      priority: 'Priority',
      due_date: 'Due date',
      planned_work_hours: 'Planned work hours',
      actual_work_hours: 'Actual work hours',
      project_id: 'Project',
      assignee_id: 'Assignee',
      parent_task_id: 'Parent task',
      created_at: 'Created at',
      updated_at: 'Updated at',
      subtasks: 'Subtasks',
    },
  },
  list: page(() => import('./task.list'), 'TaskList'),
  show: page(() => import('./task.show'), 'TaskShow'),
  create: page(() => import('./task.create'), 'TaskCreate'),
  edit: page(() => import('./task.edit'), 'TaskEdit'),
  fields: facts(() => import('./task.fields'), 'taskFields'),
};
