import type { ClientBase, QueryResult } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type QueryRunner,
  type ReplicationMode,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { parsePosition, type ReadYourWrites } from '../read-your-writes.js';
import { driverErrorOf } from '../outage.js';
import { traceStatement } from '../trace-statement.js';
import type { Queryable } from './long-reads.js';

type Query = PostgresQueryRunner['query'];

/**
 * TypeORM's runner, with tracing of its statements like the engine's own, and tracking of its writes for the request. A
 * COMMIT that the server turned into a rollback is an error.
 */
class TracedQueryRunner extends PostgresQueryRunner {
  /** The last error of a statement that failed by itself: why nothing was committed. */
  failure: unknown;
  /** What runs its statements outside a transaction, in place of a connection of its own. */
  through: { query(text: string, values?: unknown[]): Promise<unknown> } | null = null;

  constructor(
    driver: PostgresDriver,
    mode: ReplicationMode,
    private readonly writes: ReadYourWrites | undefined,
  ) {
    super(driver, mode);
  }

  override connect(): ReturnType<PostgresQueryRunner['connect']> {
    if (this.through && !this.isTransactionActive) return Promise.resolve(this.through);
    return super.connect();
  }

  override query(...args: Parameters<Query>): ReturnType<Query> {
    if (args[0] === 'COMMIT') return this.#commit();
    const isAlone = this.writes?.isTracking && !this.isTransactionActive && !READS.test(args[0]);
    return isAlone ? this.#writeAlone(args, this.writes!) : this.#trace(args);
  }

  async #trace(args: Parameters<Query>): Promise<unknown> {
    try {
      return await traceStatement(args[0], () => super.query(...args));
    } catch (error) {
      if (!isConsequence(error)) this.failure = error;
      throw error;
    }
  }

  /** With replicas, queries the position in the same message: no additional round trip. */
  async #commit(): Promise<void> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const client = (await this.connect()) as ClientBase;
    const writes = this.writes?.isTracking ? this.writes : null;
    const sql = writes ? `COMMIT; ${POSITION}` : 'COMMIT';
    const results = await traceStatement('COMMIT', () => client.query(sql)).catch(
      (error: Error) => {
        throw new QueryFailedError(sql, undefined, error);
      },
    );
    // TypeORM does not check this: a transaction with a failed statement ends that way, without an error.
    const [ended, reported] = [results].flat() as [QueryResult, QueryResult<{ position: string }>?];
    if (ended.command !== 'COMMIT') throw new NotCommitted(this.failure);
    if (reported) writes!.wrote(parsePosition(reported.rows[0]!.position));
  }

  /** A statement in autocommit mode. */
  async #writeAlone(args: Parameters<Query>, writes: ReadYourWrites): Promise<unknown> {
    const result: unknown = await this.#trace(args);
    const [reported] = (await super.query(POSITION)) as readonly { position: string }[];
    writes.wrote(parsePosition(reported!.position));
    return result;
  }
}

/** The server has rolled back a transaction that its code continued after an error. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted';

  constructor(cause: unknown) {
    super(
      'the transaction was rolled back: a statement in it failed and its error was caught, after which PostgreSQL commits ' +
        'nothing. Let the error propagate, or run what may fail in a `manager.transaction` of its own',
      { cause },
    );
  }
}

/** A statement that the server refused because an earlier one had failed. */
const isConsequence = (error: unknown): boolean =>
  (driverErrorOf(error) as { code?: unknown } | null)?.code === '25P02';

/** The cause of a failed transaction of this runner: not the statement that followed the one that failed. */
export const reasonOf = (error: unknown, runner: QueryRunner): unknown =>
  isConsequence(error) && runner instanceof TracedQueryRunner && runner.failure !== undefined
    ? new NotCommitted(runner.failure)
    : error;

/** Makes a runner take a connection for each of its statements by itself, except for those of a transaction. */
export function runThrough(runner: QueryRunner, source: Queryable): void {
  if (!(runner instanceof TracedQueryRunner)) return;
  runner.through = {
    query: (text, values = []) => source.query({ text, values }),
  };
}

/** Statements with nothing to commit. */
const READS = /^\s*(SELECT|SHOW|SET|RESET|EXPLAIN)\b/i;

/** The primary's write position, in the form of `formatPosition`. */
export const POSITION =
  `SELECT ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int || '-' || (lsn - '0/0'::pg_lsn) AS position ` +
  `FROM pg_current_wal_insert_lsn() AS at (lsn)`;

/** Makes the driver create such runners. */
export function installTracedQueryRunner(driver: PostgresDriver, writes?: ReadYourWrites): void {
  driver.createQueryRunner = (mode: ReplicationMode) => new TracedQueryRunner(driver, mode, writes);
}
