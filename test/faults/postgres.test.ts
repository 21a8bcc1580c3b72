import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ADMIN,
  launchService,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { send } from '../contract/http.js';
import { logIn } from '../contract/use-service.js';
import { FaultyPostgres } from './faulty-postgres.js';
import { observe, recovered, tell, type Watcher } from './observe.js';
import { fill, smallDisk } from './small-disk.js';
import { SilentProxy } from './silent-proxy.js';

/** Short, so that each bound is met within seconds; a machine at work gets this much longer. */
const LIMITS = {
  DATABASE_POOL_SIZE: '4',
  DATABASE_CONNECT_TIMEOUT: '2s',
  DATABASE_LOCK_TIMEOUT: '5s',
  DATABASE_SILENCE_TIMEOUT: '2s',
  STATEMENT_TIMEOUT: '8s',
};
const SLACK = 6000;

let postgres: FaultyPostgres;
let proxy: SilentProxy;
let service: Service;
let clients: Watcher;

beforeAll(async () => {
  postgres = await FaultyPostgres.start('max_connections=20', 'superuser_reserved_connections=3');
  proxy = await SilentProxy.to(postgres.port);
  const databaseUrl = await postgres.createDatabase('app', proxy.port);
  const env = { ...LIMITS, LOG_LEVEL: 'warn' };
  service = await launchService({ example: 'task-manager', databaseUrl, env });
  await service.ready();
  const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
  const { access_token: token } = body as { access_token: string };
  clients = { url: service.url, token, output: () => service.output };
}, 120_000);
afterAll(async () => {
  await service.dispose();
  await proxy.close();
  await postgres.down();
  removeFolder(runFolder());
});
beforeEach(() => recovered(clients, 20_000));

test('a restart: 503 to reads and writes alike, and back by itself', async () => {
  const seen = await observe(clients, async () => {
    await sleep(300);
    await postgres.down();
    await sleep(2000);
    await postgres.up();
    await sleep(1000);
  });
  const back = await recovered(clients, SLACK);
  tell('restart, 2 s down', seen, back);
  expect(seen.bad).toEqual([]);
  expect(seen.counts).toMatchObject({
    'GET 503': expect.anything(),
    'POST 503': expect.anything(),
  });
  expect(seen.ready).toContain(503);
  expect(seen.alive).toEqual([200]);
  expect(service.output).toMatch(/"reason":"[^"]+","msg":"not ready"/);
});

test('a backend that dies takes the server along for a moment', async () => {
  const seen = await observe(clients, async () => {
    await sleep(300);
    postgres.killBackend('app');
    await sleep(1500);
  });
  tell('kill -9 of a backend', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.alive).toEqual([200]);
});

