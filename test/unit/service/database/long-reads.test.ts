import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  Database,
  DatabaseReadOptions,
} from '../../../../templates/service/engine/database/database.js';
import { statementOf } from '../../../../templates/service/engine/database/dialect.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { HttpProblem } from '../../../../templates/service/engine/problem/problem.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';

/** What lists of a large table do to the server, for as long as a test needs. */
const ENDLESS = 'SELECT pg_sleep(60)';
const CONNECT_TIMEOUT = 1;

let postgres: TestPostgres;
let database: Database;
let pool: Pool;
let clients: AbortController;
let asked: Promise<unknown>[];

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());
beforeEach(async () => {
  const url = await postgres.createDatabase();
  const limits = { poolSize: 10, connectTimeout: CONNECT_TIMEOUT };
  database = await openDatabase(url, [], [], limits);
  pool = (database.dataSource.driver as PostgresDriver).master as Pool;
  clients = new AbortController();
  asked = [];
});
afterEach(async () => {
  clients.abort();
  await Promise.all(asked);
  await database.close();
});

const read = (sql: string, options?: DatabaseReadOptions): Promise<unknown> =>
  database.read((session) => session.rows(statementOf(sql), []), options);
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
/** A long read as `readLong` asks for it; `signal` is that of its client. */
const long = (sql: string, userId: number, signal = clients.signal): Promise<unknown> => {
  const rows = read(sql, { signal: () => signal, userId });
  asked.push(errorOf(rows));
  return rows;
};
const many = (count: number, userId: number): Promise<unknown>[] =>
  Array.from({ length: count }, () => errorOf(long(ENDLESS, userId)));
