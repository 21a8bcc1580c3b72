import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import { databaseOf } from '../database/scoped-data-source.js';
import type { Session } from '../database/dialect.js';
import { isPlainJson } from '../fields/storable.js';
import type { NumericId } from '../fields/record-id.js';
import { invalid } from '../problem/problem.js';
import type { Job } from './define-job.js';
import { type Duration, milliseconds } from './times.js';
import { queueIn } from './queue.js';

/** What a job can be queued from: a transaction, the event of a hook, the context of an endpoint or another job. */
export type EnqueueFrom =
  | { readonly session: Session }
  | { readonly manager: EntityManager }
  | { readonly dataSource: DataSource };

export interface EnqueueOptions {
  /** Minimum delay before it runs. */
  readonly delay?: Duration;
}

/**
 * Queues a job, to be run by a worker soon; returns the id of its row. Inside a transaction the job is part of it: workers
 * see it after the commit, and it disappears with a rollback. Throws if the payload does not match the job's schema; a 422 if
 * it contains a text that no database can store, which schemas let pass.
 */
export async function enqueue<Schema extends z.ZodType>(
  from: EnqueueFrom,
  { name, schema, attempts }: Pick<Job<Schema>, 'name' | 'schema' | 'attempts'>,
  payload: z.input<Schema>,
  { delay = '0s' }: EnqueueOptions = {},
): Promise<NumericId> {
  const text = JSON.stringify(payload) ?? 'null';
  // The payload as the worker will read it, with dates as texts.
  const read: unknown = JSON.parse(text);
  assertStorable(name, read);
  const { error } = schema.safeParse(read);
  if (error) throw new Error(`enqueue: \`${name}\` cannot have this payload: ${error.message}`);
  const job = { name, payload: text, attempts, delay: milliseconds(delay) };
  if ('session' in from) {
    const database = databaseOf(from.session.runner().connection);
    return queueIn(database).add(from.session, job);
  }
  const database = databaseOf('manager' in from ? from.manager.dataSource : from.dataSource);
  return database.write((session) => queueIn(database).add(session, job), { shared: false });
}

/** A text that cannot be stored comes from a request, so its sender is told. */
function assertStorable(job: string, payload: unknown): void {
  if (isPlainJson(payload)) return;
  const [field = ''] =
    Object.entries(payload as object).find(([, value]) => !isPlainJson(value)) ?? [];
  const message = `${field || 'A text'} contains NUL or a lone surrogate, which cannot be stored for \`${job}\`.`;
  throw invalid([{ field, code: 'text', message }]);
}
