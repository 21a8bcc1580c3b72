import { bars, due, figure, page, series, type ModelDefinition } from '#ui';
import { taskFacts } from './task.facts.gen';

/** Tasks in the back-office: labels, pages and dashboard; name and icon are in `../resources.ts`. */
export const taskResource: ModelDefinition = {
  ...taskFacts,
  messages: {
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
  dashboard: [
    figure('created_at'),
    bars('status'),
    due('due_date', { done: { status: ['done'] } }),
    series('created_at'),
  ],
  list: page(() => import('./task.list'), 'TaskList'),
  show: page(() => import('./task.show'), 'TaskShow'),
  create: page(() => import('./task.form'), 'TaskCreate'),
  edit: page(() => import('./task.form'), 'TaskEdit'),
};
