import type { Holder } from '../fair-queue.js';
import type Sqlite from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import {
  type AfterCommitWork,
  reportToTerminal,
  type Database,
  type DatabaseOptions,
  type PoolStats,
  type DataVersion,
  type DatabaseReadOptions,
  type SourceParts,
  type DatabaseWriteOptions,
} from '../database.js';
import {
  CommitQueue,
  ScopedDataSource,
  TransactionScope,
  assertNotIsolated,
  savepoint,
} from '../scoped-data-source.js';
import { migrationsTableOf } from '../migrations-table.js';
import { SqlitePool, prepareWriter } from './pool.js';
import { PooledQueryRunner } from './pooled-query-runner.js';
import { ReadSession, SqliteSession, WriterSession } from './sessions.js';
import { sqliteDialect } from './sqlite-dialect.js';
import type { QueryRunner } from 'typeorm';
import type { Dialect, Session } from '../dialect.js';
import { DatabaseOutage, OutageMemory, type Outage } from '../outage.js';
import { RowsRefused } from '../steps/step-migration.js';
import type { TransactionLimit } from '../transaction-limit.js';

/** Seconds. */
const LOCK_TIMEOUT = 15;
const MILLISECONDS = `strftime('%Y-%m-%d %H:%M:%f', 'now')`;

/** Opens the file (created with its folder if missing), or `:memory:`, and puts TypeORM on top of the pool. */
export async function openSqlite(
  path: string,
  parts: SourceParts,
  options: DatabaseOptions,
): Promise<Database> {
  const { lockTimeout = LOCK_TIMEOUT, synchronous, report = reportToTerminal } = options;
  const { readers = 0, statementTimeout = 0, transactionTimeout = 0 } = options;
  const prepareDatabase = (handle: Sqlite.Database) => prepareWriter(handle, synchronous);
  const source = new ScopedDataSource(
    { type: 'better-sqlite3', database: path, prepareDatabase, logging: false, ...parts },
    report,
    transactionTimeout * 1000,
  );
  const driver = source.driver as BetterSqlite3Driver;
  driver.mappedDataTypes.createDateDefault = MILLISECONDS;
  driver.mappedDataTypes.updateDateDefault = MILLISECONDS;
  source.dialect = sqliteDialect;
  await source.initialize();
  const writer = driver.databaseConnection as Sqlite.Database;
  const limits = { readers, time: statementTimeout };
  const pool = new SqlitePool(writer, lockTimeout * 1000, report, limits);
  pool.optimize(migrationsTableOf(source));
  driver.createQueryRunner = () => new PooledQueryRunner(source, pool);
  source.database = new SqliteDatabase(source, pool);
  return source.database;
}

/** The engine's access to SQLite: directly to the pool's prepared statements, bypassing TypeORM. */
export class SqliteDatabase implements Database {
  readonly #memory = new OutageMemory(['unavailable', 'read-only', 'full', 'damaged']);

  constructor(
    readonly dataSource: ScopedDataSource,
    private readonly pool: SqlitePool,
  ) {}

