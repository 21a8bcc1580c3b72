import type { Client, ClientBase } from 'pg';
import { ClientGone, DatabaseOutage, driverErrorOf, OutageMemory, type Outage } from '../outage.js';
import type {
  AfterCommitWork,
  Database,
  PoolStats,
  DatabaseReadOptions,
  SchemaChangeOptions,
  DatabaseWriteOptions,
} from '../database.js';
import {
  CommitQueue,
  StatementTooLate,
  assertNotIsolated,
  savepoint,
  type ScopedDataSource,
} from '../scoped-data-source.js';
import type { ConnectionWatch } from './connection-watch.js';
import type { Source } from './long-reads.js';
import { asOutage, outage, isCollision } from './errors.js';
import { runsOn } from './rows-query.js';
import type { PostgresServer, TurnsOn } from './server.js';
import {
  reasonOf,
  runThrough,
  type CommitListener,
  type RunnerParts,
  type TracedQueryRunner,
} from './traced-query-runner.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryRunnerAlreadyReleasedError, type QueryRunner } from 'typeorm';
import type { Dialect, Session } from '../dialect.js';
import { Reruns } from './reruns.js';
import { RowTurns } from './row-turns.js';
import { Standstill, type Movement } from './standstill.js';

/** How often a transaction is retried after a collision: a deadlock, or what would not be serializable, which is not rare. */
const RETRIES = { usual: 5, serializable: 12 };
/** The advisory lock of migrations; any number that nobody else uses. */
const MIGRATION_LOCK = 4_702_111_904;
/** Milliseconds between two attempts to take it. */
const LOCK_POLL_INTERVAL = 50;
/** What limits the server's patience with a connection, but not with one that changes the schema. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
/** Milliseconds for which a health check relies on the error of a statement: no query detects a full disk. */
const OUTAGE_MEMORY = 10_000;

/** How a database is put together. */
interface Wiring {
  readonly openServer: (url: string, connectTimeout: number) => PostgresServer;
  /** The parts that all of its runners share. */
  readonly runners: RunnerParts;
  /** Milliseconds that a write waits for another one of its row. */
  readonly lockTimeout: number;
}

/** The engine's access to PostgreSQL: statements on the connections of TypeORM's pool. */
export class PostgresDatabase implements Database {
  readonly #memory = new OutageMemory(['full', 'damaged']);
  readonly #standstill = new Standstill();
  readonly #reruns = new Reruns();
  readonly #rows: RowTurns;
  #turnsOn: TurnsOn | null = null;

  constructor(
    readonly dataSource: ScopedDataSource,
    readonly server: PostgresServer,
    private readonly watch: ConnectionWatch | null,
    private readonly wiring: Wiring,
  ) {
    this.#rows = new RowTurns(wiring.lockTimeout);
  }

