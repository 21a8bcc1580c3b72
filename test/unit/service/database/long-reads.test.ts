import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HttpProblem } from '../../../../templates/service/engine/problem/problem.js';
import { CONNECT_TIMEOUT, ENDLESS, errorOf, useLongReads } from '../../../support/long-reads.js';

const reads = useLongReads();
const { read, long, many, running, until } = reads;

test('a read whose client leaves ends on the server, and its connection serves the next', async () => {
  const client = new AbortController();
  const endless = errorOf(long(ENDLESS, 1, client.signal));
  await until(1);
  client.abort();
  const error = await endless;
  expect(error).toBeInstanceOf(HttpProblem);
  expect(error).toMatchObject({ status: 503, message: 'The client has disconnected.' });
  await expect.poll(running).toBe(0);
  expect(reads.pool.idleCount).toBe(reads.pool.totalCount);
}, 10_000);

test('a read whose client has left is not begun', async () => {
  const client = new AbortController();
  client.abort();
  expect(await errorOf(long(ENDLESS, 1, client.signal))).toBeInstanceOf(HttpProblem);
  expect(await running()).toBe(0);
}, 10_000);

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

test('reads that fail give back their place and their connection', async () => {
  for (let turn = 0; turn < 20; turn++)
    expect(String(await errorOf(long('SELECT 1 / 0', 1)))).toContain('division by zero');
  expect(await Promise.all([1, 2, 3].map(() => long('SELECT 1', 1)))).toHaveLength(3);
  expect(reads.database.stats()).toMatchObject([{ busy: 0, waiting: 0 }]);
});

test('a transaction that TypeORM opens in a long read has a connection to itself', async () => {
  const pids = await reads.database.read(
    async (session) => {
      const runner = session.runner();
      const pid = () => runner.query('SELECT pg_backend_pid() AS pid');
      return runner.manager.transaction(() => Promise.all([pid(), read('SELECT 1'), pid()]));
    },
    { userId: 1 },
  );
  expect(pids[0]).toEqual(pids[2]);
  expect(reads.pool.idleCount).toBe(reads.pool.totalCount);
});

test('reads take any connection, and one that finds none in time is refused', async () => {
  const endless = many(12, 1);
  await until(10);
  expect(reads.database.stats()).toMatchObject([{ busy: 10, waiting: 2 }]);
  const errors = await Promise.all(endless.slice(10));
  expect(errors.map((error) => reads.database.outageOf(error))).toEqual(['busy', 'busy']);
  expect(await running()).toBe(10);
}, 10_000);
