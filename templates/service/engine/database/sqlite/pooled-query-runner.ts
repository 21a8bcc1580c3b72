import { QueryFailedError, QueryResult, type QueryRunner } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';
import type { Reach } from '../dialect.js';
import type { Holder } from '../fair-queue.js';
import type { ScopedDataSource } from '../scoped-data-source.js';
import { traceStatement } from '../trace-statement.js';
import { placeOf, type TransactionLimit } from '../transaction-limit.js';
import { isSelect, type Connection } from './connection.js';
import type { SqlitePool } from './pool.js';

type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

/**
 * TypeORM's runner on the pool: queries go to the reader, writes wait for the writer, and a transaction keeps the writer
 * until its end. Repositories, query builders, nested transactions and migrations work as usual.
 */
export class PooledQueryRunner extends BetterSqlite3QueryRunner {
  readonly #pool: SqlitePool;
  readonly #source: ScopedDataSource;
  #ownsWriter = false;
  #ownsLock = false;
  #lastSql = '';
  /** The limit of the last transaction that the runner began. */
  limit?: TransactionLimit;
  /** The rows that its reads visit; each text tells by itself unless given. */
  reach?: Reach;

  constructor(source: ScopedDataSource, pool: SqlitePool) {
    super(source.driver as BetterSqlite3Driver);
    this.#source = source;
    this.#pool = pool;
  }

  override async startTransaction(isolationLevel?: IsolationLevel): Promise<void> {
    if (this.transactionDepth > 0) return super.startTransaction(isolationLevel);
    this.#refuseSecondTransaction('BEGIN');
    const origin = new Error('begun here');
    const askedAt = performance.now();
    await this.#pool.lock.acquire(this.#holder(origin));
    try {
      await this.#pool.begin(askedAt);
    } catch (error) {
      this.#pool.lock.release();
      throw error;
    }
    this.#ownsLock = true;
    this.limit = this.#source.limit(origin, undefined, { abandon: () => this.#rollback() });
    this.adopt();
  }

  override async commitTransaction(): Promise<void> {
    this.limit?.assertInTime();
    if (!this.#ownsLock || this.transactionDepth > 1) return super.commitTransaction();
    this.#pool.commit();
    this.#giveBack();
  }

  override async rollbackTransaction(): Promise<void> {
    if (!this.#ownsLock || this.transactionDepth > 1) return super.rollbackTransaction();
    this.#rollback();
  }

  /** Rolls back an open transaction, so that a forgotten commit cannot block everyone else's writes. */
  override async release(): Promise<void> {
    if (this.#ownsLock) this.#rollback();
    return super.release();
  }

  /** Joins the transaction that its caller has open on the writer, and will end. */
  adopt(): this {
    this.#ownsWriter = true;
    this.isTransactionActive = true;
    this.transactionDepth = 1;
    return this;
  }

  /** That transaction has ended. */
  leave(): void {
    this.#ownsWriter = false;
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }

  override async query(
    sql: string,
    parameters: unknown[] = [],
    useStructuredResult = false,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as TypeORM declares it
  ): Promise<any> {
    const text = withMilliseconds(sql);
    const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    try {
      const result = await this.#perform(text, values);
      return useStructuredResult ? result : result.raw;
    } catch (error) {
      throw new QueryFailedError(text, values, error as Error);
    }
  }

  /** Chooses the connection, and waits for it if necessary. */
  async #perform(sql: string, values: unknown[]): Promise<QueryResult> {
    const { writer, inMemory } = this.#pool;
    this.#lastSql = sql;
    this.limit?.assertInTime();
    if (this.#ownsWriter) return execute(writer, sql, values);
    const outer = this.#source.currentTransaction();
    this.#pool.file?.assertPresent();
    if (this.#reads(sql)) {
      // In memory there is one connection: reading beside a transaction would see uncommitted data.
      const alone = inMemory && !outer;
      const read = (): Promise<QueryResult> => this.#read(sql, values);
      return alone ? this.#pool.lock.run(this.#holder(), read) : read();
    }
    this.#refuseSecondTransaction(sql);
    return this.#pool.single(this.#holder(), () => execute(writer, sql, values));
  }

  async #read(sql: string, values: unknown[]): Promise<QueryResult> {
    const run = (connection: Connection): QueryResult => execute(connection, sql, values);
    const found = this.#pool.readAtOnce(sql, values, run, this.reach);
    if (found) return found;
    const request = { sql, values, form: 'objects' } as const;
    return resultOf(await traceStatement(sql, () => this.#pool.readers!.ask(request)));
  }

  #reads(sql: string): boolean {
    if (!isSelect(sql)) return false;
    try {
      return this.#pool.reader.prepareObjects(sql).readonly;
    } catch {
      // The writer reports the error, or knows a temporary table.
      return false;
    }
  }

  #rollback(): void {
    try {
      this.#pool.rollback();
    } finally {
      this.#giveBack();
    }
  }

  #giveBack(): void {
    this.limit?.clear();
    this.leave();
    this.#ownsLock = false;
    this.#pool.lock.release();
  }

  /** Waiting would be a deadlock with itself. */
  #refuseSecondTransaction(sql: string): void {
    if (!this.#source.currentTransaction()) return;
    throw new Error(
      'this statement writes outside the open transaction of the same code, so it would wait for itself forever; ' +
        `use the \`manager\` of that transaction: ${sql.slice(0, 200)}`,
    );
  }

  #holder(origin = new Error('begun here')): Holder {
    return {
      describe: () => `a transaction${placeOf(origin)}; its last statement: ${this.#lastSql}`,
    };
  }
}

const execute = (connection: Connection, sql: string, values: unknown[]): QueryResult =>
  traceStatement(sql, () => ran(connection, sql, values));

function ran(connection: Connection, sql: string, values: unknown[]): QueryResult {
  const statement = connection.prepareObjects(sql);
  if (statement.reader) return resultOf(connection.objects(sql, values));
  const result = new QueryResult();
  const { changes, lastInsertRowid } = statement.run(...values);
  result.affected = changes;
  result.raw = lastInsertRowid;
  return result;
}

function resultOf(rows: unknown[]): QueryResult {
  const result = new QueryResult();
  result.raw = result.records = rows;
  return result;
}

/** TypeORM stamps updates and soft deletes with whole seconds; this service uses milliseconds everywhere. */
function withMilliseconds(sql: string): string {
  return sql.includes('= CURRENT_TIMESTAMP')
    ? sql.replaceAll('= CURRENT_TIMESTAMP', `= strftime('%Y-%m-%d %H:%M:%f', 'now')`)
    : sql;
}
