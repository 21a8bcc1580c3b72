import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairReads } from '../../../../templates/features/fair-reads/engine/fair-reads/fair-reads-feature.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { statementOf } from '../../../../templates/service/engine/database/dialect.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import type { PostgresDatabase } from '../../../../templates/service/engine/database/postgres/postgres-database.js';
import { HttpProblem } from '../../../../templates/service/engine/problem/problem.js';
import { CONNECT_TIMEOUT, ENDLESS, errorOf, useLongReads } from '../../../support/long-reads.js';

/** A database as the feature makes it, which needs nothing else of a service. */
const share = (opened: Database) => fairReads.database!(opened, null as never, {});

const reads = useLongReads(share);
const { read, long, many, running, until } = reads;

test('one user with 40 endless lists holds up neither sign-ins, reads by key, writes nor lists of others', async () => {
  const greedy = many(40, 1);
  await until(3);
  const work = [
    read('SELECT 1'),
    read('SELECT 1', { quick: true }),
    reads.database.write((session) => session.rows(statementOf('SELECT 1'), [])),
    long('SELECT 1', 2),
  ];
  expect(await Promise.all(work)).toEqual(work.map(() => [[1]]));
  expect(await running()).toBe(3);
  expect(reads.database.stats()).toMatchObject([{ name: 'connections', waiting: 37 }]);
  // What waits too long for a connection is refused, as before.
  const errors = await Promise.all(greedy.slice(3));
  expect(errors.map((error) => reads.database.outageOf(error))).toEqual(errors.map(() => 'busy'));
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
    errorOf(long(ENDLESS, userId, userId === 1 ? first.signal : reads.signal)),
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
  expect(reads.database.stats()).toMatchObject([{ waiting: 1000 }]);
  // Others take the places of the last ones, which have held nothing that they could give back.
  many(5, 2);
  expect(await Promise.all(waiting.slice(-2))).toMatchObject([full, full]);
  expect(await long('SELECT 1', 3)).toEqual([[1]]);
  expect(reads.database.stats()).toMatchObject([{ waiting: 1000 }]);
  // Three each: of the second user's, one may still be on its way to the server.
  await until(6);
}, 20_000);

test('a waiting read whose client leaves makes room', async () => {
  many(3, 1);
  const client = new AbortController();
  const waiting = errorOf(long(ENDLESS, 1, client.signal));
  await until(3);
  expect(reads.database.stats()).toMatchObject([{ waiting: 1 }]);
  client.abort();
  expect(await waiting).toBeInstanceOf(HttpProblem);
  expect(reads.database.stats()).toMatchObject([{ waiting: 0 }]);
});

test('statements of TypeORM in a long read wait and end like its own', async () => {
  const client = new AbortController();
  const asking = { signal: () => client.signal, userId: 1 };
  const runs = Array.from({ length: 10 }, () =>
    errorOf(
      reads.database.read(async (session) => {
        await session.runner().query('SELECT 1');
        await session.runner().query(ENDLESS);
      }, asking),
    ),
  );
  await until(3);
  await sleep(50);
  expect(await running()).toBe(3);
  expect(reads.database.stats()).toMatchObject([{ busy: 3, waiting: 7 }]);
  client.abort();
  for (const error of await Promise.all(runs))
    expect(error).toMatchObject({ status: 503, message: 'The client has disconnected.' });
  expect(await running()).toBe(0);
});

test('reads that fail give back their place and their connection', async () => {
  for (let turn = 0; turn < 20; turn++)
    expect(String(await errorOf(long('SELECT 1 / 0', 1)))).toContain('division by zero');
  expect(await Promise.all([1, 2, 3].map(() => long('SELECT 1', 1)))).toHaveLength(3);
  expect(reads.database.stats()).toMatchObject([{ busy: 0, waiting: 0 }]);
});

test('a read whose client leaves while it waits for a connection waits no longer', async () => {
  const held = await Promise.all(Array.from({ length: 10 }, () => reads.pool.connect()));
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
  expect([reads.pool.totalCount, reads.pool.idleCount, reads.pool.waitingCount]).toEqual([
    10, 10, 0,
  ]);
});

test('a server that is opened beside has turns of its own', async () => {
  const { pool, database } = reads;
  const url = (pool.options as unknown as { connectionString: string }).connectionString;
  const other = (database as PostgresDatabase).openServer(url, CONNECT_TIMEOUT * 1000);
  const endless = Array.from({ length: 5 }, () =>
    errorOf(other.sourceOf({ userId: 1, signal: () => reads.signal }).query!({ text: ENDLESS })),
  );
  await until(3);
  await sleep(50);
  expect(await running()).toBe(3);
  expect(other.stats('other')).toMatchObject({ busy: 3, waiting: 2 });
  expect(database.stats()).toMatchObject([{ waiting: 0 }]);
  many(5, 1);
  await until(6);
  await Promise.all(endless.slice(3));
  await read(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = '${ENDLESS}'`);
  await Promise.all(endless);
  await other.close();
}, 10_000);

test('an SQLite file is as it was: its readers take turns by themselves', async () => {
  const opened = await openDatabase('sqlite::memory:', [], []);
  expect(await share(opened)).toBe(opened);
  await opened.close();
});
