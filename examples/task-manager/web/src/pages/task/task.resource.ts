import { type FieldFact, page, type ModelDefinition } from '#ui';

/** What filters, export, bulk edit, search and charts know about tasks. */
export const taskFields: readonly FieldFact[] = [
  { source: 'title', type: 'string', required: true },
  { source: 'description', type: 'text' },
  { source: 'status', type: 'string', values: ['todo', 'in_progress', 'done'] },
  { source: 'priority', type: 'string', values: ['low', 'medium', 'high', 'critical'] },
  { source: 'due_date', type: 'date' },
  { source: 'planned_work_hours', type: 'float' },
  { source: 'actual_work_hours', type: 'float' },
  { source: 'project_id', type: 'ref', reference: 'project', relation: 'project' },
  { source: 'assignee_id', type: 'ref', reference: 'team_member', relation: 'assignee' },
  { source: 'parent_task_id', type: 'ref', reference: 'task', relation: 'parent_task' },
  { source: 'created_at', type: 'datetime', required: true },
  { source: 'updated_at', type: 'datetime', required: true },
];

/** Tasks in the back-office: labels and pages; name and icon are in `../resources.ts`. */
export const taskResource: ModelDefinition = {
  timestamps: true,
  parent: 'parent_task_id',
  children: 'subtasks',
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
  list: page(() => import('./task.list'), 'TaskList'),
  show: page(() => import('./task.show'), 'TaskShow'),
  create: page(() => import('./task.form'), 'TaskCreate'),
  edit: page(() => import('./task.form'), 'TaskEdit'),
  fields: taskFields,
};
