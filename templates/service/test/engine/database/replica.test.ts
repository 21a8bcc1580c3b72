import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { HealthConnection } from '../../../src/engine/database/postgres/connection-watch.js';
import { Replica } from '../../../src/engine/database/postgres/replicas.js';

/** A replica whose server gives these answers, one after the other. */
function replicaThatSays(...answers: readonly unknown[]): Replica {
  const left = [...answers];
  const ask = () => {
    const answer = left.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([answer]);
  };
  const pool = Object.assign(new EventEmitter(), { options: { max: 10 } }) as unknown as Pool;
  return new Replica('b:5432', pool, { ask } as unknown as HealthConnection);
}

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
