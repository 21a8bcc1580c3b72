import 'reflect-metadata';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import { addUnique, createTable } from '../../database/steps/step.js';
import { defineAccess, owner, allFor } from '../../model/access-rules.js';
import { Field } from '../../model/field.js';
import type { ModelHooks } from '../../model/hooks.js';
import { createEngine } from '../../records/create-engine.js';
import { steps } from '../../steps/steps-feature.js';
import { ROLES } from '../fixtures/open-library.js';

/** A task that is done only after somebody has begun it, and reviewed by a Manager. */
@Entity('task')
export class Task {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40, unique: true })
  title!: string;

  @Field({
    values: ['todo', 'doing', 'done', 'dropped'],
    enforce: true,
    steps: ['todo/doing', 'doing/done', 'done/todo@Admin+Manager', 'todo/dropped@Admin'],
  })
  @Column('varchar', { length: 20, default: 'todo' })
  state!: string;

  @Field({
    values: ['open', 'good', 'bad'],
    enforce: true,
    steps: ['/open', '/bad@Admin', 'open/good', 'open/bad'],
  })
  @Column('varchar', { length: 20, nullable: true })
  review!: string | null;

  @Field({ values: ['low', 'high'], enforce: true, steps: ['low/high'] })
  @Column('varchar', { length: 20, nullable: true })
  secret!: string | null;

  @Column('integer', { nullable: true })
  owner_id!: number | null;
}

class CreateTasks20260101000000 extends StepMigration {
  readonly name = 'CreateTasks20260101000000';
  readonly steps = [
    createTable('task', {
      id: { type: 'id' },
      title: { type: 'string', length: 40 },
      state: { type: 'string', length: 20, default: 'todo' },
      review: { type: 'string', length: 20, nullable: true },
      secret: { type: 'string', length: 20, nullable: true },
      owner_id: { type: 'integer', nullable: true },
    }),
    addUnique('task', ['title']),
  ];
}

/** Tasks on a fresh database, with their engine. */
export async function openTasks(url: string, hooks: ModelHooks = {}) {
  const access = defineAccess<Task>({
    rows: [owner('owner_id', { write: true }), allFor('Admin', 'Typist', 'Editor')],
    fields: { secret: { read: ['Admin'], write: ['Admin', 'Manager'] } },
  });
  const database = await openDatabase(url, [Task], [CreateTasks20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Task, access, hooks }],
    roles: () => ROLES,
    searchedFields: () => [],
    guards: [steps.guards!],
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, engine };
}
