import { request as httpRequest, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  jsonObject,
  readBytes,
  readJson,
  readOptionalJson,
  sizeText,
  streamBytes,
} from '../../http/read-body.js';
import { serve } from './serve.js';

const LIMIT = 100_000;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objectOf = (names: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, at) => [`n${at}`, 1])));

const served = () =>
  serve((app) => {
    app.all('/any', async (request, response) => {
      response.json({ body: await readJson(request, LIMIT) });
    });
    app.all('/optional', async (request, response) => {
      response.json({ body: (await readOptionalJson(request, LIMIT)) ?? 'nothing' });
    });
    app.all('/object', async (request, response) => {
      response.json(jsonObject(await readJson(request, LIMIT)));
    });
  });

const JSON_TYPE = 'application/json';

test.each<[string, string, string | undefined, string | Buffer, number]>([
  ['an object', 'POST', JSON_TYPE, '{"a":1}', 200],
  ['with a charset', 'POST', 'Application/JSON; charset=UTF-8', '{"a":1}', 200],
  ['a list', 'POST', JSON_TYPE, '[1]', 200],
  ['merge patch on PATCH', 'PATCH', 'application/merge-patch+json', '{}', 200],
  ['merge patch on PUT', 'PUT', 'application/merge-patch+json', '{}', 415],
  ['a form', 'POST', 'application/x-www-form-urlencoded', 'a=1', 415],
  ['text', 'POST', 'text/plain', '{}', 415],
  ['no type', 'POST', undefined, '{}', 415],
  ['another charset', 'POST', 'application/json; charset=latin1', '{}', 415],
  ['almost JSON', 'POST', 'application/json5', '{}', 415],
  ['malformed', 'POST', JSON_TYPE, '{"a":', 400],
  ['empty', 'POST', JSON_TYPE, '', 400],
  ['not UTF-8', 'POST', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), 400],
  ['too large', 'POST', JSON_TYPE, `"${'x'.repeat(LIMIT)}"`, 413],
  ['just not too large', 'POST', JSON_TYPE, `"${'x'.repeat(LIMIT - 2)}"`, 200],
  ['too large, of another type', 'POST', 'text/plain', 'x'.repeat(LIMIT * 2), 415],
  ['too large and malformed', 'POST', JSON_TYPE, 'x'.repeat(LIMIT * 2), 413],
  ['too deep', 'POST', JSON_TYPE, nested(101), 400],
  ['just not too deep', 'POST', JSON_TYPE, nested(100), 200],
  ['an object of too many names', 'POST', JSON_TYPE, `[{},${objectOf(5001)}]`, 400],
  ['just not too many names', 'POST', JSON_TYPE, objectOf(5000), 200],
  ['many objects of one name', 'POST', JSON_TYPE, `[${'{"n":1},'.repeat(9000)}{}]`, 200],
  ['many colons in a text', 'POST', JSON_TYPE, JSON.stringify(':'.repeat(9000)), 200],
  ['many brackets in a text', 'POST', JSON_TYPE, JSON.stringify('['.repeat(400) + '\\"'), 200],
])('%s', async (_, method, type, body, status) => {
  const { url } = await served();
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const bytes = new Uint8Array(Buffer.from(body));
  const answer = await fetch(`${url}/any`, { method, headers, body: bytes });
  expect(answer.status).toBe(status);
});

test('compressed bodies are refused: they may be larger than they look', async () => {
  const { url } = await served();
  const headers = { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' };
  const answer = await fetch(`${url}/any`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(415);
});

test.each([
  [undefined, 'The body is too large: at most 50 KB, by the setting BODY_LIMIT.'],
  ['IMPORT_LIMIT', 'The body is too large: at most 50 KB, by the setting IMPORT_LIMIT.'],
  [null, 'The body is too large: at most 50 KB.'],
])('what is too large is told with what is allowed, by %s', async (setting, text) => {
  const request = Object.assign(new PassThrough(), { headers: { 'content-length': '60000' } });
  const refused = readBytes(request as unknown as IncomingMessage, 51_200, setting);
  await expect(refused).rejects.toMatchObject({ status: 413, detail: text });
});

test('a size is told as settings have it, and none as more than it is', () => {
  const sizes = [500, 1024, 20_000, 1024 ** 2 - 1, 1024 ** 2, 20 * 1024 ** 2, 1024 ** 3];
  expect(sizes.map(sizeText)).toEqual([
    '500 bytes',
    '1 KB',
    '19.5 KB',
    '1023.9 KB',
    '1 MB',
    '20 MB',
    '1024 MB',
  ]);
});

test('a stream without a length is cut at the limit, and the connection lives on', async () => {
  const { url } = await served();
  const send = (bytes: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const outgoing = httpRequest(`${url}/any`, {
        method: 'POST',
        headers: { 'content-type': JSON_TYPE, 'transfer-encoding': 'chunked' },
      });
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode));
      outgoing.on('error', reject);
      outgoing.end(Buffer.alloc(bytes, 'x'));
    });
  expect(await send(5_000_000)).toBe(413);
  expect(await send(10)).toBe(400);
});

test('nothing is no body where none is needed', async () => {
  const { url } = await served();
  const ask = async (init: RequestInit) => {
    const answer = await fetch(`${url}/optional`, { method: 'POST', ...init });
    return [answer.status, ((await answer.json()) as { body?: unknown }).body];
  };
  const headers = { 'content-type': JSON_TYPE };
  expect(await ask({})).toEqual([200, 'nothing']);
  expect(await ask({ headers })).toEqual([200, 'nothing']);
  expect(await ask({ headers, body: '{"a":1}' })).toEqual([200, { a: 1 }]);
  expect((await ask({ body: 'x' }))[0]).toBe(415);
});

test.each(['[]', 'null', '"x"', '1', 'true'])('%s is no object: 422', async (body) => {
  const { url } = await served();
  const headers = { 'content-type': JSON_TYPE };
  expect((await fetch(`${url}/object`, { method: 'POST', headers, body })).status).toBe(422);
});

test('an integer that would lose digits is refused where it is stored, and left to code of the project', async () => {
  const { url } = await served();
  const ask = (path: string) => {
    const body = '{"a":"9007199254740993","data":{"id":9007199254740993}}';
    return fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': JSON_TYPE }, body });
  };
  const refused = await ask('/any');
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail:
      'data contains 9007199254740993, which would lose digits: send at most 9007199254740991, or a string.',
    problems: [{ field: 'data', code: 'digits' }],
  });
  expect((await ask('/optional')).status).toBe(200);
});

test('a body of quotes and backslashes takes no longer than another of its size', async () => {
  const { url } = await serve((app) => {
    app.all('/large', async (request, response) => {
      response.json({ body: await readJson(request, 1_000_000) });
    });
  });
  const body = '['.repeat(201) + '"' + '\\"'.repeat(400_000);
  const headers = { 'content-type': JSON_TYPE };
  const answer = await fetch(`${url}/large`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
});

const readLate = async (request: PassThrough, limit: number): Promise<number | undefined> => {
  const stream = streamBytes(request as unknown as IncomingMessage, limit);
  await sleep(20);
  try {
    for await (const _piece of stream);
  } catch (error) {
    return (error as { status: number }).status;
  }
};

test('a body that breaks before its handler reads is told to the handler, and ends nothing else', async () => {
  const left = new PassThrough();
  setTimeout(() => left.emit('error', new Error('aborted')), 5);
  expect(await readLate(left, 100)).toBe(400);
  const large = new PassThrough();
  large.end(Buffer.alloc(1000));
  expect(await readLate(large, 10)).toBe(413);
});
