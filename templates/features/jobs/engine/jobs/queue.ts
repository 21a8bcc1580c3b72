import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import { claimJobs, type ClaimedJob, type ClaimRequest } from './claim-jobs.js';
import { listOf, RUNNING, TABLE, wordsOf } from './queue-sql.js';

/** A job to be queued. */
export interface NewJob {
  readonly name: string;
  /** JSON text. */
  readonly payload: string;
  readonly attempts: number;
  /** Milliseconds from now. */
  readonly delay: number;
}

/** The result of checking the queue. */
export interface Due {
  /** Whether a due job is waiting. */
  readonly waiting: boolean;
  /** Whether a worker's lease has expired. */
  readonly abandoned: boolean;
  /** The database's time. */
  readonly now: Date;
}

/** The end of an attempt. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly error: string; readonly delay: number }
  | { readonly kind: 'failed'; readonly error: string }
  /** The worker stops before the job is done, which does not count as an attempt. */
  | { readonly kind: 'returned' };

/** The jobs in the database. All times are the database's own, so the clocks of processes may differ. */
export interface Queue {
  /** Adds a job in the transaction of `session`, if it has one. */
  add(session: Session, job: NewJob): Promise<NumericId>;
  /** Adds a job for an occurrence of its schedule, unless another process has done so. */
  schedule(job: Omit<NewJob, 'delay'>, at: Date): Promise<void>;
  /** Removes future occurrences, except for those that schedules still have. */
  unschedule(kept: ReadonlyMap<string, Date>): Promise<void>;
  look(names: readonly string[]): Promise<Due>;
  /** Claims due jobs, the oldest first. */
  claim(request: ClaimRequest): Promise<readonly ClaimedJob[]>;
  /** Renews the lease; returns whether the job is to continue, and null where this claim has lost it. */
  extend(job: ClaimedJob, lease: number): Promise<'running' | 'cancelling' | null>;
  /** Ends the attempt; false where the job was cancelled or this claim has lost it, which leaves it unchanged. */
  end(job: ClaimedJob, outcome: Outcome): Promise<boolean>;
  /** Gives up waiting for a job that may have been cancelled; false where it was not. */
  leave(job: ClaimedJob): Promise<boolean>;
  /** Releases the jobs of dead workers; those without attempts left have failed. Returns their number. */
  recover(): Promise<number>;
  /** Retries a failed or cancelled job; false for any other. */
  retry(id: NumericId): Promise<boolean>;
  /** Cancels a waiting job, or asks the worker to end a running one; idempotent; false for any other. */
  cancel(id: NumericId): Promise<boolean>;
  /** Deletes jobs that succeeded or were cancelled more than so many milliseconds ago. */
  clean(age: number): Promise<void>;
}

const queues = new WeakMap<Database, Queue>();

/** The queue in a database. */
export function queueIn(database: Database): Queue {
  const queue = queues.get(database) ?? createQueue(database);
  queues.set(database, queue);
  return queue;
}

const RELEASE = 'locked_by = NULL, locked_until = NULL';
const WORKER_DIED = 'The worker that ran the job has died.';
/** Rows per delete statement, so that nobody is blocked for long. */
const BATCH = 1000;

const createQueue = (database: Database): Queue => ({
  ...additions(database),
  ...work(database),
  ...changes(database),
});

/** Adding jobs to the queue. */
function additions(database: Database): Pick<Queue, 'add' | 'schedule' | 'unschedule'> {
  const { now, later, moment, sql, run } = wordsOf(database);
  return {
    async add(session, { name, payload, attempts, delay }) {
      const text = `INSERT INTO ${TABLE} (name, payload, max_attempts, run_at) VALUES ($1, $2, $3, ${later('$4')}) RETURNING id`;
      const [row] = await session.rows(sql(text), [name, payload, attempts, delay]);
      return Number(row![0]);
    },
    async schedule({ name, payload, attempts }, at) {
      const text = `INSERT INTO ${TABLE} (name, payload, max_attempts, run_at, scheduled_at) VALUES ($1, $2, $3, ${moment('$4')}, ${moment('$5')}) ON CONFLICT (name, scheduled_at) DO NOTHING`;
      const iso = at.toISOString();
      await run(text, name, payload, attempts, iso, iso);
    },
    async unschedule(kept) {
      const text = `DELETE FROM ${TABLE} WHERE status = 'waiting' AND attempts = 0 AND scheduled_at > ${now}`;
      const entries = [...kept];
      const but = entries.map(
        (_, at) =>
          ` AND NOT (name = $${2 * at + 1} AND scheduled_at = ${moment(`$${2 * at + 2}`)})`,
      );
      await run(text + but.join(''), ...entries.flatMap(([name, at]) => [name, at.toISOString()]));
    },
  };
}

const OWN_CLAIM = 'WHERE id = $1 AND locked_by = $2 AND';

