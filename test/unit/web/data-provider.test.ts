import { onlineManager } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { dataProvider } from '../../../templates/features/admin/ui/api/data-provider';
import { listQuery } from '../../../templates/features/admin/ui/api/http';
import { fakeService } from './fake-service';

const PAGE = {
  pagination: { page: 3, perPage: 25 },
  sort: { field: 'title', order: 'ASC' as const },
};

describe('lists', () => {
  test('a page is asked for by start, end, sort and filters, and its total read from the header', async () => {
    const asked = fakeService(() => ({ body: [{ id: 1 }], headers: { 'x-total-count': '137' } }));
    const filter = {
      status: ['todo', 'done'],
      title__ilike: 'a&b',
      empty: '',
      due_date__gte: null,
    };
    const answer = await dataProvider.getList('task', { ...PAGE, filter });
    expect(asked[0]?.url).toBe(
      '/api/task?_start=50&_end=75&_sort=title&_order=ASC&status=todo&status=done&title__ilike=a%26b',
    );
    expect(answer).toEqual({ data: [{ id: 1 }], total: 137, meta: { isRestricted: false } });
  });

  test('false and zero are values, undefined is none', () => {
    expect(listQuery({ filter: { done: false, level: 0, other: undefined } })).toBe(
      'done=false&level=0',
    );
  });

  test('references are asked for by repeated ids, a hundred at a time', async () => {
    const asked = fakeService(() => ({ body: [] }));
    await dataProvider.getMany('task', {
      ids: Array.from({ length: 101 }, (_, index) => index + 1),
    });
    expect(asked).toHaveLength(2);
    expect(asked[1]?.url).toBe('/api/task?id=101');
    expect(asked[0]?.url).not.toContain('_start');
  });

  test('related records are a list filtered by the target', async () => {
    const asked = fakeService(() => ({ body: [] }));
    await dataProvider.getManyReference('task', {
      ...PAGE,
      filter: {},
      target: 'project_id',
      id: 7,
    });
    expect(asked[0]?.url).toContain('project_id=7');
  });
});

describe('one record', () => {
  test('keeps the version that it was read with', async () => {
    fakeService(() => ({ body: { id: 1, title: 'a' }, headers: { etag: '"v1"' } }));
    const { data } = await dataProvider.getOne('task', { id: 1 });
    expect(data).toEqual({ id: 1, title: 'a', _etag: '"v1"' });
  });

  test('an update sends the changed fields alone, under that version', async () => {
    const asked = fakeService(() => ({ body: { id: 1, title: 'b' } }));
    const read = {
      id: 1,
      _label: 'a',
      _etag: '"v1"',
      title: 'a',
      tags: [1, 2],
      status: 'todo',
      updated_at: 'x',
    };
    const data = { ...read, title: 'b', tags: [2, 1] };
    const answer = await dataProvider.update('task', { id: 1, data, previousData: read });
    expect(asked[0]).toMatchObject({ method: 'PATCH', url: '/api/task/1', body: { title: 'b' } });
    expect(asked[0]?.headers['if-match']).toBe('"v1"');
    // A version of before the update would refuse the next one.
    expect(answer.data).toEqual({ id: 1, title: 'b' });
  });

  test('a deletion goes under the version too, and without one where none is known', async () => {
    const asked = fakeService(() => ({ status: 204 }));
    await dataProvider.delete('task', { id: 1, previousData: { id: 1, _etag: '"v1"' } });
    await dataProvider.delete('task', { id: 2, previousData: { id: 2 } });
    expect(asked.map(({ headers }) => headers['if-match'])).toEqual(['"v1"', undefined]);
  });

  test('a new record goes without computed fields', async () => {
    const asked = fakeService(() => ({ status: 201, body: { id: 3 } }));
    await dataProvider.create('task', {
      data: { id: 9, _label: 'x', created_at: 'y', title: 't' },
    });
    expect(asked[0]?.body).toEqual({ title: 't' });
  });
});

