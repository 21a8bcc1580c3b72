import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import {
  Replica,
  Replicas,
} from '../../../../templates/features/replicas/engine/replicas/replicas.js';
import type { HealthConnection } from '../../../../templates/service/engine/database/postgres/health-connection.js';
import { PostgresServer } from '../../../../templates/service/engine/database/postgres/server.js';

/** A replica whose server gives these answers, one after the other. */
function replicaThatSays(...answers: readonly unknown[]): Replica {
  const left = [...answers];
  const ask = () => {
    const answer = left.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([answer]);
  };
  return replicaThatAnswers(ask);
}

function replicaThatAnswers(ask: () => Promise<readonly unknown[]>): Replica {
  const pool = Object.assign(new EventEmitter(), { options: { max: 10 } }) as unknown as Pool;
  const health = { ask } as unknown as HealthConnection;
  return new Replica('b:5432', new PostgresServer(pool, health));
}

afterEach(() => void vi.useRealTimers());

test('a replica is read from once it has said how far it has come', async () => {
  const replica = replicaThatSays(['7 app', '1-100']);
  expect(replica.position).toBeNull();
  expect(replica.problem).toBe('it does not respond');
  await replica.check('7 app');
  expect(replica.problem).toBeNull();
  expect(replica.position).toEqual({ timeline: 1, bytes: 100 });
});

test.each([
  ['of another cluster', ['8 app', '1-100'], 'it is not a replica of the database in DATABASE_URL'],
  [
    'of another database',
    ['7 shop', '1-100'],
    'it is not a replica of the database in DATABASE_URL',
  ],
  ['that has been promoted', ['7 app', null], 'it is not a streaming replica'],
  ['that cannot be reached', new Error('ECONNREFUSED'), 'ECONNREFUSED'],
])('a server %s is left out, and comes back when that is over', async (_what, answer, why) => {
  const replica = replicaThatSays(['7 app', '1-90'], answer, ['7 app', '1-110']);
  await replica.check('7 app');
  await replica.check('7 app');
  expect(replica.problem).toBe(why);
  expect(replica.position).toBeNull();
  await replica.check('7 app');
  expect(replica.position).toEqual({ timeline: 1, bytes: 110 });
});

test('what is reported: left out once while problems pass, that it is no replica, and that it is back', async () => {
  vi.useFakeTimers();
  let says: readonly unknown[] | Error = ['7 app', '1-100'];
  const replica = replicaThatAnswers(async () => {
    if (says instanceof Error) throw says;
    return [says];
  });
  const primary = { ask: async () => [['7 app', '1-100']] } as unknown as HealthConnection;
  const reported: string[] = [];
  new Replicas([replica], primary, 4, (line) => void reported.push(line));
  const sayFor = async (ms: number, what: typeof says) => {
    says = what;
    await vi.advanceTimersByTimeAsync(ms);
    return reported.splice(0);
  };
  expect(await sayFor(3000, says)).toEqual(['the replica b:5432 is read from']);
  expect(await sayFor(1000, new Error('ECONNREFUSED'))).toEqual([
    'the replica b:5432 is left out: ECONNREFUSED',
  ]);
  expect(await sayFor(1000, new Error('it is starting up'))).toEqual([]);
  expect(await sayFor(1000, ['7 app', null])).toEqual([
    'the replica b:5432 is left out: it is not a streaming replica',
  ]);
  expect(await sayFor(1000, new Error('ECONNREFUSED'))).toEqual([]);
  expect(await sayFor(1000, ['7 app', '1-100'])).toEqual(['the replica b:5432 is read from']);
});