/** What workers do with jobs. */
function work(
  database: Database,
): Pick<Queue, 'look' | 'claim' | 'extend' | 'end' | 'leave' | 'recover'> {
  const { now, later, since, sql, run, runs } = wordsOf(database);
  return {
    async look(names) {
      const exists = (condition: string) =>
        `CASE WHEN EXISTS (SELECT 1 FROM ${TABLE} WHERE ${condition}) THEN 1 ELSE 0 END`;
      const waiting = `status = 'waiting' AND run_at <= ${now} AND name IN (${listOf(names)})`;
      const gone = `${RUNNING} AND locked_until < ${now}`;
      const seconds = since(`'1970-01-01 00:00:00Z'`);
      const statement = sql(`SELECT ${exists(waiting)}, ${exists(gone)}, ${seconds}`);
      const [row] = await database.read((session) => session.rows(statement, names));
      const [isWaiting, isGone, clock] = row!.map(Number);
      return { waiting: isWaiting === 1, abandoned: isGone === 1, now: new Date(clock! * 1000) };
    },
    claim: (request) =>
      database.write((session) => claimJobs(session, request, database), { shared: false }),
    async extend({ id, claim }, lease) {
      const text = `UPDATE ${TABLE} SET locked_until = ${later('$3')} ${OWN_CLAIM} ${RUNNING} RETURNING status`;
      const rows = (session: Session) => session.rows(sql(text), [id, claim, lease]);
      const [row] = await database.write(rows, { shared: false });
      return row ? (row[0] as 'running' | 'cancelling') : null;
    },
    end({ id, claim }, outcome) {
      const [set, ...values] = changeOf(outcome, { now, later });
      // Work that was completed before its handler saw the cancellation is done.
      const open = outcome.kind === 'done' ? RUNNING : `status = 'running'`;
      return runs(
        `UPDATE ${TABLE} SET ${set}, ${RELEASE} ${OWN_CLAIM} ${open}`,
        id,
        claim,
        ...values,
      );
    },
    leave: ({ id, claim }) =>
      runs(
        `UPDATE ${TABLE} SET status = 'cancelled', finished_at = ${now}, ${RELEASE} ${OWN_CLAIM} status = 'cancelling'`,
        ...[id, claim],
      ),
    recover() {
      const isLeft = `status = 'running' AND attempts < max_attempts`;
      const ended = `CASE WHEN status = 'running' THEN 'failed' ELSE 'cancelled' END`;
      const status = `status = CASE WHEN ${isLeft} THEN 'waiting' ELSE ${ended} END`;
      const finished = `finished_at = CASE WHEN ${isLeft} THEN NULL ELSE ${now} END`;
      const set = `${status}, ${finished}, run_at = ${now}, error = $1, ${RELEASE}`;
      return run(
        `UPDATE ${TABLE} SET ${set} WHERE ${RUNNING} AND locked_until < ${now}`,
        WORKER_DIED,
      );
    },
  };
}

/** What administrators and the clean-up do with jobs. */
function changes(database: Database): Pick<Queue, 'retry' | 'cancel' | 'clean'> {
  const { now, later, run, runs } = wordsOf(database);
  return {
    retry: (id) =>
      runs(
        `UPDATE ${TABLE} SET status = 'waiting', attempts = 0, run_at = ${now}, finished_at = NULL WHERE id = $1 AND status IN ('failed', 'cancelled')`,
        id,
      ),
    cancel(id) {
      const isWaiting = `status = 'waiting'`;
      const status = `status = CASE WHEN ${isWaiting} THEN 'cancelled' ELSE 'cancelling' END`;
      const finished = `finished_at = CASE WHEN ${isWaiting} THEN ${now} ELSE NULL END`;
      return runs(
        `UPDATE ${TABLE} SET ${status}, ${finished} WHERE id = $1 AND (status = 'waiting' OR ${RUNNING})`,
        id,
      );
    },
    async clean(age) {
      const old = `status IN ('done', 'cancelled') AND finished_at < ${later('$1')}`;
      const text = `DELETE FROM ${TABLE} WHERE id IN (SELECT id FROM ${TABLE} WHERE ${old} LIMIT ${BATCH})`;
      while ((await run(text, -age)) === BATCH);
    },
  };
}

type Words = Pick<ReturnType<typeof wordsOf>, 'now' | 'later'>;

/** What an outcome writes: `$1` and `$2` are the job and its claim. */
function changeOf(outcome: Outcome, { now, later }: Words): [set: string, ...values: unknown[]] {
  switch (outcome.kind) {
    case 'done':
      return [`status = 'done', finished_at = ${now}, error = NULL`];
    case 'retry':
      return [
        `status = 'waiting', run_at = ${later('$3')}, error = $4`,
        outcome.delay,
        outcome.error,
      ];
    case 'failed':
      return [`status = 'failed', finished_at = ${now}, error = $3`, outcome.error];
    case 'returned':
      return [`status = 'waiting', run_at = ${now}, attempts = attempts - 1`];
  }
}