describe('many records', () => {
  const problem = { status: 409, detail: 'it is in use' };

  test('are written by few requests, each row by itself, whatever becomes of the others', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => at + 1);
    const asked = fakeService(({ body }) => ({
      status: 207,
      body: (body as { path: string }[]).map(({ path }) =>
        path.endsWith('/2') ? { status: 409, problem } : { status: 204 },
      ),
    }));
    const all = dataProvider.deleteMany('task', { ids });
    await expect(all).rejects.toMatchObject({ status: 409, message: 'it is in use' });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array.from({ length: 3 }, () => 'POST /api/_batch?_atomic=false'),
    );
    expect(asked.flatMap(({ body }) => body)).toEqual(
      ids.map((id) => ({ method: 'DELETE', path: `/task/${id}` })),
    );
  });

  test('all ids come back when all went well', async () => {
    const asked = fakeService(() => ({ status: 207, body: [{ status: 200 }, { status: 200 }] }));
    const params = { ids: [1, 2], data: { status: 'done', _label: 'x' } };
    expect(await dataProvider.updateMany('task', params)).toEqual({ data: [1, 2] });
    expect(asked).toMatchObject([
      {
        method: 'PATCH',
        url: '/api/task?_atomic=false',
        body: [
          { status: 'done', id: 1 },
          { status: 'done', id: 2 },
        ],
      },
    ]);
  });

  test('go one by one where the service does not take them together', async () => {
    const asked = fakeService(({ url }) =>
      url.includes('_atomic')
        ? { status: 405, body: {} }
        : url.endsWith('/2')
          ? { status: 409, body: problem }
          : { body: { id: 1 } },
    );
    const outcomes = await dataProvider.updateEach('task', [1, 2, 3], { status: 'done' });
    expect(outcomes).toMatchObject([null, { status: 409, message: 'it is in use' }, null]);
    expect(asked.slice(1).map(({ url }) => url)).toEqual([
      '/api/task/1',
      '/api/task/2',
      '/api/task/3',
    ]);
  });

  test('go one by one where an endpoint of the project deletes them', async () => {
    fakeService(({ url }) =>
      url.includes('_batch')
        ? { status: 207, body: [{ status: 204 }, { status: 405, problem: {} }] }
        : { status: 204 },
    );
    expect(await dataProvider.deleteEach('task', [1, 2])).toEqual([null, null]);
  });

  test('a request that nobody is signed in for ends all', async () => {
    fakeService(() => ({ status: 401, body: {} }));
    await expect(dataProvider.deleteEach('task', [1])).rejects.toMatchObject({ status: 401 });
  });

  test('of a request without an answer any row may have been written', async () => {
    fakeService(() => ({}));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    onlineManager.setOnline(true);
    const outcomes = await dataProvider.deleteEach('task', [1, 2]);
    expect(outcomes.map((error) => error?.message)).toEqual([
      'app.maybe_changed',
      'app.maybe_changed',
    ]);
  });
});

describe('no answer', () => {
  const data = { title: 't' };
  const failing = (online: boolean) => {
    fakeService(() => ({}));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    onlineManager.setOnline(online);
  };
  const writes = () => [
    dataProvider.create('task', { data }),
    dataProvider.update('task', { id: 1, data, previousData: { id: 1 } }),
    dataProvider.delete('task', { id: 1, previousData: { id: 1 } }),
  ];
  const messages = (all: Promise<unknown>[]) =>
    Promise.all(all.map((one) => one.catch((error: Error) => error.message)));

  test('a write may have arrived, unless there was no connection from the start', async () => {
    failing(true);
    const changed = 'app.maybe_changed';
    expect(await messages(writes())).toEqual(['app.maybe_created', changed, changed]);
    failing(false);
    expect(await messages(writes())).toEqual(['app.unsent', 'app.unsent', 'app.unsent']);
    expect(await messages([dataProvider.getMany('task', { ids: [1] })])).toEqual([
      'app.unreachable',
    ]);
  });

  test('an answer proves that there is a connection', async () => {
    fakeService(() => ({ body: [] }));
    onlineManager.setOnline(false);
    await dataProvider.getMany('task', { ids: [1] });
    expect(onlineManager.isOnline()).toBe(true);
  });

  test('a second try that meets what the first one saved is no conflict; one that meets another is', async () => {
    const saved = { id: 1, title: 'b', status: 'done' };
    fakeService(({ method }) => (method === 'PATCH' ? { status: 412 } : { body: saved }));
    const update = (title: string) =>
      dataProvider.update('task', { id: 1, data: { title }, previousData: { id: 1, title: 'a' } });
    expect((await update('b')).data).toEqual(saved);
    await expect(update('c')).rejects.toMatchObject({ status: 412 });
  });
});

describe('refusals', () => {
  test('carry the status, the sentence and the fields of the problem', async () => {
    const errors = { title: 'it is taken' };
    fakeService(() => ({ status: 422, body: { status: 422, detail: 'it is taken', errors } }));
    const create = dataProvider.create('task', { data: {} });
    await expect(create).rejects.toMatchObject({
      status: 422,
      message: 'it is taken',
      body: { errors },
    });
  });

  test('the token is sent when there is one', async () => {
    const asked = fakeService(() => ({ body: [] }));
    localStorage.setItem('jm_access_token', 'abc');
    await dataProvider.getMany('task', { ids: [1] });
    expect(asked[0]?.headers['authorization']).toBe('Bearer abc');
  });
});
