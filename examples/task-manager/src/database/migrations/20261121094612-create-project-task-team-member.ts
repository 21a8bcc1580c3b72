import { NOW, StepMigration, addForeignKey, addIndex, createTable } from '#engine';

export class CreateProjectTaskTeamMember20261121094612 extends StepMigration {
  readonly name = 'CreateProjectTaskTeamMember20261121094612';
  readonly steps = [
    createTable('team_member', {
      id: { type: 'id' },
      name: { type: 'string', length: 255 },
      email: { type: 'string', length: 255 },
      role: { type: 'string', length: 255, nullable: true, default: 'member' },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('project', {
      id: { type: 'id' },
      name: { type: 'string', length: 255 },
      description: { type: 'text', nullable: true },
      status: { type: 'string', length: 255, nullable: true, default: 'active' },
      owner_id: { type: 'integer', nullable: true },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    createTable('task', {
      id: { type: 'id' },
      title: { type: 'string', length: 255 },
      description: { type: 'text', nullable: true },
      status: { type: 'string', length: 255, nullable: true, default: 'todo' },
      priority: { type: 'string', length: 255, nullable: true, default: 'medium' },
      due_date: { type: 'date', nullable: true },
      planned_work_hours: { type: 'float', nullable: true },
      actual_work_hours: { type: 'float', nullable: true },
      project_id: { type: 'integer', nullable: true },
      assignee_id: { type: 'integer', nullable: true },
      parent_task_id: { type: 'integer', nullable: true },
      created_at: { type: 'datetime', default: NOW },
      updated_at: { type: 'datetime', default: NOW },
    }),
    addIndex('project', ['owner_id']),
    addIndex('task', ['project_id']),
    addIndex('task', ['assignee_id']),
    addIndex('task', ['parent_task_id']),
    addForeignKey('project', 'owner_id', { table: 'team_member', onDelete: 'set null' }),
    addForeignKey('task', 'project_id', { table: 'project', onDelete: 'set null' }),
    addForeignKey('task', 'assignee_id', { table: 'team_member', onDelete: 'set null' }),
    addForeignKey('task', 'parent_task_id', { table: 'task', onDelete: 'set null' }),
  ];
}
