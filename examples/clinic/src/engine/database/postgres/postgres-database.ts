import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { Database, SchemaWay, WriteWay } from '../database.js';
import type { RawRow, Session, Statement } from '../session.js';
import type { Dialect } from '../dialect.js';
import { savepoint, type ScopedDataSource } from '../scoped-data-source.js';
import { engineTypes } from './values.js';
import { isCollision } from './violation.js';

/** How often a transaction that a deadlock stopped is tried again. */
const RETRIES = 3;
/** The lock that migrations of one database take; any number that nobody else uses. */
const MIGRATION_LOCK = 4_702_111_904;
/** Pause between two attempts to take it. */
const LOCK_PAUSE = 50;
/** Prepared statements live as long as their connection, so the shapes of queries beyond these are not prepared. */
const PREPARED = { count: 500, characters: 500_000, longest: 8000 };

/** The engine's door to PostgreSQL: prepared statements on TypeORM's pool. */
export class PostgresDatabase implements Database {
  readonly #prepared = new Set<string>();
  #preparedCharacters = 0;

  constructor(
    readonly dataSource: ScopedDataSource,
    private readonly pool: Pool,
  ) {}

  get dialect(): Dialect {
    return this.dataSource.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) return work(await this.#sessionOf(scope.runner()));
    let runner: QueryRunner | null = null;
    const session = this.#session(
      this.pool,
      () => (runner ??= this.dataSource.createQueryRunner()),
    );
    try {
      return await work(session);
    } finally {
      await (runner as QueryRunner | null)?.release();
    }
  }

  async write<T>(
    work: (session: Session) => Promise<T>,
    { shared = true }: WriteWay = {},
  ): Promise<T> {
    const scope = this.dataSource.currentTransaction();
    if (scope) {
      const session = await this.#sessionOf(scope.runner());
      return savepoint(this.dataSource, scope, session, work);
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#transaction(
          async (runner) => work(await this.#sessionOf(runner)),
          shared,
        );
      } catch (error) {
        // Rolled back whole by the server. Not so an error of unknown outcome, such as a lost connection.
        if (!isCollision(error) || attempt > RETRIES) throw error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  }

  changeSchema<T>(
    work: (runner: QueryRunner) => Promise<T>,
    { apart = false }: SchemaWay = {},
  ): Promise<T> {
    if (apart) return this.#apart(work);
    return this.#transaction(async (runner) => {
      // A table is as large as it is, and another replica's migration takes what it takes.
      await runner.query('SET LOCAL statement_timeout = 0');
      await takeMigrationLock(runner, 'pg_try_advisory_xact_lock');
      return work(runner);
    });
  }

  async #apart<T>(work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.query('SET statement_timeout = 0');
      await takeMigrationLock(runner, 'pg_try_advisory_lock');
      return await work(runner);
    } finally {
      await runner.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`).catch(() => undefined);
      await runner.query('RESET statement_timeout').catch(() => undefined);
      await runner.release();
    }
  }

  /** Nothing tells it without a round trip. */
  sorts(): true {
    return true;
  }

  /** Nothing tells it without a round trip. */
  dataVersion(): null {
    return null;
  }

  close(): Promise<void> {
    return this.dataSource.destroy();
  }

  async #transaction<T>(work: (runner: QueryRunner) => Promise<T>, shared = true): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      const result = await (shared
        ? this.dataSource.enter(runner, () => work(runner))
        : work(runner));
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The first error says more than one about a connection that is gone.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }

  async #sessionOf(runner: QueryRunner): Promise<Session> {
    return this.#session((await runner.connect()) as ClientBase, () => runner);
  }

  #session(client: Pool | ClientBase, runner: () => QueryRunner): Session {
    const query = (
      statement: Statement,
      values: readonly unknown[],
    ): Promise<QueryArrayResult<unknown[]>> => {
      const config: QueryArrayConfig = {
        text: statement.sql,
        values: [...values],
        rowMode: 'array',
        types: engineTypes,
        ...(this.#isPrepared(statement) && { name: statement.name }),
      };
      return client.query(config);
    };
    return {
      runner,
      rows: async (statement, values): Promise<readonly RawRow[]> =>
        (await query(statement, values)).rows,
      run: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    };
  }

  #isPrepared({ name, sql: { length } }: Statement): boolean {
    if (this.#prepared.has(name)) return true;
    const { count, characters, longest } = PREPARED;
    if (this.#prepared.size >= count || length > longest) return false;
    if (this.#preparedCharacters + length > characters) return false;
    this.#preparedCharacters += length;
    this.#prepared.add(name);
    return true;
  }
}

/** Asks again and again: a statement that waits keeps a snapshot, which CREATE INDEX CONCURRENTLY would wait for in turn. */
async function takeMigrationLock(
  runner: QueryRunner,
  take: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock',
): Promise<void> {
  const ask = async (): Promise<boolean> => {
    const sql = `SELECT ${take}(${MIGRATION_LOCK}) AS taken`;
    const [row] = (await runner.query(sql)) as { readonly taken: boolean }[];
    return row!.taken;
  };
  while (!(await ask())) await sleep(LOCK_PAUSE);
}
