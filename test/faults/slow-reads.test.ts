import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'node:http';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  launchService,
  makeFolder,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { send, type Answer } from '../contract/http.js';
import { logIn } from '../contract/use-service.js';

const ROWS = 200_000;
/** The worst that a user with `list` can ask for; `n` has no total remembered. */
const WORST: readonly ((n: number) => string)[] = [
  (n) => `/task?_sort=description&_start=${ROWS - 100 - n}&_end=${ROWS - 75 - n}`,
  (n) => `/task?planned_work_hours__ilike=${100 + n}&_end=25`,
  (n) => `/task?description__ilike=nowhere%20${n}&_end=25`,
];

let service: Service;
let headers: Record<string, string>;

beforeAll(async () => {
  const file = join(makeFolder('slow-reads'), 'app.db');
  service = await launchService({ example: 'task-manager', databaseUrl: `sqlite:${file}` });
  await service.ready();
  const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
  headers = { authorization: `Bearer ${(body as { access_token: string }).access_token}` };
  const other = new Sqlite(file);
  other.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO task (title, description, status, priority, planned_work_hours)
    SELECT 'Task ' || i, 'What has to be done for number ' || (i * 7919 % ${ROWS}), 'todo', 'low', i % 16 FROM n`);
  other.close();
  // The first slow read starts a reader.
  await ask(WORST[1]!(999));
}, 120_000);
afterAll(async () => {
  await service?.dispose();
  removeFolder(runFolder());
});

const ask = (path: string): Promise<Answer> => send(service.url, 'GET', path, { headers });

test('four clients with the slowest reads hold up nobody', async () => {
  let over = 0;
  const slow: { path: string; status: number; between: number }[] = [];
  let answered = 0;
  const clients = [0, 1, 2, 3].map(async (first) => {
    for (let n = first; n < 12; n += 4) {
      const before = answered;
      const path = WORST[n % WORST.length]!(n);
      const { status } = await ask(path);
      slow.push({ path, status, between: answered - before });
    }
    over += 1;
  });
  while (over < clients.length) {
    for (const path of ['/healthz', '/task/4711']) {
      expect((await ask(path)).status).toBe(200);
      answered += 1;
    }
    await sleep(5);
  }
  await Promise.all(clients);
  expect(slow.map(({ status }) => status)).toEqual(Array(12).fill(200));
  // On the event loop no other request is answered from the begin of a count or page to its end: between them, that is at
  // most a few. How many there could be is a matter of the machine.
  for (const { path, between } of slow) expect(between, path).toBeGreaterThan(4);
});

test('a read ends when its client leaves', async () => {
  const path = WORST[0]!(50);
  const began = performance.now();
  expect((await ask(path)).status).toBe(200);
  const alone = performance.now() - began;
  const before = readers();
  const outgoing = request(`${service.url}${WORST[0]!(51)}`, { headers }).on('error', () => {});
  outgoing.end();
  await sleep(alone / 4);
  expect(readers()).toEqual(before);
  const left = performance.now();
  outgoing.destroy();
  while (before.every((pid) => readers().includes(pid))) await sleep(10);
  expect(performance.now() - left).toBeLessThan(alone / 2);
  expect(service.output).not.toContain('"level":50');
});

/** Process ids of the service's readers. */
const readers = (): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('reader-process'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === service.child.pid)
    .map(([pid]) => pid!);