test('terminated connections are replaced', async () => {
  const seen = await observe(clients, async () => {
    for (let turn = 0; turn < 5; turn++) {
      await sleep(200);
      await postgres.run(
        'postgres',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'app'`,
      );
    }
  });
  tell('pg_terminate_backend x5', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
});

test('a connection that ends as soon as it begins takes nobody along', async () => {
  const seen = await observe(clients, async () => {
    proxy.endAtOnce(6);
    await postgres.run(
      'postgres',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'app'`,
    );
    await sleep(1000);
  });
  tell('6 connections ended as they began', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.alive).toEqual([200]);
});

test('a server that is frozen: nobody waits for its end', async () => {
  const frozen = 9000;
  const seen = await observe(clients, async () => {
    await sleep(300);
    postgres.signal('SIGSTOP');
    await sleep(frozen);
    postgres.signal('SIGCONT');
  });
  tell('frozen (SIGSTOP)', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.slowest).toBeLessThan(frozen + SLACK);
  expect(seen.counts).toMatchObject({
    'GET 503': expect.anything(),
    'POST 503': expect.anything(),
  });
  expect(seen.ready).toContain(503);
});

test('connections that the network has forgotten are replaced within seconds', async () => {
  const seen = await observe({ ...clients, clients: 12 }, async () => {
    await sleep(300);
    proxy.forget();
    await sleep(6000);
  });
  const back = await recovered(clients, SLACK);
  tell('black hole, new connections work', seen, back);
  expect(seen.bad).toEqual([]);
  // 2 s of silence, a look each second, an answer of the server.
  expect(seen.slowest).toBeLessThan(5000 + SLACK);
  expect(seen.counts['GET 200']).toBeGreaterThan(0);
});

test('what a forgotten connection had locked is free again', async () => {
  const { url, token } = clients;
  const headers = { authorization: `Bearer ${token}` };
  const make = async (path: string, body: object): Promise<number> => {
    const made = await send(url, 'POST', path, { body, headers });
    return (made.body as { id: number }).id;
  };
  const task = await make('/task', { title: 'locked' });
  const project = await make('/project', { name: 'held' });
  // Held by another, so that the service's own transaction has locked the task, and is in the midst of its work.
  const other = await postgres.connect('app');
  await other.query(`BEGIN; SELECT 1 FROM project WHERE id = ${project} FOR UPDATE`);
  const lost = { body: { title: 'lost', project_id: project }, headers };
  const change = send(url, 'PATCH', `/task/${task}`, lost);
  await sleep(300);
  proxy.forget();
  await other.query('COMMIT');
  await other.end();
  expect((await change).status).toBe(503);
  const again = await send(url, 'PATCH', `/task/${task}`, { body: { title: 'free' }, headers });
  expect(again.status).toBe(200);
  expect(again.record).toMatchObject({ title: 'free', project_id: null });
});

test('a long statement is none of them', async () => {
  const other = await postgres.connect('app');
  await other.query('BEGIN; LOCK TABLE project IN ACCESS EXCLUSIVE MODE');
  const { url, token } = clients;
  const headers = { authorization: `Bearer ${token}` };
  const waiting = send(url, 'GET', '/project', { headers });
  // Longer than the silence after which the server is asked, shorter than the limit to locks.
  await sleep(4200);
  await other.query('COMMIT');
  await other.end();
  expect((await waiting).status).toBe(200);
});

test('a lock on a table: 503 after a bounded wait, and healthy all the while', async () => {
  const other = await postgres.connect('app');
  const { url, token } = clients;
  const seen = await observe(clients, async () => {
    await other.query('BEGIN; LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
    await sleep(6500);
    await other.query('COMMIT');
  });
  await other.end();
  tell('LOCK TABLE for 6.5 s', seen, await recovered({ url, token }, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.counts).toMatchObject({
    'GET 503': expect.anything(),
    'POST 503': expect.anything(),
  });
  // The health check has a connection of its own.
  expect(seen.ready).toEqual([200]);
  expect(seen.slowest).toBeLessThan(7000 + SLACK);
});

/** Lists of one user that wait for a lock, until they are left; `while` gets how many statements wait. */
async function withSlowLists(
  { url, token }: Watcher,
  meanwhile: (count: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const other = await postgres.connect('app');
  await other.query('BEGIN; LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
  // A transaction would go on seeing the activity that it has seen first.
  const watcher = await postgres.connect('app');
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = 'app' AND wait_event_type = 'Lock'`;
  const count = async (): Promise<number> =>
    (await watcher.query<{ count: number }>(waiting)).rows[0]!.count;
  // Each has a total of its own: what is counted for one is not counted for another at the same time.
  const lists = Array.from({ length: 20 }, (_, at) =>
    request(`${url}/task?title=${at}&_end=3`, { headers: { authorization: `Bearer ${token}` } })
      .on('error', () => undefined)
      .end(),
  );
  while ((await count()) === 0) await sleep(10);
  const began = performance.now();
  await meanwhile(count);
  for (const list of lists) list.destroy();
  while ((await count()) > 0) await sleep(10);
  // They would have waited for the lock for five seconds.
  expect(performance.now() - began).toBeLessThan(3000);
  await other.query('COMMIT');
  await Promise.all([other.end(), watcher.end()]);
}

test('lists that take long end with their clients', async () => {
  await withSlowLists(clients, async (count) => {
    while ((await count()) < 4) await sleep(10);
  });
});

test('lists of one user that take long, where reads are fair: everything else goes on', async () => {
  const features = ['fair-reads'];
  const databaseUrl = postgres.url('app', proxy.port);
  const options = { example: 'task-manager', features, databaseUrl, env: LIMITS } as const;
  const fair = await launchService(options);
  await fair.ready();
  const { url } = fair;
  await withSlowLists({ ...clients, url }, async (count) => {
    const began = performance.now();
    const headers = { authorization: `Bearer ${clients.token}` };
    const made = await send(url, 'POST', '/project', { body: { name: 'meanwhile' }, headers });
    const { id } = made.body as { id: number };
    expect([made.status, (await send(url, 'GET', `/project/${id}`, { headers })).status]).toEqual([
      201, 200,
    ]);
    expect(performance.now() - began).toBeLessThan(1000);
    // One user has a third of four connections.
    expect(await count()).toBe(1);
  });
  await fair.dispose();
});

test('slots that others have taken: 503, and readiness tells of the server, not of them', async () => {
  const others: Awaited<ReturnType<FaultyPostgres['connect']>>[] = [];
  const take = async (): Promise<void> => {
    await postgres.connect('postgres').then(
      (client) => others.push(client),
      () => undefined,
    );
  };
  await take();
  const seen = await observe({ ...clients, clients: 12 }, async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 20 }, take));
      await others[0]!.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = 'app' AND query NOT LIKE '%transaction_read_only%'`,
      );
    }
    await Promise.all(Array.from({ length: 20 }, take));
    await sleep(1500);
  });
  await Promise.all(others.map((client) => client.end()));
  tell('all slots taken', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
  expect((seen.counts['GET 503'] ?? 0) + (seen.counts['POST 503'] ?? 0)).toBeGreaterThan(0);
  expect(seen.ready).toEqual([200]);
});

test('a server that takes no changes: reads go on, writes are 503, and it is not ready', async () => {
  const setting = async (value: string): Promise<void> => {
    await postgres.run('postgres', `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await postgres.run('postgres', 'SELECT pg_reload_conf()');
  };
  const seen = await observe(clients, async () => {
    await setting('on');
    await sleep(1500);
  });
  const off = await postgres.connect('postgres');
  await off.query('SET default_transaction_read_only = off');
  await off.query('ALTER SYSTEM RESET default_transaction_read_only');
  await off.query('SELECT pg_reload_conf()');
  await off.end();
  tell('read-only', seen, await recovered(clients, SLACK));
  expect(seen.bad).toEqual([]);
  expect(seen.counts['POST 503']).toBeGreaterThan(0);
  expect(Object.keys(seen.counts)).not.toContain('GET 503');
  expect(seen.ready.at(-1)).toBe(503);
});

test('a full disk: 507 to writes; reads go on; back when there is room', async ({ skip }) => {
  const disk = smallDisk(16);
  if (!disk) return skip('a disk that can be filled needs root');
  const filler = join(disk, 'filler');
  // The server wants a folder of its own.
  const place = join(disk, 'tables');
  mkdirSync(place);
  chownSync(place, postgres.user, postgres.user);
  await postgres.run('app', `CREATE TABLESPACE small LOCATION '${place}'`);
  await postgres.run('app', 'ALTER TABLE task SET TABLESPACE small');
  const seen = await observe(clients, async () => {
    await sleep(300);
    fill(filler);
    await sleep(2500);
  });
  rmSync(filler);
  // Remembered for a while: no question tells of the disk.
  const back = await recovered(clients, 10_000 + SLACK);
  await postgres.run('app', 'ALTER TABLE task SET TABLESPACE pg_default');
  await postgres.run('app', 'DROP TABLESPACE small');
  tell('full disk', seen, back);
  expect(seen.bad).toEqual([]);
  expect(seen.counts['POST 507']).toBeGreaterThan(0);
  expect(Object.keys(seen.counts)).not.toContain('GET 507');
  expect(seen.ready.at(-1)).toBe(503);
});

test('a deadlock is played again, and nobody hears of it', async () => {
  const { url, token } = clients;
  const headers = { authorization: `Bearer ${token}` };
  const make = async (path: string, body: object): Promise<number> => {
    const made = await send(url, 'POST', path, { body, headers });
    return (made.body as { id: number }).id;
  };
  const task = await make('/task', { title: 'mine' });
  const project = await make('/project', { name: 'theirs' });
  const deadlocks = `SELECT deadlocks FROM pg_stat_database WHERE datname = 'app'`;
  const other = await postgres.connect('app');
  const before = await other.query<{ deadlocks: string }>(deadlocks);
  // Whoever notices it first gives way: the service.
  await other.query(`SET deadlock_timeout = '20s'`);
  await other.query(`BEGIN; SELECT 1 FROM project WHERE id = ${project} FOR UPDATE`);
  const change = send(url, 'PATCH', `/task/${task}`, { body: { project_id: project }, headers });
  await sleep(300);
  await other.query(`UPDATE task SET title = 'theirs' WHERE id = ${task}`);
  await other.query('COMMIT');
  expect((await change).record).toMatchObject({ title: 'theirs', project_id: project });
  await sleep(1200);
  const after = await other.query<{ deadlocks: string }>(deadlocks);
  await other.end();
  expect(Number(after.rows[0]!.deadlocks)).toBeGreaterThan(Number(before.rows[0]!.deadlocks));
  tell('deadlock with another client', { counts: { 'PATCH 200': 1 }, slowest: 0, ready: [] });
});
