import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { streamBytes } from '../../../src/engine/http/read-bytes.js';

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
