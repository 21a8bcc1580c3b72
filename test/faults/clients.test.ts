import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  DEFAULT_SQLITE,
  launchService,
  removeFolder,
  runFolder,
  type Service,
} from '../contract/harness.js';
import { send } from '../contract/http.js';
import { logIn } from '../contract/use-service.js';

const MB = 1024 * 1024;
const SLOW = 20;

interface Running {
  readonly service: Service;
  readonly token: string;
}

async function start(env: Record<string, string>): Promise<Running> {
  const databaseUrl = DEFAULT_SQLITE;
  const service = await launchService({ example: 'task-manager', databaseUrl, env });
  await service.ready();
  const { body } = await logIn(service.url, ADMIN.username, ADMIN.password);
  return { service, token: (body as { access_token: string }).access_token };
}

const authorized = ({ token }: Running) => ({ authorization: `Bearer ${token}` });

function openSocket({ service }: Running): Socket {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  return socket.on('error', () => undefined);
}

/** Megabytes of memory that a process has. */
function memoryOf({ service }: Running): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

afterAll(() => removeFolder(runFolder()));

let running: Running;
beforeAll(async () => {
  running = await start({ SEND_TIMEOUT: '2s', REQUEST_TIMEOUT: '3s', PAGE_LIMIT: '10mb' });
  const description = 'x'.repeat(9000);
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    title: `task ${index}`,
    description,
  }));
  for (const body of rows)
    await send(running.service.url, 'POST', '/task', { body, headers: authorized(running) });
});
afterAll(() => running.service.dispose());

test('clients that do not read their answers are cut, and cost little until then', async () => {
  const before = memoryOf(running);
  const sockets = Array.from({ length: SLOW }, () => openSocket(running));
  const received = sockets.map(() => 0);
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const [index, socket] of sockets.entries()) {
    socket.on('data', (chunk: Buffer) => (received[index]! += chunk.length)).pause();
    socket.write(
      `GET /task?_end=1000 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${running.token}\r\n\r\n`,
    );
  }
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, memoryOf(running))), 100);
  // Writing does not count as reading.
  const drip = setInterval(() => sockets.forEach((socket) => socket.write('\r\n')), 300);
  // Five seconds for one that waits until another one has been cut, and those in which it is cut itself.
  await sleep(8000);
  clearInterval(sampling);
  clearInterval(drip);
  for (const socket of sockets) socket.resume();
  await Promise.all(closed);
  const each = (most - before) / SLOW;
  const megabytes = Math.max(...received) / MB;
  console.info(
    `| ${SLOW} clients that do not read | cut, after ${megabytes.toFixed(1)} MB at most | ${each.toFixed(1)} MB each |`,
  );
  // Its page has 9 MB.
  for (const size of received) expect(size).toBeLessThan(9_000_000);
  expect(each).toBeLessThan(25);
  expect((await send(running.service.url, 'GET', '/healthz')).status).toBe(200);
});

test('of one user only as much is in memory as a page may have, and others are served', async () => {
  const before = memoryOf(running);
  const ask = () => {
    const socket = openSocket(running).pause();
    socket.write(
      `GET /task?_end=1000 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${running.token}\r\n\r\n`,
    );
    return socket;
  };
  const sockets = Array.from({ length: 60 }, ask);
  const refused = sockets.map(async (socket) => {
    const [head] = (await once(socket, 'readable').then(() => [socket.read()])) as [Buffer | null];
    return String(head).slice(0, 1000);
  });
  const narrow = await send(running.service.url, 'GET', '/task?_end=3', {
    headers: authorized(running),
  });
  expect(narrow.status).toBe(200);
  const heads = await Promise.all(refused);
  const grown = memoryOf(running) - before;
  console.info(`| 60 clients that do not read | ${grown.toFixed(0)} MB |`);
  const busy = heads.filter((head) => /^HTTP\/1\.1 503 /.test(head));
  expect(busy.length).toBeGreaterThan(40);
  for (const head of busy) expect(head).toMatch(/retry-after: \d/i);
  // All of their pages together would have 540 MB.
  expect(grown).toBeLessThan(250);
  for (const socket of sockets) socket.destroy();
});

test('a client that reads slowly, but reads, gets all of it', async () => {
  const socket = openSocket(running);
  socket.write(
    `GET /task?_end=1000 HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${running.token}\r\n\r\n`,
  );
  let size = 0;
  let paused = 0;
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size < (paused + 1) * 2 * MB) return;
    paused += 1;
    socket.pause();
    setTimeout(() => socket.resume(), 1000);
  });
  await once(socket, 'close');
  expect(size).toBeGreaterThan(9_000_000);
});

