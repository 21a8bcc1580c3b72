import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Crud } from '../model/records.js';
import { type Duration, milliseconds, nextOccurrence, type Schedule } from './times.js';

/** What the handler of a job works with. */
export interface JobContext<Payload> {
  readonly payload: Payload;
  /** The row of the job; the same for every attempt. */
  readonly id: number;
  /** 1 for the first. */
  readonly attempt: number;
  /**
   * Aborted when the attempt is to end: its time is up, the worker stops, or the job was cancelled or is another worker's by
   * now. Hand it on to whatever takes it (`fetch`), and look at it in long loops.
   */
  readonly signal: AbortSignal;
  /** Writes lines that have the job's name and id. */
  readonly log: Logger;
  /** The operations of all models without any rules: a job acts for the service, not for a user. */
  readonly system: Crud;
  /** TypeORM's own door to the data. */
  readonly dataSource: DataSource;
}

export type JobHandler<Payload> = (context: JobContext<Payload>) => Promise<unknown> | unknown;

/** When a job runs by itself. */
export interface CronOptions extends Schedule {
  /** What it gets; `{}` unless given. */
  readonly payload?: unknown;
}

export interface JobOptions {
  /** How often it is tried again after it failed: 8 times unless given. Then it stays as failed until somebody retries it. */
  readonly retries?: number;
  /** The pause before the first retry, doubled before each further one, up to 6 hours: 10 s unless given. */
  readonly backoff?: Duration;
  /** How long one attempt may take: 5 minutes unless given. */
  readonly timeout?: Duration;
  /** How many of them run at once, in all processes together: as many as workers take unless given. */
  readonly concurrency?: number;
  readonly cron?: CronOptions;
}

/** A kind of work that is done later, as `defineJob` makes it. */
export interface Job<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly schema: Schema;
  readonly handler: JobHandler<z.output<Schema>>;
  /** Attempts at most. */
  readonly attempts: number;
  /** Milliseconds. */
  readonly backoff: number;
  readonly timeout: number;
  readonly concurrency: number | null;
  readonly cron: CronOptions | null;
}

/** A job of any payload, as lists hold it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the payload is the job's own affair
export type AnyJob = Job<any>;

/** Thrown by a handler: trying again is of no use, the job has failed for good. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp';
}

/**
 * A job: its name, which its rows in the database have, what its payload is, and what is done. It may run more than once (a
 * worker can die when all is done but the note that it is), so its handler must bear that.
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
    backoff: said(place, 'backoff', backoff),
    timeout: said(place, 'timeout', timeout),
  };
}

function said(place: string, option: string, duration: Duration): number {
  try {
    return milliseconds(duration);
  } catch (error) {
    throw new Error(`${place}: ${option}: ${(error as Error).message}`, { cause: error });
  }
}

/** A wrong expression, zone or payload stops the start, not the night in which it would have run. */
function checkCron(place: string, schema: z.ZodType, { payload = {}, ...schedule }: CronOptions) {
  try {
    nextOccurrence(schedule, new Date());
    schema.parse(payload);
  } catch (error) {
    throw new Error(`${place}: cron: ${(error as Error).message}`, { cause: error });
  }
}
