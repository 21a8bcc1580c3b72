import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionWatch } from '../../../../templates/service/engine/database/postgres/connection-watch.js';
import type { HealthConnection } from '../../../../templates/service/engine/database/postgres/health-connection.js';
import { PoolConnections } from '../../../../templates/service/engine/database/postgres/pool-connections.js';

const LIMITS = { silence: 5000, statement: 30_000 };

/** A connection in the midst of a statement. */
const connection = (processID: number | null) => {
  const stream = {
    bytesRead: 0,
    destroyed: false,
    destroy() {
      stream.destroyed = true;
    },
  };
  return { processID, readyForQuery: false, connection: { stream } };
};
type Connection = ReturnType<typeof connection>;

/** Whether it has been dropped. */
const isGone = ({ connection: { stream } }: Connection): boolean => stream.destroyed;

/** A server that runs statements of these processes, or fails. */
const server = (running: () => number[], isPooler = false) => {
  const ended: number[][] = [];
  const health = {
    knowsProcesses: () => Promise.resolve(!isPooler),
    ask: async () => running(),
    terminate: async (pids: number[]) => void ended.push(pids),
  };
  return { health: health as never as HealthConnection, ended };
};

let watch: ConnectionWatch;
/** Watches connections of which the last one is idle. */
function watching(
  connections: readonly Connection[],
  { health }: { readonly health: HealthConnection },
  limits = LIMITS,
): ConnectionWatch {
  const pool = new EventEmitter();
  const open = new PoolConnections(pool as Pool);
  for (const client of connections) {
    pool.emit('connect', client);
    pool.emit('acquire', client);
    if (client.readyForQuery) pool.emit('release', undefined, client);
  }
  return (watch = new ConnectionWatch(open, health, limits));
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});

test('a silent connection whose statement the server does not run is dropped with its backend, and idle ones as old', async () => {
  const [lost, long, idle] = [connection(1), connection(2), connection(3)];
  idle.readyForQuery = true;
  const { health, ended } = server(() => [2]);
  watching([lost, long, idle], { health });
  await seconds(5);
  expect([lost, long, idle].map(isGone)).toEqual([false, false, false]);
  await seconds(1);
  expect([lost, long, idle].map(isGone)).toEqual([true, false, true]);
  expect(ended).toEqual([[1]]);
  await seconds(600);
  expect(isGone(long)).toBe(false);
  // It has not been released yet, and another process may have its number by now.
  expect(ended).toHaveLength(1);
});

test('what arrives shows that a connection is alive, as does one that waits for nothing or is only being opened', async () => {
  const [slow, between, opening] = [connection(1), connection(2), connection(null)];
  watching(
    [slow, between, opening],
    server(() => []),
  );
  for (let second = 0; second < 60; second++) {
    slow.connection.stream.bytesRead += 100;
    between.readyForQuery = second % 4 === 0;
    await seconds(1);
  }
  expect([slow, between, opening].map(isGone)).toEqual([false, false, false]);
});

test('a response that arrives while the server is asked is in time', async () => {
  const late = connection(1);
  const answers = server(() => {
    late.connection.stream.bytesRead += 1;
    return [];
  });
  watching([late], answers);
  await seconds(60);
  expect(isGone(late)).toBe(false);
});

test('a server that says nothing gets another chance, and one that says no is alive', async () => {
  const lost = connection(1);
  const silent = server(() => {
    throw new Error('Query read timeout');
  });
  watching([lost], silent);
  await seconds(10);
  expect(isGone(lost)).toBe(false);
  await seconds(1);
  expect(isGone(lost)).toBe(true);
  watch.close();
  const refused = connection(1);
  const full = server(() => {
    throw Object.assign(new Error('too many clients'), { severity: 'FATAL' });
  });
  watching([refused], full);
  await seconds(60);
  expect(isGone(refused)).toBe(false);
});

test('behind a pooler, which has other processes, a statement past its time limit is dead, if it has one', async () => {
  const [lost, schema] = [connection(1), connection(2)];
  const pooler = server(() => [], true);
  watching([lost, schema], pooler).exempt(schema);
  await seconds(35);
  expect(isGone(lost)).toBe(false);
  await seconds(1);
  expect([lost, schema].map(isGone)).toEqual([true, false]);
  await seconds(600);
  expect(isGone(schema)).toBe(false);
  watch.close();
  const unlimited = connection(3);
  watching([unlimited], pooler, { ...LIMITS, statement: 0 });
  await seconds(600);
  expect(isGone(unlimited)).toBe(false);
});

test('nobody looks any more once it is closed', async () => {
  const lost = connection(1);
  watching(
    [lost],
    server(() => []),
  ).close();
  await seconds(60);
  expect(isGone(lost)).toBe(false);
});