  get dialect(): Dialect {
    return this.dataSource.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>, options?: DatabaseReadOptions): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) return work(this.#sessionIn(scope));
    this.pool.file?.assertPresent();
    const session = new ReadSession(this.pool, () => this.#readingRunner(options), options);
    // In memory there is one connection: reading beside a transaction would see uncommitted data.
    return this.pool.inMemory ? this.pool.lock.run(session, () => work(session)) : work(session);
  }

  async write<T>(
    work: (session: Session) => Promise<T>,
    options: DatabaseWriteOptions = {},
  ): Promise<T> {
    const { shared = true, name, ending } = options;
    const scope = this.dataSource.currentTransaction();
    if (scope) assertNotIsolated(options);
    if (scope) return savepoint(this.dataSource, scope, this.#sessionIn(scope), work);
    if (shared) return this.#transaction(work, true, name, ending);
    const session = new WriterSession(this.dataSource, this.pool, name);
    return this.pool.group.write(
      session,
      () => session.within(work),
      () => this.#transaction(work, false, name),
    );
  }

  #sessionIn(scope: TransactionScope): Session {
    return new SqliteSession(this.pool.writer, scope.runner, () => scope.assertOpen());
  }

  async #transaction<T>(
    work: (session: Session) => Promise<T>,
    shared: boolean,
    name?: string,
    ending?: AbortSignal,
  ): Promise<T> {
    const transaction = new SqliteTransaction(this.dataSource, this.pool, { name, ending });
    const askedAt = performance.now();
    const result = await this.pool.lock.run(transaction.session, () =>
      transaction.run(work, askedAt, shared),
    );
    this.dataSource.committed(transaction.queue);
    return result;
  }

  delaysOthers(): boolean {
    return this.pool.inMemory || this.dataSource.currentTransaction() !== null;
  }

  afterCommit(work: AfterCommitWork): void {
    this.dataSource.afterCommit(work);
  }

  changeSchema<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const holder: Holder = { describe: () => 'a migration', isSlow: true };
    // `foreign_keys` is a setting of the connection and cannot change inside a transaction: the lock comes first.
    return this.pool.lock.run(holder, async () => {
      const { handle } = this.pool.writer;
      handle.pragma('foreign_keys = OFF');
      try {
        const transaction = new SqliteTransaction(this.dataSource, this.pool, { time: 0 });
        return await transaction.run(async (session) => {
          const result = await work(session.runner());
          refuseOrphans(handle);
          return result;
        }, performance.now());
      } finally {
        handle.pragma('foreign_keys = ON');
      }
    });
  }

  sorts(sql: string, values: readonly unknown[]): boolean {
    return this.pool.reader
      .rows(`EXPLAIN QUERY PLAN ${sql}`, values)
      .some(([, , , step]) => String(step).endsWith('ORDER BY'));
  }

  async explain(sql: string): Promise<readonly string[]> {
    return this.pool.reader.explain(sql);
  }

  stats(): readonly PoolStats[] {
    const { lock, group, readers } = this.pool;
    const waiting = lock.waiting + group.waiting;
    const writer = { name: 'writer', size: 1, busy: Number(lock.isHeld), waiting };
    return readers ? [writer, readers.stats()] : [writer];
  }

  /** Unknown inside a transaction, which sees its own changes before anybody else does. */
  dataVersion(): DataVersion | null {
    return this.dataSource.currentTransaction() ? null : this.pool.commits.version();
  }

  outageOf(error: unknown): Outage | null {
    const outage = this.dialect.outage(error);
    this.#memory.note(outage);
    return outage;
  }

  async check(): Promise<void> {
    const { file, reader } = this.pool;
    await file?.check();
    file?.assertPresent();
    try {
      reader.rows('SELECT count(*) FROM sqlite_master', []);
    } catch (error) {
      if (this.outageOf(error) !== 'damaged') throw error;
    }
    const outage = this.#memory.recent();
    if (outage === null) return;
    if (outage === 'damaged')
      throw new DatabaseOutage(outage, 'the file is corrupt: restore a backup');
    await this.#tryWrite();
    this.#memory.forget();
  }

  /** A commit that changes nothing: the only way to find out whether there is room again. */
  #tryWrite(): Promise<void> {
    const holder = { describe: () => 'a check of health' };
    const { writer } = this.pool;
    return this.pool.lock.run(holder, () =>
      this.pool.whileFree(() => {
        const version = writer.handle.pragma('user_version', { simple: true });
        writer.handle.pragma(`user_version = ${String(version)}`);
      }),
    );
  }

  /** In memory the reading session holds the lock already: its runner must not wait for it. */
  #readingRunner(options?: DatabaseReadOptions): QueryRunner {
    const runner = this.dataSource.createQueryRunner() as PooledQueryRunner;
    // What reads without options is short.
    if (options === undefined || options.quick === true) runner.reach = 'few';
    return this.pool.inMemory ? runner.adopt() : runner;
  }

  async close(): Promise<void> {
    await this.dataSource.settled();
    this.pool.optimize(migrationsTableOf(this.dataSource));
    await this.pool.close();
    await this.dataSource.destroy();
  }
}

/** Detects what a migration with foreign keys off may have broken. */
function refuseOrphans(handle: Sqlite.Database): void {
  const [orphan] = handle.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (!orphan) return;
  throw new RowsRefused(
    `rows of \`${orphan.table}\` would point to rows of \`${orphan.parent}\` that do not exist`,
  );
}

/** The facts about a transaction when it is requested. */
interface TransactionRequest {
  readonly name?: string | undefined;
  /** Ends it. */
  readonly ending?: AbortSignal | undefined;
  /** Milliseconds that it may take, if other than usual; 0 for no limit. */
  readonly time?: number;
}

/** One transaction on the writer; its caller holds the lock. */
class SqliteTransaction {
  readonly session: WriterSession;
  readonly queue = new CommitQueue();
  readonly #origin = new Error('begun here');
  #open = true;
  #limit: TransactionLimit | null = null;

  constructor(
    private readonly source: ScopedDataSource,
    private readonly pool: SqlitePool,
    private readonly request: TransactionRequest,
  ) {
    this.session = new WriterSession(source, pool, request.name, () => this.#limit);
  }

  async run<T>(work: (session: Session) => Promise<T>, askedAt: number, shared = true): Promise<T> {
    await this.pool.begin(askedAt);
    try {
      const result = await this.session.within(shared ? () => this.#share(work) : work);
      this.pool.commit();
      return result;
    } catch (error) {
      this.pool.rollback();
      throw error;
    } finally {
      this.#open = false;
      this.#limit?.clear();
    }
  }

  #share<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { name, ending, time } = this.request;
    const limit = this.source.limit(this.#origin, name, time === undefined ? {} : { time });
    this.#limit = limit;
    limit.follow(ending);
    const isOpen = (): boolean => this.#open;
    const scope = new TransactionScope(this.session.runner, 1, isOpen, limit, this.queue);
    return limit.hold(
      this.source.within(scope, () => this.source.complete(() => work(this.session))),
    );
  }
}
