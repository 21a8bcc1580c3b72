import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  readMultipart,
  streamMultipart,
} from '../../../../templates/features/uploads/engine/uploads/read-multipart.js';

/** Reads a body of one part with this disposition and content. */
function readPart(disposition: string, content = 'x') {
  const request = new PassThrough();
  const headers = { 'content-type': 'multipart/form-data; boundary=xx' };
  const head = `--xx\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  request.end(`${head}${content}\r\n--xx--\r\n`);
  const limits = { bytes: 10_000, files: 2, parts: 4 };
  return readMultipart(Object.assign(request, { headers }) as unknown as IncomingMessage, limits);
}

test.each([
  ['name="a"', 'b\0'],
  [`name="a"; filename*=UTF-8''a%00.txt`, 'x'],
  ['name="a"; filename="a\0.txt"', 'x'],
  ['name="a\0"', 'x'],
  ['name="a\0"; filename="a.txt"', 'x'],
])('a part with %j and the content %j is refused', async (disposition, content) => {
  await expect(readPart(disposition, content)).rejects.toMatchObject({ status: 400 });
});

test('any bytes are the content of a file', async () => {
  const { files } = await readPart('name="a"; filename="ä.txt"', 'b\0');
  expect(files).toMatchObject([{ name: 'ä.txt', content: Buffer.from('b\0') }]);
});

const PART = '--xx\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nabc';

/** Reads a body into files that are made before anything of them is read. */
function storeSlowly(body: string) {
  const request = new PassThrough();
  const headers = { 'content-type': 'multipart/form-data; boundary=xx' };
  request.end(body);
  const message = Object.assign(request, { headers }) as unknown as IncomingMessage;
  return streamMultipart(message, { bytes: 10_000, files: 1, parts: 2 }, async (_, content) => {
    await setTimeout(20);
    await (content as Readable).toArray();
  });
}

test.each([
  ['has no end', PART],
  ['has too many files', `${PART}\r\n${PART}\r\n--xx--\r\n`],
  ['has too many files and no end', `${PART}\r\n${PART}`],
])('a body that %s is refused, and ends nothing else', async (_, body) => {
  // An error that nobody hears would end the process.
  await expect(storeSlowly(body)).rejects.toMatchObject({
    status: expect.any(Number) as number,
  });
  await setTimeout(40);
});
