import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, places, type Outcome, type ProblemBody } from './expect-problem.js';
import { mark } from './http.js';
import { noId, testOfNumbers } from './ids.js';
import { onEachDatabase, useService } from './use-service.js';

onEachDatabase((database) => {
  describe('4 Writes: several records', () => {
    const service = useService('task-manager', database);
    const clinic = useService('clinic', database);
    const admin = service.as('admin');
    let name = '';
    beforeAll(() => {
      name = mark();
    });
    const countOf = async (title: string) => (await admin.list(`/task?title=${title}`)).length;

    test('a list creates its records, in its order', async () => {
      const items = ['a', 'b', 'c'].map((letter) => ({ title: name, description: letter }));
      const answer = await admin.post('/task', items);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.rows).toMatchObject(items);
      expect(answer.header('location')).toBe('');
      for (const row of answer.rows) expect(await admin.read(`/task/${row.id}`)).toEqual(row);
      expect((await admin.post('/task', [])).text).toBe('[]');
    });

    test('all are written or none, and each problem says where', async () => {
      const title = mark();
      const answer = await admin.post('/task', [{ title }, { title, priority: 7 }, {}, 5]);
      const found = places(answer, 422);
      expect(found.map(([index]) => index)).toEqual([1, 2, 3]);
      expect(found.at(-1)).toEqual([3, '', 'type']);
      expect(Object.keys((answer.body as ProblemBody).errors!)).toContain('2.title');
      expect((answer.body as ProblemBody).detail).toMatch(/^At index 1: /);
      expect(await countOf(title)).toBe(0);
    });

    test('a list changes records by their ids, while they have the version that is sent', async () => {
      const title = mark();
      const made = (await admin.post('/task', [{ title }, { title }])).rows;
      const etag = (await admin.get(`/task/${made[0]!.id}`)).header('etag');
      const changes = made.map(({ id }, at) => ({ id, description: `${at}`, _etag: etag }));
      const stale = await admin.patch('/task', changes);
      expect(places(stale, 412)).toEqual([[1, '', 'changed']]);
      const { _etag: _, ...second } = changes[1]!;
      const answer = await admin.patch('/task', [changes[0], second]);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.rows).toMatchObject([{ description: '0' }, { description: '1' }]);
      const again = await admin.patch('/task', [changes[0]]);
      expect(places(again, 412)).toEqual([[0, '', 'changed']]);
    });

    testOfNumbers('an item that names no record is refused before any is looked for', async () => {
      expect(places(await admin.patch('/task', [{ title: 'x' }]), 400)).toEqual([
        [0, 'id', 'required'],
      ]);
      expect(places(await admin.patch('/task', [{ id: 1 }, { id: '2' }, null]), 400)).toEqual([
        [1, 'id', 'type'],
        [2, '', 'type'],
      ]);
      expect(places(await admin.patch('/task', [{ id: 1, _etag: 1 }]), 400)).toEqual([
        [0, '_etag', 'type'],
      ]);
      expect(places(await admin.patch('/task', [{ id: 1 }, { id: 1 }]), 400)).toEqual([
        [1, 'id', 'repeated'],
      ]);
      expectProblem(await admin.patch('/task', { id: 1 }), 422);
      const byTitle = await admin.patch('/task?_on=title', [{ title: 'x' }]);
      expect(places(byTitle, 400)).toEqual([[undefined, '_on', 'unknown-parameter']]);
    });

    test('missing records come before wrong values', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      const items = [{ id, title: '' }, { id: noId() }];
      expect(places(await admin.patch('/task', items), 404)).toEqual([[1, '', 'no-record']]);
    });

    test('of more than 1,000 none is written', async () => {
      const items = Array.from({ length: 1001 }, () => ({ title: name }));
      expectProblem(await admin.post('/task', items), 413);
      expectProblem(
        await admin.patch(
          '/task',
          items.map((_, id) => ({ id })),
        ),
        413,
      );
    });

    test('1,000 are written by one request', async () => {
      const title = mark();
      const items = Array.from({ length: 1000 }, () => ({ title }));
      const answer = await admin.post('/task', items);
      expect(answer.status, answer.text.slice(0, 300)).toBe(201);
      const changes = answer.ids.map((id) => ({ id, description: 'changed' }));
      expect((await admin.patch('/task', changes)).rows).toHaveLength(1000);
    });

    test('with _atomic=false each item has its own outcome', async () => {
      const title = mark();
      const answer = await admin.post('/task?_atomic=false', [{ title }, {}, { title }]);
      expect(answer.status, answer.text).toBe(207);
      const outcomes = answer.body as Outcome[];
      expect(outcomes).toMatchObject([
        { status: 201, record: { title } },
        { status: 422, problem: { status: 422, problems: [{ field: 'title' }] } },
        { status: 201, record: { title } },
      ]);
      const { record, etag } = outcomes[0]!;
      expect((await admin.get(`/task/${record!.id}`)).header('etag')).toBe(etag);
      const other = outcomes[2]!.record!.id;
      const each = await admin.patch('/task?_atomic=false', [
        { id: record!.id, description: 'x', _etag: etag },
        { id: other, description: 'y', _etag: etag },
        { id: noId(), description: 'z' },
        // Each stands for itself, and may be there again.
        { id: record!.id, description: 'x' },
      ]);
      const statuses = (each.body as Outcome[]).map(({ status }) => status);
      expect(statuses).toEqual([200, 412, 404, 200]);
      expect(await admin.read(`/task/${record!.id}`)).toMatchObject({ description: 'x' });
    });

    test('_atomic is true or false, before the body is read', async () => {
      const answer = await admin.send('POST', '/task?_atomic=maybe', { raw: '{' });
      expect(Object.keys(expectProblem(answer, 400).errors!)).toEqual(['_atomic']);
    });

    test('the collection takes PATCH, and no PUT', async () => {
      const answer = await admin.put('/task', []);
      expectProblem(answer, 405);
      expect(answer.header('allow')).toBe('GET, HEAD, POST, PATCH, OPTIONS');
    });

    test('who may not write is refused before the body is read', async () => {
      const raw = { raw: '[', headers: { 'content-type': 'application/json' } };
      expectProblem(await service.anonymous.send('PATCH', '/task', raw), 401);
      expectProblem(await clinic.as('vera').send('POST', '/invoices', raw), 403);
      expectProblem(await clinic.as('anna').send('POST', '/invoices', raw), 403);
      expectProblem(await clinic.as('nobody').send('PATCH', '/invoices', raw), 403);
    });

    test('fields are read and written as far as those of one record', async () => {
      const made = await clinic.as('admin').post('/devices', [
        { name: mark(), asset_code: 'a', serial: mark(), cost: 5 },
        { name: mark(), asset_code: 'b' },
      ]);
      expect(made.status, made.text).toBe(201);
      const changes = made.ids.map((id) => ({ id, name: 'n', asset_code: 'c', cost: 7 }));
      const anna = clinic.as('anna');
      const changed = await anna.patch('/devices', changes);
      expect(changed.status, changed.text).toBe(200);
      for (const row of changed.rows) expect(await anna.read(`/devices/${row.id}`)).toEqual(row);
      const single = await anna.patch(`/devices/${made.ids[0]}`, changes[0]);
      expect(single.record).toEqual({
        ...changed.rows[0],
        updated_at: single.record['updated_at'],
      });
    });
  });
});