/** How many statements of this kind the server runs. */
async function running(sql = ENDLESS): Promise<number> {
  const count = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query = '${sql}'`;
  const [[found]] = (await read(count, { quick: true })) as [[number]];
  return found;
}
async function until(count: number): Promise<void> {
  while ((await running()) !== count) await sleep(10);
}

test('a read whose client leaves ends on the server, and its connection serves the next', async () => {
  const client = new AbortController();
  const endless = errorOf(long(ENDLESS, 1, client.signal));
  await until(1);
  client.abort();
  const error = await endless;
  expect(error).toBeInstanceOf(HttpProblem);
  expect(error).toMatchObject({ status: 503, message: 'The client has disconnected.' });
  expect(await running()).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
}, 10_000);

test('a read whose client has left is not begun', async () => {
  const client = new AbortController();
  client.abort();
  expect(await errorOf(long(ENDLESS, 1, client.signal))).toBeInstanceOf(HttpProblem);
  expect(await running()).toBe(0);
}, 10_000);

test('a read whose client leaves while it waits for a connection waits no longer', async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  const client = new AbortController();
  const waiting = errorOf(long('SELECT 1', 1, client.signal));
  await sleep(20);
  const began = performance.now();
  client.abort();
  expect(await waiting).toBeInstanceOf(HttpProblem);
  expect(performance.now() - began).toBeLessThan(CONNECT_TIMEOUT * 500);
  for (const one of held) one.release();
  // The connection that came too late is back.
  await sleep(20);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([10, 10, 0]);
});

test('a cancelled read cancels nothing of the next user of its connection', async () => {
  for (let turn = 0; turn < 40; turn++) {
    const client = new AbortController();
    const first = errorOf(long('SELECT pg_sleep(0.01)', 1, client.signal));
    // About when the statement ends by itself.
    await sleep(7 + (turn % 8));
    client.abort();
    expect([undefined, expect.any(HttpProblem)]).toContainEqual(await first);
    const next = await Promise.all(
      Array.from({ length: 4 }, (_, at) => errorOf(read(`SELECT pg_sleep(0.004), ${at}`))),
    );
    expect(next).toEqual([undefined, undefined, undefined, undefined]);
  }
}, 20_000);

test('one user with 40 endless lists holds up neither sign-ins, reads by key, writes nor lists of others', async () => {
  const greedy = many(40, 1);
  await until(3);
  const work = [
    read('SELECT 1'),
    read('SELECT 1', { quick: true }),
    database.write((session) => session.rows(statementOf('SELECT 1'), [])),
    long('SELECT 1', 2),
  ];
  expect(await Promise.all(work)).toEqual(work.map(() => [[1]]));
  expect(await running()).toBe(3);
  expect(database.stats()).toMatchObject([{ name: 'connections', waiting: 37 }]);
  // What waits too long for a connection is refused, as before.
  const errors = await Promise.all(greedy.slice(3));
  expect(errors.map((error) => database.outageOf(error))).toEqual(errors.map(() => 'busy'));
}, 20_000);

test('all long reads together leave a quarter of the connections to everything else', async () => {
  for (const userId of [1, 2, 3, 4]) many(3, userId);
  // The service's own reads count as well.
  many(3, 0);
  await until(7);
  const others = Array.from({ length: 3 }, () => read('SELECT pg_sleep(0.1)'));
  await Promise.all(others);
  expect(await running()).toBe(7);
}, 20_000);

test('users take turns', async () => {
  const first = new AbortController();
  const served: string[] = [];
  const endless = [1, 2, 3, 4, 5, 6, 7].map((userId) =>
    errorOf(long(ENDLESS, userId, userId === 1 ? first.signal : clients.signal)),
  );
  await until(7);
  const as = (userId: number, name: string): Promise<unknown> =>
    long(`SELECT '${name}'`, userId).then(() => served.push(name));
  const waiting = [as(8, '8a'), as(8, '8b'), as(8, '8c'), as(9, '9a'), as(10, '10a')];
  first.abort();
  await Promise.all([endless[0], ...waiting]);
  expect(served).toEqual(['8a', '9a', '10a', '8b', '8c']);
});

test('a full line refuses the reads of whoever has most there, and has room for others', async () => {
  const full = { outage: 'busy', message: '1000 reads are already waiting for a connection' };
  many(3, 1);
  await until(3);
  const waiting = many(1000, 1);
  expect(await errorOf(long(ENDLESS, 1))).toMatchObject(full);
  expect(database.stats()).toMatchObject([{ waiting: 1000 }]);
  // Others take the places of the last ones, which have held nothing that they could give back.
  many(5, 2);
  expect(await Promise.all(waiting.slice(-2))).toMatchObject([full, full]);
  expect(await long('SELECT 1', 3)).toEqual([[1]]);
  expect(database.stats()).toMatchObject([{ waiting: 1000 }]);
  // Three each: of the second user's, one may still be on its way to the server.
  await until(6);
}, 20_000);

test('a waiting read whose client leaves makes room', async () => {
  many(3, 1);
  const client = new AbortController();
  const waiting = errorOf(long(ENDLESS, 1, client.signal));
  await until(3);
  expect(database.stats()).toMatchObject([{ waiting: 1 }]);
  client.abort();
  expect(await waiting).toBeInstanceOf(HttpProblem);
  expect(database.stats()).toMatchObject([{ waiting: 0 }]);
});

test('reads that fail give back their place and their connection', async () => {
  for (let turn = 0; turn < 20; turn++)
    expect(String(await errorOf(long('SELECT 1 / 0', 1)))).toContain('division by zero');
  expect(await Promise.all([1, 2, 3].map(() => long('SELECT 1', 1)))).toHaveLength(3);
  expect(database.stats()).toMatchObject([{ busy: 0, waiting: 0 }]);
});

test('statements of TypeORM in a long read wait and end like its own', async () => {
  const client = new AbortController();
  const asking = { signal: () => client.signal, userId: 1 };
  const runs = Array.from({ length: 10 }, () =>
    errorOf(
      database.read(async (session) => {
        await session.runner().query('SELECT 1');
        await session.runner().query(ENDLESS);
      }, asking),
    ),
  );
  await until(3);
  await sleep(50);
  expect(await running()).toBe(3);
  expect(database.stats()).toMatchObject([{ busy: 3, waiting: 7 }]);
  client.abort();
  for (const error of await Promise.all(runs))
    expect(error).toMatchObject({ status: 503, message: 'The client has disconnected.' });
  expect(await running()).toBe(0);
});

test('a transaction that TypeORM opens in a long read has a connection to itself', async () => {
  const pids = await database.read(
    async (session) => {
      const runner = session.runner();
      const pid = () => runner.query('SELECT pg_backend_pid() AS pid');
      return runner.manager.transaction(() => Promise.all([pid(), read('SELECT 1'), pid()]));
    },
    { userId: 1 },
  );
  expect(pids[0]).toEqual(pids[2]);
  expect(pool.idleCount).toBe(pool.totalCount);
});
