import type Sqlite from 'better-sqlite3';
import type { QueryRunner } from 'typeorm';
import type { Database, WriteWay } from '../database.js';
import type { RawRow, Session, Statement } from '../session.js';
import type { Dialect } from '../dialect.js';
import type { Holder } from '../fair-lock.js';
import { TransactionScope, type ScopedDataSource, savepoint } from '../scoped-data-source.js';
import { RowsRefused } from '../steps/step-migration.js';
import type { Connection } from './connection.js';
import type { PooledQueryRunner } from './pooled-query-runner.js';
import type { SqlitePool } from './pool.js';

/** The engine's door to SQLite: straight to the prepared statements of the pool, without TypeORM between. */
export class SqliteDatabase implements Database {
  readonly #dataVersion: Sqlite.Statement<[], number>;

  constructor(
    readonly dataSource: ScopedDataSource,
    private readonly pool: SqlitePool,
  ) {
    // `data_version` tells of other connections' commits; in memory there is only our own connection.
    const sql = pool.inMemory ? 'SELECT total_changes()' : 'PRAGMA data_version';
    this.#dataVersion = pool.reader.handle.prepare<[], number>(sql).pluck();
  }

  get dialect(): Dialect {
    return this.dataSource.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) return work(new SqliteSession(this.pool.writer, scope.runner));
    const session = new SqliteSession(this.pool.reader, () => this.#readingRunner());
    // In memory there is one connection: reading beside a transaction would see what is not committed.
    return this.pool.inMemory ? this.pool.lock.run(session, () => work(session)) : work(session);
  }

  async write<T>(
    work: (session: Session) => Promise<T>,
    { shared = true }: WriteWay = {},
  ): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) {
      const session = new SqliteSession(this.pool.writer, scope.runner);
      return savepoint(this.dataSource, scope, session, work);
    }
    const transaction = new SqliteTransaction(this.dataSource, this.pool);
    return this.pool.lock.run(transaction.session, () => transaction.run(work, shared));
  }

  changeSchema<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const holder = { describe: () => 'a migration' };
    // `foreign_keys` is a setting of the connection and cannot change inside a transaction: the lock comes first.
    return this.pool.lock.run(holder, async () => {
      const { handle } = this.pool.writer;
      handle.pragma('foreign_keys = OFF');
      try {
        return await new SqliteTransaction(this.dataSource, this.pool).run(async (session) => {
          const result = await work(session.runner());
          refuseOrphans(handle);
          return result;
        });
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

  /** Unknown inside a transaction, which sees its own changes before anybody else does. */
  dataVersion(): number | null {
    return this.dataSource.currentTransaction() ? null : this.#dataVersion.get()!;
  }

  /** In memory the reading session holds the lock already: its runner must not wait for it. */
  #readingRunner(): QueryRunner {
    const runner = this.dataSource.createQueryRunner() as PooledQueryRunner;
    return this.pool.inMemory ? runner.adopt() : runner;
  }

  async close(): Promise<void> {
    this.pool.optimize();
    this.pool.close();
    await this.dataSource.destroy();
  }
}

/** What a migration with foreign keys off could have broken. */
function refuseOrphans(handle: Sqlite.Database): void {
  const [orphan] = handle.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (!orphan) return;
  throw new RowsRefused(
    `rows of \`${orphan.table}\` would point to rows of \`${orphan.parent}\` that do not exist`,
  );
}

/** One transaction on the writer; whoever runs it holds the lock. */
class SqliteTransaction {
  readonly session: SqliteSession;
  readonly #source: ScopedDataSource;
  readonly #pool: SqlitePool;
  #runner: PooledQueryRunner | null = null;
  #open = true;

  constructor(source: ScopedDataSource, pool: SqlitePool) {
    this.#source = source;
    this.#pool = pool;
    this.session = new SqliteSession(pool.writer, () => {
      this.#runner ??= (source.createQueryRunner() as PooledQueryRunner).adopt();
      return this.#runner;
    });
  }

  async run<T>(work: (session: Session) => Promise<T>, shared = true): Promise<T> {
    await this.#pool.begin();
    try {
      const result = await (shared ? this.#share(work) : work(this.session));
      this.#pool.commit();
      return result;
    } catch (error) {
      this.#pool.rollback();
      throw error;
    } finally {
      this.#open = false;
      this.#runner?.leave();
    }
  }

  #share<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const scope = new TransactionScope(this.session.runner, 1, () => this.#open);
    return this.#source.within(scope, () => work(this.session));
  }
}

class SqliteSession implements Session, Holder {
  #lastSql = '';

  constructor(
    private readonly connection: Connection,
    readonly runner: () => QueryRunner,
  ) {}

  async rows(statement: Statement, values: readonly unknown[]): Promise<readonly RawRow[]> {
    this.#lastSql = statement.sql;
    return this.connection.rows(statement.sql, values);
  }

  async run(statement: Statement, values: readonly unknown[]): Promise<number> {
    this.#lastSql = statement.sql;
    return this.connection.run(statement.sql, values);
  }

  describe(): string {
    return `a transaction of the service; its last statement: ${this.#lastSql}`;
  }
}
