import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import { listOf, RUNNING, TABLE, wordsOf } from './queue-sql.js';

/** A job that this worker runs, by a claim that nobody else has. */
export interface ClaimedJob {
  readonly id: NumericId;
  readonly name: string;
  /** JSON text. */
  readonly payload: string;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly claim: string;
}

/** What a worker asks for. */
export interface ClaimRequest {
  readonly names: readonly string[];
  /** Maximum concurrent jobs per name, for those that have a limit. */
  readonly limits: ReadonlyMap<string, number>;
  readonly count: number;
  readonly claim: string;
  /** Milliseconds. */
  readonly lease: number;
}

/** Claims the oldest jobs of all names with free capacity; repeats without those that turn out to have none left. */
export async function claimJobs(
  session: Session,
  request: ClaimRequest,
  database: Database,
): Promise<readonly ClaimedJob[]> {
  const room = await readRoom(session, request, database);
  const hasRoom = (name: string) => (room.get(name) ?? 1) > 0;
  const claimed: ClaimedJob[] = [];
  let names = request.names.filter(hasRoom);
  while (claimed.length < request.count && names.length > 0) {
    const found = await findWaiting(session, names, request.count - claimed.length, database);
    const taken = found.filter(({ name }) => {
      const left = room.get(name) ?? Infinity;
      if (room.has(name)) room.set(name, left - 1);
      return left > 0;
    });
    claimed.push(...(await takeJobs(session, taken, request, database)));
    if (taken.length === found.length) break;
    names = names.filter(hasRoom);
  }
  return claimed;
}

/** The remaining capacity of each limited name. One worker counts at a time, or two would both take the last slot. */
async function readRoom(
  session: Session,
  { limits }: ClaimRequest,
  database: Database,
): Promise<Map<string, number>> {
  if (limits.size === 0) return new Map();
  const { sql } = wordsOf(database);
  const lock = database.dialect.lockText('$1');
  if (lock !== null) await session.rows(sql(lock), [`${TABLE} limits`]);
  const names = [...limits.keys()];
  const text = `SELECT name, COUNT(*) FROM ${TABLE} WHERE ${RUNNING} AND name IN (${listOf(names)}) GROUP BY name`;
  const running = new Map(
    (await session.rows(sql(text), names)).map(([name, count]) => [String(name), Number(count)]),
  );
  return new Map([...limits].map(([name, limit]) => [name, limit - (running.get(name) ?? 0)]));
}

interface Waiting {
  readonly id: NumericId;
  readonly name: string;
}

async function findWaiting(
  session: Session,
  names: readonly string[],
  count: number,
  database: Database,
): Promise<readonly Waiting[]> {
  const { now, sql } = wordsOf(database);
  const { lockRows } = database.dialect;
  const skip = lockRows === '' ? '' : `${lockRows} SKIP LOCKED`;
  const text = `SELECT id, name FROM ${TABLE} WHERE status = 'waiting' AND run_at <= ${now} AND name IN (${listOf(names)}) ORDER BY run_at, id LIMIT ${count}${skip}`;
  const rows = await session.rows(sql(text), names);
  return rows.map(([id, name]) => ({ id: Number(id), name: String(name) }));
}

async function takeJobs(
  session: Session,
  jobs: readonly Waiting[],
  { claim, lease }: ClaimRequest,
  database: Database,
): Promise<readonly ClaimedJob[]> {
  if (jobs.length === 0) return [];
  const { now, later, sql } = wordsOf(database);
  const set = `status = 'running', attempts = attempts + 1, started_at = ${now}, locked_by = $1, locked_until = ${later('$2')}`;
  const ids = jobs.map(({ id }) => id);
  const text = `UPDATE ${TABLE} SET ${set} WHERE id IN (${listOf(ids, 3)}) RETURNING id, name, CAST(payload AS TEXT), attempts, max_attempts`;
  const rows = await session.rows(sql(text), [claim, lease, ...ids]);
  return rows
    .map(([id, name, payload, attempt, most]) => ({
      ...{ id: Number(id), name: String(name), payload: String(payload), claim },
      ...{ attempt: Number(attempt), maxAttempts: Number(most) },
    }))
    .sort((one, other) => one.id - other.id);
}
