import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { apiPrefix, endpoint } from '../../http/endpoint.js';
import { closeServer } from '../../http/serve.js';
import {
  HSTS_SUBDOMAINS,
  cors,
  loopbackOnly,
  securityHeaders,
} from '../../http/security-headers.js';
import { isLoopback } from '../../settings/settings.js';
import { requestLog } from '../../http/request-log.js';
import { serve } from './serve.js';

test('the prototypes of requests and responses are never swapped, and Express works whole', async () => {
  const { url } = await serve((app) => {
    app.use((request, response, next) => {
      const before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
      expect(before).toEqual([app.request, app.response]);
      next();
    });
    app.get('/x/:id', (request, response) => {
      response.json([request.params.id, request.query, request.ip, request.get('a'), request.path]);
    });
  });
  const answer = await fetch(`${url}/x/1?q=2`, { headers: { a: 'b' } });
  expect(await answer.json()).toEqual(['1', { q: '2' }, '127.0.0.1', 'b', '/x/1']);
});

test.each([
  ['https', true, 'max-age=31536000; includeSubDomains'],
  ['https', false, 'max-age=31536000'],
  ['http', true, null],
])('%s, for subdomains %s: Strict-Transport-Security is %s', async (scheme, isWide, policy) => {
  const { url } = await serve((app) => {
    app.set('trust proxy', 1);
    if (isWide) app.enable(HSTS_SUBDOMAINS);
    app.use(securityHeaders);
    app.get('/x', (_request, response) => void response.json(1));
  });
  const { headers } = await fetch(`${url}/x`, { headers: { 'x-forwarded-proto': scheme } });
  expect(headers.get('strict-transport-security')).toBe(policy);
});

test.each([
  ['/api/x?a=1', '/api', '/x?a=1'],
  ['/x', '', '/x'],
  ['/api', '/api', '/'],
  ['/api?a=1', '/api', '/?a=1'],
  ['/apix', '', '/apix'],
  ['/api/api/x', '/api', '/api/x'],
  ['/api//x', '/api', '//x'],
  ['//api/x', '', '//api/x'],
  ['/API/x', '', '/API/x'],
])('%s', async (path, mountedAt, url) => {
  const { url: base } = await serve((app) => {
    app.use(apiPrefix);
    app.use((request, response) => void response.json([request.mountedAt, request.url]));
  });
  expect(await (await fetch(base + path)).json()).toEqual([mountedAt, url]);
});

