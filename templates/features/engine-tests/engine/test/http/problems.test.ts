import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { conflict, invalid } from '../../problem/problem.js';
import { DatabaseOutage } from '../../database/outage.js';
import { serve } from './serve.js';

const FIELD = { field: 'title', code: 'required', message: 'title is required.' };

test('a problem is answered as it was thrown', async () => {
  const { url, log } = await serve((app) => {
    app.get('/x', (_request, response) => {
      response.setHeader('etag', '"1"');
      throw invalid([FIELD]);
    });
  });
  const answer = await fetch(`${url}/x`, { headers: { 'x-request-id': 'abc-1' } });
  expect(answer.status).toBe(422);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('etag')).toBeNull();
  expect(await answer.json()).toEqual({
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'title is required.',
    message: 'title is required.',
    request_id: 'abc-1',
    errors: { title: 'title is required.' },
    problems: [FIELD],
  });
  expect(log).toEqual([]);
});

test('a field may be called __proto__', async () => {
  const { url } = await serve((app) => {
    app.get('/x', () => {
      throw conflict('no', [{ ...FIELD, field: '__proto__' }]);
    });
  });
  const body = await (await fetch(`${url}/x`)).text();
  expect(body).toContain('"errors":{"__proto__":"title is required."}');
});

test('an unexpected error tells its story to the log alone', async () => {
  const { url, log } = await serve((app) => {
    app.get('/x', async () => {
      await Promise.reject(new Error('SELECT secret FROM /etc/passwd'));
    });
  });
  const answer = await fetch(`${url}/x`);
  const text = await answer.text();
  expect(answer.status).toBe(500);
  expect(text).not.toMatch(/SELECT|passwd|\.ts|at /);
  expect(log.join()).toContain('SELECT secret');
  expect(log.join()).toContain(answer.headers.get('x-request-id'));
});

test.each([
  [{ status: 413, expose: true }, 413, 'their words'],
  [{ statusCode: 402, expose: true, headers: { 'retry-after': '7' } }, 402, 'their words'],
  [{ status: 404, expose: false }, 404, 'Not Found.'],
  [{ status: 409 }, 409, 'Conflict.'],
])(
  'what a middleware refuses with %j is answered so, and is none of the log',
  async (of, status, detail) => {
    const { url, log } = await serve((app) => {
      app.use(() => {
        throw Object.assign(new Error('their words'), of);
      });
    });
    const answer = await fetch(`${url}/x`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('headers' in of ? '7' : null);
    expect(await answer.json()).toMatchObject({ status, detail, message: detail });
    expect(log).toEqual([]);
  },
);

test.each([{ status: 502, expose: true }, { status: 299 }, { status: 499 }, { status: '404' }])(
  'an error with %j is an unexpected one',
  async (of) => {
    const { url, log } = await serve((app) => {
      app.use(() => {
        throw Object.assign(new Error('their words'), of);
      });
    });
    const answer = await fetch(`${url}/x`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('their words');
    expect(log.join()).toContain('their words');
  },
);

test.each([
  ['half of a body', '{"a":', 'application/json', 400],
  ['too large a body', `{"a":"${'x'.repeat(200)}"}`, 'application/json', 413],
  ['an odd charset', '{}', 'application/json; charset=klingon', 415],
])("Express's own reader of bodies refuses %s", async (_what, body, type, status) => {
  const { url, log } = await serve((app) => {
    app.use(express.json({ limit: 100 }));
    app.post('/x', (_request, response) => void response.end());
  });
  const answer = await fetch(`${url}/x`, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(log).toEqual([]);
});

test("a file that is not there is 404, and its path is nobody's business", async () => {
  const { url } = await serve((app) => {
    app.get('/x', (_request, response) => response.sendFile('/srv/secret/place.pdf'));
  });
  const answer = await fetch(`${url}/x`);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain('secret');
});

test.each([
  ['busy', 503, '1'],
  ['unavailable', 503, '5'],
  ['read-only', 503, '10'],
  ['full', 507, '30'],
  ['damaged', 503, '60'],
] as const)(
  'a database that is %s: %i, to be tried again in %s s; the log has the reason',
  async (outage, status, wait) => {
    const { url, log } = await serve((app) => {
      app.get('/x', () => {
        throw new DatabaseOutage(outage, 'canceling statement due to statement timeout');
      });
    });
    const answer = await fetch(`${url}/x`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, wait]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await answer.text()).not.toContain('canceling');
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('canceling statement');
    expect(log[0]).toContain(answer.headers.get('x-request-id'));
  },
);

test('half an answer is cut off, not ended as if it were whole', async () => {
  const { url } = await serve((app) => {
    app.get('/x', (_request, response) => {
      response.write('half');
      throw new Error('late');
    });
  });
  await expect(fetch(`${url}/x`).then((answer) => answer.text())).rejects.toThrow();
});

test.each(['/%zz', '/x/%', '/x/%ff', '//', '/nope', '/__proto__'])('%s', async (path) => {
  const { url } = await serve((app) => {
    app.get('/x/:id', (_request, response) => void response.end());
  });
  const answer = await fetch(url + path);
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
});

test('a request of HTTP/1.0 needs no Host header', async () => {
  const { url } = await serve((app) => {
    app.get('/x', (_request, response) => void response.end('here'));
  });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /x HTTP/1.0\r\n\r\n');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 200 [^]*here$/);
});

test.each([
  ['no HTTP at all\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['GET /unaddressed HTTP/1.1\r\n\r\n', 400],
  ['POST /expecting HTTP/1.1\r\nhost: x\r\nexpect: foo\r\ncontent-length: 1\r\n\r\n', 417],
])('%.20j', async (message, status) => {
  const { url } = await serve(() => {});
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(message);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(text).toContain('application/problem+json');
  expect(text).toMatch(/x-request-id: \S+/);
});
