import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackOffice } from '../../http/back-office.js';
import { serve, type Served } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'service-web-'));
const dist = join(folder, 'dist');
let served: Served;

beforeAll(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(dist, '.hidden'), 'secret');
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>index</title>');
  writeFileSync(join(dist, 'icon.svg'), '<svg/>');
  for (const [ending, text] of [
    ['', 'plain'],
    ['.br', 'brotli'],
    ['.gz', 'gzipped'],
  ] as const)
    writeFileSync(join(dist, `assets/index-B1c2D3e4.js${ending}`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Exactly this path: fetch would tidy it up. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  served = await serve((app) => {
    app.use('/admin', createBackOffice(dist));
  });
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const outgoing = request(served.url, { path, headers, method }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, text, headers: answer.headers }),
        );
      });
      outgoing.on('error', reject);
      outgoing.end();
    },
  );
}

test.each(['/admin/', '/admin/task', '/admin/task/1/show', '/admin/index.html'])(
  '%s is the index page, with its policy, not cached blindly',
  async (path) => {
    const { status, text, headers } = await get(path);
    expect([status, text]).toEqual([200, '<!doctype html><title>index</title>']);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("script-src 'self';") as string,
    });
  },
);

test.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzipped'],
  ['br;q=0, gzip', 'gzip', 'gzipped'],
  ['identity', undefined, 'plain'],
])('hashed assets: Accept-Encoding %s', async (accept, encoding, text) => {
  const answer = await get('/admin/assets/index-B1c2D3e4.js', { 'accept-encoding': accept });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': String(text.length),
    vary: expect.stringContaining('Accept-Encoding') as string,
  });
  expect(answer.headers['content-encoding']).toBe(encoding);
});

test('a file that the caller has: 304; HEAD: no body', async () => {
  const first = await get('/admin/icon.svg');
  expect(first.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
  });
  const tag = first.headers['etag'] as string;
  expect(await get('/admin/icon.svg', { 'if-none-match': tag })).toMatchObject({
    status: 304,
    text: '',
  });
  expect(await get('/admin/icon.svg', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
});

test('a part of a file: 206, of its compressed copy, too; one that is not there: 416', async () => {
  const path = '/admin/assets/index-B1c2D3e4.js';
  expect(await get(path, { range: 'bytes=1-2' })).toMatchObject({
    status: 206,
    text: 'la',
    headers: { 'content-range': 'bytes 1-2/5', 'content-length': '2' },
  });
  expect(await get(path, { range: 'bytes=2-3', 'accept-encoding': 'gzip' })).toMatchObject({
    status: 206,
    text: 'ip',
    headers: { 'content-encoding': 'gzip' },
  });
  expect(await get(path, { range: 'bytes=9-' })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */5', 'content-type': expect.stringContaining('problem') },
  });
});

test.each([
  '/admin/../secret.txt',
  '/admin/..%2Fsecret.txt',
  '/admin/%2e%2e/secret.txt',
  '/admin/assets/../../secret.txt',
  '/admin/..%5Csecret.txt',
  '/admin//etc/passwd',
  '/admin/.hidden',
  '/admin/assets',
  '/admin/%00',
  '/admin/__proto__',
])('%s gives nothing but the index page', async (path) => {
  const { status, text } = await get(path);
  expect([200, 404]).toContain(status);
  expect(text).not.toContain('secret');
  expect(text).not.toContain('root:');
});

test('a hashed file of an earlier build is 404, not the page', async () => {
  expect(await get('/admin/assets/index-0ldBu1ld.js')).toMatchObject({ status: 404 });
});

test('another method: 405; without a build: 503 with the command', async () => {
  expect(await get('/admin/', {}, 'POST')).toMatchObject({ status: 405 });
  rmSync(join(dist, 'index.html'));
  const { status, text } = await get('/admin/task');
  expect([status, text]).toEqual([503, expect.stringContaining('npm run build')]);
});
