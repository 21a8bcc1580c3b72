import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { NumericId } from '../fields/record-id.js';
import type { Crud } from '../model/records.js';
import { type Duration, milliseconds, nextOccurrence, type Schedule } from './times.js';

/** What the handler of a job receives. */
export interface JobContext<Payload> {
  readonly payload: Payload;
  /** The id of the job's row; the same for every attempt. */
  readonly id: NumericId;
  /** 1 for the first. */
  readonly attempt: number;
  /**
   * Aborted when the attempt must end: on a timeout, when the worker stops, or when the job was cancelled or taken over by
   * another worker. Pass it on to whatever accepts it (`fetch`), and check it in long loops.
   */
  readonly signal: AbortSignal;
  /** Writes log lines with the job's name and id. */
  readonly log: Logger;
  /** The operations of all models without any rules: a job acts for the service, not for a user. */
  readonly system: Crud;
  /** TypeORM's own access to the data. */
  readonly dataSource: DataSource;
}

export type JobHandler<Payload> = (context: JobContext<Payload>) => Promise<unknown> | unknown;

/** The schedule on which a job runs by itself. */
export interface CronOptions extends Schedule {
  /** Its payload; `{}` by default. */
  readonly payload?: unknown;
}

export interface JobOptions {
  /** How often it is retried after a failure; 8 times by default. Then it stays failed until somebody retries it. */
  readonly retries?: number;
  /** The pause before the first retry, doubled before each further one, up to 6 hours; 10 s by default. */
  readonly backoff?: Duration;
  /** Timeout of one attempt; 5 minutes by default. */
  readonly timeout?: Duration;
  /** Maximum number running at once across all processes; as many as workers take by default. */
  readonly concurrency?: number;
  readonly cron?: CronOptions;
}

/** A kind of background work, as `defineJob` creates it. */
export interface Job<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  readonly handler: JobHandler<z.output<Schema>>;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Milliseconds. */
  readonly backoff: number;
  readonly timeout: number;
  readonly concurrency: number | null;
  readonly cron: CronOptions | null;
}

/** A job with any payload, as lists hold it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the payload is the job's own affair
export type AnyJob = Job<any>;

/** Thrown by a handler: retrying is pointless, the job has failed for good. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/**
 * Defines a job: its name, which its rows in the database have, its payload, and its handler. It may run more than once (a
 * worker can die after the work is done and before that is recorded), so the handler must be idempotent.
 */
export function defineJob<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  handler: JobHandler<z.output<Schema>>,
  options: JobOptions = {},
): Job<Schema> {
  const { retries = 8, backoff = '10s', timeout = '5m', concurrency = null, cron = null } = options;
  const place = `defineJob('${name}')`;
  if (!/^[\w.:-]{1,100}$/.test(name))
    throw new Error(`${place}: a name has up to 100 letters, digits and . : _ -`);
  if (!Number.isInteger(retries) || retries < 0)
    throw new Error(`${place}: retries must be 0 or more, got ${retries}`);
  if (concurrency !== null && !(Number.isInteger(concurrency) && concurrency > 0))
    throw new Error(`${place}: concurrency must be 1 or more, got ${concurrency}`);
  if (cron) checkCron(place, schema, cron);
  return {
    ...{ name, schema, handler, concurrency, cron },
    attempts: retries + 1,
    backoff: parseDuration(place, 'backoff', backoff),
    timeout: parseDuration(place, 'timeout', timeout),
  };
}

function parseDuration(place: string, option: string, duration: Duration): number {
  try {
    return milliseconds(duration);
  } catch (error) {
    throw new Error(`${place}: ${option}: ${(error as Error).message}`, { cause: error });
  }
}

/** An invalid expression, zone or payload prevents the start, instead of failing on the night in which it should run. */
function checkCron(place: string, schema: z.ZodType, { payload = {}, ...schedule }: CronOptions) {
  try {
    nextOccurrence(schedule, new Date());
    schema.parse(payload);
  } catch (error) {
    throw new Error(`${place}: cron: ${(error as Error).message}`, { cause: error });
  }
}
