// Written by crudgen and rewritten with every change of the models: edits are lost.
import type { FieldFact, ModelFacts } from '#ui';

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

/** What the entity says of tasks; `task.resource.ts` adds labels and pages. */
export const taskFacts: ModelFacts = {
  timestamps: true,
  parent: 'parent_task_id',
  children: 'subtasks',
  fields: taskFields,
};
