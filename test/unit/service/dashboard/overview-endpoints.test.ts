import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import {
  listAggregates,
  listCounts,
  listGroups,
  listRecent,
  listRows,
} from '../../../../templates/features/dashboard/engine/routes/overview-endpoints.js';
import { ClientGone } from '../../../../templates/service/engine/database/outage.js';

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
        response.closed = true;
        response.emit('close');
        signals.push(signal());
        throw signal().reason;
      },
    });
  const engine = {
    models: [model],
    operations,
    policy: {},
    routes: () => [],
  } as unknown as Parameters<typeof listCounts>[0];
  const request = { url: '/config/counts?models=task', currentUser: {} } as Request;
  const asked = listCounts(engine)(request, response as unknown as Response, () => undefined);
  await expect(asked).rejects.toThrow('aborted');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('records of the same moment keep the order of their models, the latest before all', async () => {
  const records = { a: ['1', '3'], b: ['3', '2'], c: ['3', '1'] };
  const models = Object.keys(records).map((prefix) => ({ prefix, entity: prefix }));
  const operations = () => (prefix: 'a' | 'b' | 'c') => ({
    model: { prefix },
    authorize: () => undefined,
    recent: () => Promise.resolve(records[prefix].map((updated_at, id) => ({ id, updated_at }))),
  });
  const engine = { models, operations, policy: {}, routes: () => [] } as unknown as Parameters<
    typeof listRecent
  >[0];
  let sent: readonly { readonly model: string; readonly updated_at: string }[] = [];
  const response = Object.assign(new EventEmitter(), {
    setHeader: () => undefined,
    json: (body: typeof sent) => void (sent = body),
  });
  const request = { url: '/config/recent?models=b,a,c', currentUser: {} } as Request;
  await listRecent(engine)(request, response as unknown as Response, () => undefined);
  const found = sent.map(({ model, updated_at }) => model + updated_at);
  expect(found).toEqual(['b3', 'a3', 'c3', 'b2', 'a1', 'c1']);
});

test('a list that is an endpoint of its own is in no overview', async () => {
  const model = { prefix: 'task', entity: class {} };
  const operations = () => () => ({ model, authorize: () => undefined });
  const routes = () => [{ method: 'get', path: '/' }];
  const engine = { models: [model], operations, policy: {}, routes } as unknown as Parameters<
    typeof listCounts
  >[0];
  const response = Object.assign(new EventEmitter(), {
    setHeader: () => undefined,
    json: () => undefined,
  });
  for (const [list, query] of [
    [listCounts, 'models=task'],
    [listGroups, 'by=task.status'],
    [listRecent, 'models=task'],
    [listRows, 'ask=task'],
    [listAggregates, 'ask=task'],
  ] as const) {
    const request = { url: `/config/x?${query}`, currentUser: {} } as Request;
    const asked = list(engine)(request, response as unknown as Response, () => undefined);
    await expect(asked).rejects.toMatchObject({ problems: [{ code: 'own-list' }] });
  }
});

test('what there is no time for has its problem in its place, and the others their answers', async () => {
  const models = ['slow', 'task'].map((prefix) => ({ prefix, entity: prefix }));
  const operations = (_: unknown, context: { signal: () => AbortSignal }) => (prefix: string) => {
    const answer = async <T>(found: T): Promise<T> => {
      if (prefix !== 'slow') return found;
      const signal = context.signal();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new ClientGone();
    };
    return {
      model: { prefix, entity: prefix },
      authorize: () => undefined,
      aggregate: () => answer({ groups: [{ by: {}, count: 3 }] }),
      rows: () => answer([{ id: 1, _label: 'one' }]),
    };
  };
  const engine = {
    ...{ models, operations, policy: {}, time: 0.2 },
    routes: () => [],
  } as unknown as Parameters<typeof listRows>[0];
  const ask = async (list: typeof listRows) => {
    let sent: unknown;
    const response = Object.assign(new EventEmitter(), {
      setHeader: () => undefined,
      json: (body: unknown) => void (sent = body),
    });
    const url = '/config/x?ask=task&ask=slow%3F_by%3Dstatus&ask=task';
    const request = { url, currentUser: {}, requestId: 'r' } as unknown as Request;
    await list(engine)(request, response as unknown as Response, () => undefined);
    return sent;
  };
  const problem = { status: 503, code: 'too-slow', request_id: 'r' };
  const late = { status: 503, problem: expect.objectContaining(problem) as object };
  const groups = [{ by: {}, count: 3 }];
  expect(await ask(listAggregates)).toEqual([groups, late, groups]);
  const rows = [{ id: 1, _label: 'one' }];
  expect(await ask(listRows)).toEqual([rows, late, rows]);
});
