import type { ClientBase, QueryResult } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type QueryRunner,
  type ReplicationMode,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { driverErrorOf } from '../outage.js';
import type { ScopedDataSource } from '../scoped-data-source.js';
import { traceStatement } from '../trace-statement.js';
import type { TransactionLimit } from '../transaction-limit.js';
import { cut } from './health-connection.js';
import type { Wire } from './pool-connections.js';
import type { Source } from './long-reads.js';

type Query = PostgresQueryRunner['query'];
type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

/** Asks the server something with each commit, in the same message: no additional round trip. */
export interface CommitListener {
  /** Whether it asks with what the calling async context commits now. */
  readonly isListening: boolean;
  /** The query: it returns one row, as an object. */
  readonly question: string;
  /** Hears the answer, once the commit is done. */
  hear(answer: object): void;
}

/** The parts that all runners of a driver share. */
export interface RunnerParts {
  listener?: CommitListener;
  /** Asks the server to end the processes with these ids. */
  readonly terminate: (pids: readonly number[]) => void;
}

/**
 * TypeORM's runner, with tracing of its statements like the engine's own, whose commits may be listened to. A
 * COMMIT that the server turned into a rollback is an error, and a transaction that takes too long is ended.
 */
export class TracedQueryRunner extends PostgresQueryRunner {
  /** The last error of a statement that failed by itself: why nothing was committed. */
  failure: unknown;
  /** What runs its statements outside a transaction, in place of a connection of its own. */
  through: { query(text: string, values?: unknown[]): Promise<unknown> } | null = null;
  /** The limit of the last transaction that the runner began. */
  limit?: TransactionLimit;

  constructor(
    driver: PostgresDriver,
    mode: ReplicationMode,
    private readonly parts: RunnerParts,
  ) {
    super(driver, mode);
  }

  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    const origin = new Error('begun here');
    await super.startTransaction(isolationLevel);
    if (this.transactionDepth > 1) return;
    const abandon = (reason: Error): void => this.#abandon(reason);
    this.limit = this.#source.limit(origin, undefined, { abandon });
  }

  override async commitTransaction(): Promise<void> {
    await super.commitTransaction();
    if (!this.isTransactionActive) this.limit?.clear();
  }

  override async rollbackTransaction(): Promise<void> {
    await super.rollbackTransaction();
    if (!this.isTransactionActive) this.limit?.clear();
  }

  override release(): Promise<void> {
    this.limit?.clear();
    return super.release();
  }

  override connect(): ReturnType<PostgresQueryRunner['connect']> {
    if (this.through && !this.isTransactionActive) return Promise.resolve(this.through);
    return super.connect();
  }

  override query(...args: Parameters<Query>): ReturnType<Query> {
    this.limit?.assertInTime();
    this.#source.currentTransaction();
    if (args[0] === 'COMMIT') return this.#commit();
    const listener = this.#listener;
    const isAlone = listener && !this.isTransactionActive && !READS.test(args[0]);
    return isAlone ? this.#writeAlone(args, listener) : this.#trace(args);
  }

  /** Who asks with a commit at this moment. */
  get #listener(): CommitListener | null {
    const { listener } = this.parts;
    return listener?.isListening ? listener : null;
  }

  get #source(): ScopedDataSource {
    return this.driver.dataSource as ScopedDataSource;
  }

  /**
   * Closes the connection: its statement may still be running, and a savepoint be open. The server is told, as it finds out
   * only at the end of the statement.
   */
  #abandon(reason: Error): void {
    const client = this.databaseConnection as Wire;
    this.parts.terminate([client.processID!]);
    cut(client, reason);
  }

  async #trace(args: Parameters<Query>): Promise<unknown> {
    try {
      return await traceStatement(args[0], () => super.query(...args));
    } catch (error) {
      if (!isConsequence(error)) this.failure = error;
      throw error;
    }
  }

  async #commit(): Promise<void> {
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    const client = (await this.connect()) as ClientBase;
    const listener = this.#listener;
    const sql = listener ? `COMMIT; ${listener.question}` : 'COMMIT';
    const results = await traceStatement('COMMIT', () => client.query(sql)).catch(
      (error: Error) => {
        throw new QueryFailedError(sql, undefined, error);
      },
    );
    // TypeORM does not check this: a transaction with a failed statement ends that way, without an error.
    const [ended, answered] = [results].flat() as [QueryResult, QueryResult<object>?];
    if (ended.command !== 'COMMIT') throw new NotCommitted(this.failure);
    if (answered) listener!.hear(answered.rows[0]!);
  }

  /** A statement in autocommit mode. */
  async #writeAlone(args: Parameters<Query>, listener: CommitListener): Promise<unknown> {
    const result: unknown = await this.#trace(args);
    const [answer] = (await super.query(listener.question)) as readonly object[];
    listener.hear(answer!);
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
export function runThrough(runner: QueryRunner, query: NonNullable<Source['query']>): void {
  if (!(runner instanceof TracedQueryRunner)) return;
  runner.through = { query: (text, values = []) => query({ text, values }) };
}

/** Statements with nothing to commit. */
const READS = /^\s*(SELECT|SHOW|SET|RESET|EXPLAIN)\b/i;

/** Makes the driver create such runners. */
export function installTracedQueryRunner(driver: PostgresDriver, parts: RunnerParts): void {
  driver.createQueryRunner = (mode: ReplicationMode) => new TracedQueryRunner(driver, mode, parts);
}