test('endpoint: 405 with Allow, HEAD, OPTIONS, all before what comes before the handler', async () => {
  const { url } = await serve((app) => {
    const router = express.Router({ caseSensitive: true, strict: true });
    endpoint(
      router,
      '/x',
      { get: (_request, response) => void response.end('got'), put: () => {} },
      (_request, response) => void response.status(401).end(),
    );
    endpoint(router, '/y', { get: (_request, response) => void response.end('got') });
    app.use(router);
  });
  for (const method of ['POST', 'DELETE', 'PROPFIND']) {
    const answer = await fetch(`${url}/x`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, OPTIONS']);
  }
  expect((await fetch(`${url}/x`)).status).toBe(401);
  expect((await fetch(`${url}/x/`)).status).toBe(404);
  const options = await fetch(`${url}/x`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT, OPTIONS']);
  const head = await fetch(`${url}/y`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('CORS by a list names the origin only to those on it', async () => {
  const { url } = await serve((app) => {
    app.use(cors(['https://a.example']));
  });
  const allowed = async (origin: string, method = 'GET') => {
    const headers = { origin, 'access-control-request-method': 'PATCH' };
    const answer = await fetch(`${url}/nope`, { method, headers });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };
  expect(await allowed('https://a.example')).toEqual([404, 'https://a.example']);
  expect(await allowed('https://b.example')).toEqual([404, null]);
  expect(await allowed('null')).toEqual([404, null]);
  expect(await allowed('https://a.example', 'OPTIONS')).toEqual([204, 'https://a.example']);
  expect(await allowed('https://b.example', 'OPTIONS')).toEqual([204, null]);
});

test('CORS lets pages send and read the headers of features beside those of every service', async () => {
  const { url } = await serve((app) => {
    app.use(cors(['*'], { sent: ['x-own'], read: ['x-told'] }));
  });
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'PATCH' };
  const answer = await fetch(`${url}/nope`, { method: 'OPTIONS', headers });
  expect([
    answer.headers.get('access-control-allow-headers'),
    answer.headers.get('access-control-expose-headers'),
  ]).toEqual([
    expect.stringMatching(/^authorization, .*, x-request-id, x-own$/),
    expect.stringMatching(/^x-total-count, .*, x-request-id, x-told$/),
  ]);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['LocalHost', true],
  ['app.localhost', true],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
])('isLoopback(%s): %s', (host, expected) => expect(isLoopback(host)).toBe(expected));

test('without authentication only this machine is answered', async () => {
  const { url } = await serve((app) => {
    app.use(loopbackOnly);
    app.use((_request, response) => void response.end());
  });
  const { request } = await import('node:http');
  const ask = (headers: Record<string, string>) =>
    new Promise((resolve) => {
      request(url, { headers }, (answer) => resolve(answer.resume().statusCode)).end();
    });
  expect(await ask({})).toBe(200);
  expect(await ask({ host: 'localhost:3000' })).toBe(200);
  expect(await ask({ host: 'evil.example' })).toBe(403);
  expect(await ask({ origin: 'https://evil.example' })).toBe(403);
  expect(await ask({ origin: 'null' })).toBe(403);
  expect(await ask({ origin: 'http://localhost:5173' })).toBe(200);
});

test('a log line holds who, what, how long; no query, no header, no body', async () => {
  const lines: string[] = [];
  const logger = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const { url } = await serve((app) => {
    app.use(requestLog(logger));
    app.use((request, response) => {
      request.currentUser = { id: 7, username: 'anna', roles: [], tenants: [] };
      response.status(201).end();
    });
  });
  const headers = { authorization: 'Bearer secret', 'x-request-id': 'id-1' };
  await fetch(`${url}/task?title=private`, { method: 'POST', headers, body: 'hidden' });
  await sleep(20);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toEqual({
    level: 30,
    time: expect.any(Number) as number,
    request_id: 'id-1',
    user_id: 7,
    method: 'POST',
    path: '/task',
    status: 201,
    ms: expect.any(Number) as number,
  });
});

test('closing lets what runs finish, and waits for no idle connection', async () => {
  const { url, server } = await serve((app) => {
    app.get('/slow', async (_request, response) => {
      await sleep(300);
      response.end('done');
    });
    app.get('/quick', (_request, response) => void response.end('done'));
  });
  server.keepAliveTimeout = 60_000;
  await (await fetch(`${url}/quick`)).text();
  const slow = fetch(`${url}/slow`).then((answer) => answer.text());
  await sleep(100);
  const started = performance.now();
  const closed = closeServer(server, { delay: 0, grace: 5000 });
  await expect(fetch(`${url}/quick`)).rejects.toThrow();
  expect(await slow).toBe('done');
  await closed;
  expect(performance.now() - started).toBeLessThan(1500);
});

test('closing cuts off what takes too long', async () => {
  const { url, server } = await serve((app) => {
    app.get('/never', () => {});
  });
  const never = fetch(`${url}/never`);
  await sleep(50);
  await Promise.all([
    closeServer(server, { delay: 0, grace: 200 }),
    expect(never).rejects.toThrow(),
  ]);
});

const ASKED = 'GET /quick HTTP/1.1\r\nHost: a.example\r\n\r\n';
/** What has come on connections, piece by piece. */
const UNHEARD: Readonly<Record<string, readonly string[]>> = {
  'nothing, as browsers keep some': [],
  'half a request': ['GET /qu'],
  'half a request after a whole one': [ASKED, 'GET /qu'],
  'not all of a body that nobody waits for': [
    'POST /unread HTTP/1.1\r\nHost: a.example\r\nContent-Length: 10\r\n\r\nabc',
  ],
};

test('closing waits for no connection on which nothing is being answered', async () => {
  const { url, server } = await serve((app) => {
    app.get('/quick', (_request, response) => void response.send('quick'));
    app.post('/unread', (_request, response) => void response.send('unread'));
    app.get('/slow', async (_request, response) => {
      await sleep(2000);
      response.send('done');
    });
  });
  const gone = new Map<string, number>();
  for (const [name, parts] of Object.entries(UNHEARD)) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('close', () => gone.set(name, performance.now() - started));
    socket.on('error', () => undefined).resume();
    for (const part of parts) {
      socket.write(part);
      await sleep(50);
    }
  }
  const slow = fetch(`${url}/slow`).then((answer) => answer.text());
  await sleep(100);
  const started = performance.now();
  const closed = closeServer(server, { delay: 0, grace: 8000 });
  expect(await slow).toBe('done');
  expect([...gone.keys()].sort()).toEqual(Object.keys(UNHEARD).sort());
  await closed;
  expect(performance.now() - started).toBeLessThan(4000);
});

test('Node counts the bytes that the operating system has taken from a socket', async () => {
  const sockets: object[] = [];
  const { url } = await serve((app) => {
    app.get('/', (request, response) => {
      sockets.push(request.socket);
      response.send('taken');
    });
  });
  await fetch(url);
  const { _handle: handle } = sockets[0] as { _handle?: Record<string, unknown> };
  expect(handle?.bytesWritten).toBeGreaterThan(0);
  expect(handle?.writeQueueSize).toBe(0);
});
