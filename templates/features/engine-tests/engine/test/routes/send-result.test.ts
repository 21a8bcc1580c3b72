import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { sendResult } from '../../routes/respond.js';
import { reply } from '../../model/route-context.js';

const silent = () => new Readable({ read: () => undefined });
const answerOf = (closed: boolean) =>
  Object.assign(new EventEmitter(), { closed }) as unknown as Response & { closed: boolean };

test('a stream ends whose reader has gone before it is sent, or before its first piece', async () => {
  const before = silent();
  await sendResult(answerOf(true), reply(before));
  expect(before.destroyed).toBe(true);
  const [stream, response] = [silent(), answerOf(false)];
  const sent = sendResult(response, reply(stream));
  response.closed = true;
  response.emit('close');
  await sent;
  expect(stream.destroyed).toBe(true);
});
