import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type {
  Database,
  DatabaseReadOptions,
} from '../../templates/service/engine/database/database.js';
import { statementOf } from '../../templates/service/engine/database/dialect.js';
import { openDatabase } from '../../templates/service/engine/database/open-database.js';
import { startPostgres, type TestPostgres } from './postgres.js';

/** What lists of a large table do to the server, for as long as a test needs. */
export const ENDLESS = 'SELECT pg_sleep(60)';
/** Seconds. */
export const CONNECT_TIMEOUT = 1;

/** The error of some work; undefined where there is none. */
export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** A database with ten connections for each test of a suite, as `prepare` makes it of the opened one. */
export function useLongReads(
  prepare: (opened: Database) => Promise<Database> | Database = (opened) => opened,
) {
  let postgres: TestPostgres;
  let database: Database;
  let pool: Pool;
  /** A connection beside the pool, which may be full. */
  let watcher: pg.Client;
  let clients: AbortController;
  let asked: Promise<unknown>[];

  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    const url = await postgres.createDatabase();
    const limits = { poolSize: 10, connectTimeout: CONNECT_TIMEOUT };
    database = await prepare(await openDatabase(url, [], [], limits));
    pool = (database.dataSource.driver as PostgresDriver).master as Pool;
    watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    clients = new AbortController();
    asked = [];
  });
  afterEach(async () => {
    clients.abort();
    await Promise.all(asked);
    await watcher.end();
    await database.close();
  });

  const read = (sql: string, options?: DatabaseReadOptions): Promise<unknown> =>
    database.read((session) => session.rows(statementOf(sql), []), options);
  /** A long read as `readLong` asks for it; `signal` is that of its client. */
  const long = (sql: string, userId: number, signal = clients.signal): Promise<unknown> => {
    const rows = read(sql, { signal: () => signal, userId });
    asked.push(errorOf(rows));
    return rows;
  };
  const many = (count: number, userId: number): Promise<unknown>[] =>
    Array.from({ length: count }, () => errorOf(long(ENDLESS, userId)));
  /** How many statements of this kind the server runs. */
  const running = async (sql = ENDLESS): Promise<number> => {
    const count = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = '${sql}'`;
    const { rows } = await watcher.query<{ count: number }>(count);
    return rows[0]!.count;
  };
  const until = async (count: number): Promise<void> => {
    while ((await running()) !== count) await sleep(10);
  };
  return {
    get database() {
      return database;
    },
    get pool() {
      return pool;
    },
    /** Of all clients, until the test ends. */
    get signal() {
      return clients.signal;
    },
    read,
    long,
    many,
    running,
    until,
  };
}