  get dialect(): Dialect {
    return this.dataSource.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>, options?: DatabaseReadOptions): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) return work(await this.#sessionOf(scope.runner()));
    let runner: QueryRunner | null = null;
    const source = this.server.sourceOf(options);
    const session = this.server.sessionOn(source.rows, () => (runner ??= this.#runnerOn(source)));
    try {
      return await work(session);
    } catch (error) {
      const cause = driverErrorOf(error);
      throw cause instanceof ClientGone ? cause : error;
    } finally {
      await (runner as QueryRunner | null)?.release();
    }
  }

  #runnerOn({ query }: Source): QueryRunner {
    const runner = this.dataSource.createQueryRunner();
    // Between two statements it would keep a connection from others, and wait for its turn meanwhile.
    if (query) runThrough(runner, query);
    return runner;
  }

  async write<T>(
    work: (session: Session) => Promise<T>,
    options: DatabaseWriteOptions = {},
  ): Promise<T> {
    const { shared = true, single = false, isolation, row, name = 'a write' } = options;
    const scope = this.dataSource.currentTransaction();
    if (scope) {
      assertNotIsolated(options);
      const session = await this.#sessionOf(scope.runner());
      return savepoint(this.dataSource, scope, session, work);
    }
    const run = (): Promise<T> =>
      single && !shared
        ? this.#single(work)
        : this.#transaction(async (runner) => work(await this.#sessionOf(runner)), shared, options);
    const runAgain = async (): Promise<T> => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await (attempt === 1 ? run() : this.#reruns.run(run));
        } catch (error) {
          // The server has rolled it back completely, unlike with an error of unknown outcome, such as a lost connection.
          if (!isCollision(error) || attempt > RETRIES[isolation ?? 'usual']) throw error;
          await sleep(Math.random() * 20 * attempt);
        }
      }
    };
    return row === undefined ? runAgain() : this.#rows.run(row, name, runAgain);
  }

  changeSchema<T>(
    work: (runner: QueryRunner) => Promise<T>,
    { apart = false }: SchemaChangeOptions = {},
  ): Promise<T> {
    if (apart) return this.#apart(work);
    return this.#transaction(async (runner) => {
      // The time depends on the size of the tables, and on migrations of other replicas.
      this.watch?.exempt((await runner.connect()) as object);
      (runner as TracedQueryRunner).limit?.clear();
      for (const limit of LIMITS) await runner.query(`SET LOCAL ${limit} = 0`);
      await takeMigrationLock(runner, 'pg_try_advisory_xact_lock');
      return work(runner);
    });
  }

  async #apart<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      this.watch?.exempt((await runner.connect()) as object);
      for (const limit of LIMITS) await runner.query(`SET ${limit} = 0`);
      await takeMigrationLock(runner, 'pg_try_advisory_lock');
      return await work(runner);
    } finally {
      await runner.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => undefined);
      for (const limit of LIMITS) await runner.query(`RESET ${limit}`).catch(() => undefined);
      await runner.release();
    }
  }

  /** Asks outside the pool, which slow statements may have exhausted. */
  async explain(sql: string): Promise<readonly string[]> {
    // A second statement behind a semicolon would be executed.
    if (sql.includes(';')) throw new Error('several statements have no plan');
    if (!(await this.server.health.hasGenericPlans()))
      throw new Error('plans of statements with parameters need PostgreSQL 16');
    return this.server.health.ask<string>(`EXPLAIN (GENERIC_PLAN) ${sql}`);
  }

  stats(): readonly [PoolStats] {
    return [this.server.stats('connections')];
  }

  /** True without asking: the answer would take a round trip. */
  sorts(): true {
    return true;
  }

  /** Null, because the version would take a round trip. */
  dataVersion(): null {
    return null;
  }

  outageOf(error: unknown): Outage | null {
    const outage = this.dialect.outage(error);
    this.#memory.note(outage);
    return outage;
  }

  /** `elsewhere` counts what others have done of the work of this database. */
  async check(elsewhere = 0): Promise<void> {
    const [readOnly] = await this.server.health
      .ask<string>('SHOW transaction_read_only')
      .catch((error) => {
        throw asOutage(error) as Error;
      });
    const outage = readOnly === 'on' ? 'read-only' : this.#memory.recent(OUTAGE_MEMORY);
    if (outage) throw new DatabaseOutage(outage, `the server: ${outage}`);
    this.#standstill.check(this.#movement(elsewhere));
  }

  /** What has arrived on the connections, or has been done elsewhere. */
  #movement(elsewhere: number): Movement {
    const { pool, connections } = this.server;
    const received = connections
      .all()
      .reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
    return { progress: received + elsewhere, waiting: pool.waitingCount };
  }

  delaysOthers(): boolean {
    return this.dataSource.currentTransaction() !== null;
  }

  afterCommit(work: AfterCommitWork): void {
    this.dataSource.afterCommit(work);
  }

  /** Another server, which connects on its first read: with the limits of this one, but for the time to connect, in milliseconds. */
  openServer(url: string, connectTimeout: number): PostgresServer {
    const server = this.wiring.openServer(url, connectTimeout);
    if (this.#turnsOn) server.takeTurns(this.#turnsOn);
    return server;
  }

  /** Has long reads wait for their turns: on its server, and on each that is opened from now on. */
  takeTurns(turnsOn: TurnsOn): void {
    this.#turnsOn = turnsOn;
    this.server.takeTurns(turnsOn);
  }

  /** Has somebody learn of each commit, also of those in transactions that TypeORM opens. */
  listen(listener: CommitListener): void {
    this.wiring.runners.listener = listener;
  }

  async close(): Promise<void> {
    await this.dataSource.settled();
    this.watch?.close();
    await this.server.health.close();
    await this.dataSource.destroy();
  }

  async #transaction<T>(
    work: (runner: QueryRunner) => Promise<T>,
    shared = true,
    options: DatabaseWriteOptions = {},
  ): Promise<T> {
    const queue = new CommitQueue();
    const result = await this.#committed(work, shared ? queue : null, options);
    this.dataSource.committed(queue);
    return result;
  }

  /** A write of one statement, which commits itself: begin and commit would be two more round trips. */
  async #single<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.server.pool.connect().catch((error: unknown) => {
      throw asOutage(error);
    });
    let isLost = false;
    try {
      return await work(this.server.sessionOn(runsOn(client), noRunner));
    } catch (error) {
      isLost = isSpent(error);
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  /** One transaction, from begin to commit; nested calls find it where there is a commit queue. */
  async #committed<T>(
    work: (runner: QueryRunner) => Promise<T>,
    queue: CommitQueue | null,
    { isolation, ending }: DatabaseWriteOptions,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction(isolation && 'SERIALIZABLE');
      const result = await (queue
        ? this.dataSource.enter(runner, () => work(runner), queue, ending)
        : work(runner));
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The first error is more useful than one about a lost connection.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      // A dead connection must not go back into the pool.
      if (isSpent(error)) void ((await runner.connect()) as Client).end();
      throw isReleased(error) ? ended(error) : reasonOf(error, runner);
    } finally {
      await runner.release();
    }
  }

  async #sessionOf(runner: QueryRunner): Promise<Session> {
    const client = (await runner.connect()) as ClientBase;
    const assertOpen = (): void => {
      (runner as TracedQueryRunner).limit?.assertInTime();
      if (!runner.isTransactionActive) throw new StatementTooLate();
    };
    return this.server.sessionOn(runsOn(client), () => runner, assertOpen);
  }
}

/** Polls: a statement that waits holds a snapshot, which CREATE INDEX CONCURRENTLY would wait for in turn. */
async function takeMigrationLock(
  runner: QueryRunner,
  take: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock',
): Promise<void> {
  const ask = async (): Promise<boolean> => {
    const sql = `SELECT ${take}(${MIGRATION_LOCK}) AS taken`;
    const [row] = (await runner.query(sql)) as { readonly taken: boolean }[];
    return row!.taken;
  };
  while (!(await ask())) await sleep(LOCK_POLL_INTERVAL);
}

const noRunner = (): QueryRunner => {
  throw new Error('a single statement has no query runner');
};

/** Whether to discard a connection: another server may be the primary by now, and a new connection finds it. */
const isSpent = (error: unknown): boolean => outage(error) === 'read-only';

/** TypeORM releases a runner whose connection was closed between statements. */
const isReleased = (error: unknown): boolean => error instanceof QueryRunnerAlreadyReleasedError;

const ended = (error: unknown): DatabaseOutage =>
  new DatabaseOutage('unavailable', 'the connection of a transaction has ended', error);