test('a page that is larger than the limit is refused in words', async () => {
  const { url } = running.service;
  const body = { title: 'large', description: 'é'.repeat(500_000) };
  for (let turn = 0; turn < 2; turn++)
    await send(url, 'POST', '/task', { body, headers: authorized(running) });
  const answer = await send(url, 'GET', '/task?_end=1000&_sort=id&_order=desc', {
    headers: authorized(running),
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    detail: 'The records of this page have more than 10485760 bytes; ask for fewer of them.',
    problems: [{ field: '_end', code: 'page-too-large' }],
  });
  const fewer = await send(url, 'GET', '/task?_end=500', { headers: authorized(running) });
  expect(fewer.status).toBe(200);
});

// What follows waits for the most part, all of it at once.

test.concurrent(
  'a client that takes a little of its answer now and then is cut as well',
  async () => {
    const socket = openSocket(running).pause();
    let received = 0;
    const sip = setInterval(() => {
      const chunk = socket.read() as Buffer | null;
      received += chunk?.length ?? 0;
    }, 300);
    socket.write(
      `GET /task?_end=1000 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${running.token}\r\n\r\n`,
    );
    // Far less than it would need at this pace for 9 MB, of which the system keeps some.
    await sleep(8000);
    clearInterval(sip);
    socket.resume().on('data', (chunk: Buffer) => (received += chunk.length));
    await once(socket, 'close');
    expect(received).toBeLessThan(9_000_000);
  },
);

test.concurrent('clients that write slowly are answered 408, and cut', async () => {
  const began = performance.now();
  const heads = Array.from({ length: SLOW }, () => openSocket(running));
  let text = '';
  heads[0]!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = heads.map((socket) => once(socket.resume(), 'close'));
  for (const socket of heads) socket.write('POST /task HTTP/1.1\r\nhost: x\r\n');
  const drip = setInterval(() => heads.forEach((socket) => socket.write('x: y\r\n')), 500);
  await Promise.all(closed);
  clearInterval(drip);
  const took = performance.now() - began;
  console.info(`| ${SLOW} clients that write slowly | 408, cut after ${Math.round(took)} ms | |`);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(took).toBeLessThan(20_000);
});

test.concurrent(
  'who keeps their half of a connection open after the answer has it cut',
  async () => {
    const port = Number(new URL(running.service.url).port);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const closed = new Promise((resolve) =>
      socket.on('error', () => undefined).on('close', resolve),
    );
    socket.resume().write('this is no HTTP\r\n\r\n');
    await once(socket, 'end');
    // What is written to a connection that is gone is refused by the system.
    const talk = setInterval(() => socket.write('x'), 100);
    await closed;
    clearInterval(talk);
  },
);

/** A balancer's view: it sends nothing any more once the service says that it is not ready. */
async function sendUntilNotReady(
  { service, token }: Running,
  keepAlive: boolean,
): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  const agent = new Agent({ keepAlive, maxSockets: 64 });
  let ready = true;
  const ask = (path: string): Promise<string> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      const outgoing = request(`${service.url}${path}`, { agent, headers }, (incoming) => {
        incoming.resume().once('error', () => resolve('cut'));
        incoming.once('end', () => resolve(String(incoming.statusCode)));
      });
      outgoing.once('error', () => resolve('cut')).end();
    });
  const client = async (): Promise<void> => {
    while (ready) {
      const kind = await ask('/task?_end=3');
      seen[kind] = (seen[kind] ?? 0) + 1;
    }
  };
  const probe = async (): Promise<void> => {
    while ((await ask('/readyz')) === '200') await sleep(100);
    ready = false;
  };
  await Promise.all([probe(), ...Array.from({ length: 16 }, client)]);
  agent.destroy();
  return seen;
}

test.concurrent.each([true, false])(
  'SIGTERM: nobody who heeds /readyz is cut (keep-alive: %s)',
  async (keepAlive) => {
    const stopping = await start({ SHUTDOWN_DELAY: '2s' });
    const { service } = stopping;
    const clients = sendUntilNotReady(stopping, keepAlive);
    await sleep(700);
    const began = performance.now();
    const code = service.stop();
    await sleep(500);
    const during = await send(service.url, 'GET', '/readyz');
    const served = await send(service.url, 'GET', '/healthz');
    const seen = await clients;
    expect(await code).toBe(0);
    const took = performance.now() - began;
    console.info(
      `| SIGTERM, keep-alive ${keepAlive} | ${JSON.stringify(seen)} | ${Math.round(took)} ms |`,
    );
    expect([during.status, during.header('connection')]).toEqual([503, 'close']);
    expect(during.body).toMatchObject({ detail: 'The service is stopping.' });
    expect([served.status, served.header('connection')]).toEqual([200, 'close']);
    expect(Object.keys(seen)).toEqual(['200']);
    expect(took).toBeGreaterThan(2000);
    await service.dispose();
  },
);
