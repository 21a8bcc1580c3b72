import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { claimJobs, type ClaimedJob, type ClaimWish } from './claim-jobs.js';
import { listOf, RUNNING, TABLE, wordsOf } from './queue-sql.js';

/** A job as it is put into the queue. */
export interface NewJob {
  readonly name: string;
  /** JSON text. */
  readonly payload: string;
  readonly attempts: number;
  /** Milliseconds from now. */
  readonly delay: number;
}

/** What a look at the queue finds. */
export interface Due {
  /** Whether a job waits for its turn that has come. */
  readonly waiting: boolean;
  /** Whether a worker has not been heard of for the length of its lease. */
  readonly abandoned: boolean;
  /** What the database's clock shows. */
  readonly now: Date;
}

/** The end of an attempt. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly error: string; readonly delay: number }
  | { readonly kind: 'failed'; readonly error: string }
  /** The worker stops before the job is done, which is none of its attempts. */
  | { readonly kind: 'returned' };

/** The jobs in the database. Every moment is the database's own, so the clocks of processes may differ. */
export interface Queue {
  /** In the transaction of `session`, where it is in one. */
  add(session: Session, job: NewJob): Promise<number>;
  /** Adds a job for a moment of its schedule, unless any process has done so. */
  schedule(job: Omit<NewJob, 'delay'>, at: Date): Promise<void>;
  /** Takes away what schedules have added for the moments after now, but for those that they still have. */
  unschedule(kept: ReadonlyMap<string, Date>): Promise<void>;
  look(names: readonly string[]): Promise<Due>;
  /** Takes jobs whose turn it is, the oldest first. */
  claim(wish: ClaimWish): Promise<readonly ClaimedJob[]>;
  /** Says that the job still runs; gives whether it is to, and null where it is not this claim's any more. */
  extend(job: ClaimedJob, lease: number): Promise<'running' | 'cancelling' | null>;
  /** Ends the attempt; false where the job was cancelled or is not this claim's any more, and stays as it is. */
  end(job: ClaimedJob, outcome: Outcome): Promise<boolean>;
  /** Says that what may have been cancelled is not waited for any more; false where it was not. */
  leave(job: ClaimedJob): Promise<boolean>;
  /** Frees the jobs of workers that are gone; what has no attempt left has failed. Gives how many. */
  recover(): Promise<number>;
  /** Runs a job again that has failed or was cancelled; false for any other. */
  retry(id: number): Promise<boolean>;
  /** Ends a job that waits, and has the worker end one that runs, told once or twice; false for any other. */
  cancel(id: number): Promise<boolean>;
  /** Deletes what ended well or was cancelled longer ago than that, in milliseconds. */
  clean(age: number): Promise<void>;
}

const queues = new WeakMap<Database, Queue>();

/** The queue in a database. */
export function queueIn(database: Database): Queue {
  const queue = queues.get(database) ?? createQueue(database);
  queues.set(database, queue);
  return queue;
}

const FREE = 'locked_by = NULL, locked_until = NULL';
const GONE = 'The worker that ran it is gone.';
/** Rows that one statement deletes, so that nobody waits long for it. */
const BATCH = 1000;

const createQueue = (database: Database): Queue => ({
  ...additions(database),
  ...work(database),
  ...changes(database),
});

/** How jobs come into the queue. */
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

const MINE = 'WHERE id = $1 AND locked_by = $2 AND';

/** What workers do with them. */
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
    claim: (wish) =>
      database.write((session) => claimJobs(session, wish, database), { shared: false }),
    async extend({ id, claim }, lease) {
      const text = `UPDATE ${TABLE} SET locked_until = ${later('$3')} ${MINE} ${RUNNING} RETURNING status`;
      const rows = (session: Session) => session.rows(sql(text), [id, claim, lease]);
      const [row] = await database.write(rows, { shared: false });
      return row ? (row[0] as 'running' | 'cancelling') : null;
    },
    end({ id, claim }, outcome) {
      const [set, ...values] = changeOf(outcome, { now, later });
      // What was done before its handler heard of the end is done.
      const open = outcome.kind === 'done' ? RUNNING : `status = 'running'`;
      return runs(`UPDATE ${TABLE} SET ${set}, ${FREE} ${MINE} ${open}`, id, claim, ...values);
    },
    leave: ({ id, claim }) =>
      runs(
        `UPDATE ${TABLE} SET status = 'cancelled', finished_at = ${now}, ${FREE} ${MINE} status = 'cancelling'`,
        ...[id, claim],
      ),
    recover() {
      const isLeft = `status = 'running' AND attempts < max_attempts`;
      const ended = `CASE WHEN status = 'running' THEN 'failed' ELSE 'cancelled' END`;
      const status = `status = CASE WHEN ${isLeft} THEN 'waiting' ELSE ${ended} END`;
      const finished = `finished_at = CASE WHEN ${isLeft} THEN NULL ELSE ${now} END`;
      const set = `${status}, ${finished}, run_at = ${now}, error = $1, ${FREE}`;
      return run(`UPDATE ${TABLE} SET ${set} WHERE ${RUNNING} AND locked_until < ${now}`, GONE);
    },
  };
}

/** What administrators and time do with them. */
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
