import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { pino } from 'pino';
import { createEngine } from '../../templates/service/engine/records/create-engine.js';
import { migrate } from '../../templates/service/engine/database/migrate.js';
import { openDatabase } from '../../templates/service/engine/database/open-database.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { backgroundJobs } from '../../templates/features/jobs/engine/jobs/job-routes.js';
import type { AnyJob } from '../../templates/features/jobs/engine/jobs/define-job.js';
import { Worker } from '../../templates/features/jobs/engine/jobs/worker.js';
import { queueIn } from '../../templates/features/jobs/engine/jobs/queue.js';
import type { ModelHooks } from '../../templates/service/engine/model/hooks.js';
import { defineAccess } from '../../templates/service/engine/model/access-rules.js';
import { featureSteps } from './feature-steps.js';

/** A model of the service's own, whose writes and jobs belong together. */
@Entity('note')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  text!: string;
}

export class CreateJobs20260101000000 extends StepMigration {
  readonly name = 'CreateJobs20260101000000';
  readonly steps = [
    ...featureSteps(['jobs']),
    steps.createTable('note', { id: { type: 'id' }, text: { type: 'string', length: 255 } }),
  ];
}

/** The table of jobs on a database, with all that works on it; `hooks` are those of a note. */
export async function openJobs(url: string, hooks: ModelHooks = {}) {
  const modules = [
    backgroundJobs,
    {
      entity: Note,
      access: defineAccess<Note>({ roles: { Admin: ['create'], '*': [] } }),
      hooks,
    },
  ];
  const entities = modules.map(({ entity }) => entity);
  const database = await openDatabase(url, entities, [CreateJobs20260101000000]);
  await migrate(database);
  const engine = createEngine({
    database,
    modules,
    roles: () => new Map(),
    searchedFields: () => [],
    settings: { maxPageSize: 1000, maxQueryCost: 300 },
  });
  const logger = pino({ level: 'silent' });
  const parts = { database, engine, logger };
  const queue = queueIn(database);
  const { dataSource } = database;
  const workerOf = (jobs: readonly AnyJob[], options: { lease?: number; grace?: number } = {}) =>
    new Worker(jobs, parts, {
      concurrency: 4,
      lease: 2000,
      keep: 3_600_000,
      grace: 50,
      ...options,
    });
  return { ...parts, queue, dataSource, workerOf, close: () => database.close() };
}

export type OpenJobs = Awaited<ReturnType<typeof openJobs>>;
