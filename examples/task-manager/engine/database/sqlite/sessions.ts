import type { QueryRunner } from 'typeorm';
import type { DatabaseReadOptions } from '../database.js';
import type { LazyReach, RawRow, Session, Statement } from '../dialect.js';
import type { Holder } from '../fair-queue.js';
import { StatementTooLate, type ScopedDataSource } from '../scoped-data-source.js';
import { traceStatement } from '../trace-statement.js';
import type { TransactionLimit } from '../transaction-limit.js';
import type { Connection } from './connection.js';
import type { SqlitePool } from './pool.js';
import type { PooledQueryRunner } from './pooled-query-runner.js';

/** Reads outside a transaction: the readers run what would block the event loop, all else runs at once. */
export class ReadSession implements Session, Holder {
  #signal?: AbortSignal | undefined;

  constructor(
    private readonly pool: SqlitePool,
    readonly runner: Session['runner'],
    private readonly way?: DatabaseReadOptions,
  ) {}

  async rows(
    { sql }: Statement,
    values: readonly unknown[],
    reach?: LazyReach,
  ): Promise<readonly RawRow[]> {
    const { pool, way } = this;
    const now = (connection: Connection): RawRow[] =>
      traceStatement(sql, () => connection.select(sql, values));
    // What is called quick may still have long rows.
    if (!way || !pool.readers || (way.quick && reach !== 'much')) return pool.readNow(now);
    return pool.readAtOnce(sql, values, now, reach) ?? this.#ask(sql, values, way);
  }

  async #ask(
    sql: string,
    values: readonly unknown[],
    way: DatabaseReadOptions,
  ): Promise<readonly RawRow[]> {
    const request = { sql, values, form: 'rows' } as const;
    this.#signal ??= way.signal?.();
    const signal = this.#signal;
    return (await traceStatement(sql, () =>
      this.pool.readers!.ask(request, signal, way.userId),
    )) as RawRow[];
  }

  /** SQLite refuses writes on a reader. */
  async run({ sql }: Statement, values: readonly unknown[]): Promise<number> {
    return traceStatement(sql, () => this.pool.reader.run(sql, values));
  }

  describe(): string {
    return 'a read';
  }
}

/** Inside the transaction that is open on a connection; `assertOpen` throws once it is over. */
export class SqliteSession implements Session, Holder {
  #lastSql = '';

  constructor(
    private readonly connection: Connection,
    readonly runner: () => QueryRunner,
    private readonly assertOpen: () => void,
    private readonly name = 'a transaction of the service',
  ) {}

  async rows(statement: Statement, values: readonly unknown[]): Promise<readonly RawRow[]> {
    this.assertOpen();
    this.#lastSql = statement.sql;
    return traceStatement(statement.sql, () => this.connection.rows(statement.sql, values));
  }

  async run(statement: Statement, values: readonly unknown[]): Promise<number> {
    this.assertOpen();
    this.#lastSql = statement.sql;
    return traceStatement(statement.sql, () => this.connection.run(statement.sql, values));
  }

  describe(): string {
    return `${this.name}; its last statement: ${this.#lastSql}`;
  }
}

/** A session on the writer, inside the transaction that its creator has open there. */
export class WriterSession extends SqliteSession {
  #runner: PooledQueryRunner | null = null;
  #isOver = false;

  constructor(
    source: ScopedDataSource,
    pool: SqlitePool,
    name?: string,
    limit?: () => TransactionLimit | null,
  ) {
    const runner = (): QueryRunner =>
      (this.#runner ??= (source.createQueryRunner() as PooledQueryRunner).adopt());
    const assertOpen = (): void => {
      limit?.()?.assertInTime();
      if (this.#isOver) throw new StatementTooLate();
    };
    super(pool.writer, runner, assertOpen, name);
  }

  /** Runs `work` with this session; its TypeORM runner, if used, ends with that. */
  async within<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } finally {
      this.#isOver = true;
      this.#runner?.leave();
    }
  }
}
