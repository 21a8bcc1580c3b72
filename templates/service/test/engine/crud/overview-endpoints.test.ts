import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { listCounts } from '../../../src/engine/crud/overview-endpoints.js';

test('counts end when who asked for them has gone', async () => {
  const signals: AbortSignal[] = [];
  const model = { prefix: 'task', entity: class {} };
  const response = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
  const operations =
    (_: unknown, { signal }: { signal: () => AbortSignal }) =>
    () => ({
      model,
      authorize: () => undefined,
      count: () => {
        response.emit('close');
        signals.push(signal());
        throw signal().reason;
      },
    });
  const engine = { models: [model], operations, policy: {} } as unknown as Parameters<
    typeof listCounts
  >[0];
  const request = { url: '/config/counts?models=task', currentUser: {} } as Request;
  const asked = listCounts(engine)(request, response as unknown as Response, () => undefined);
  await expect(asked).rejects.toThrow('aborted');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
