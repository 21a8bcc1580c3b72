import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { mark, type Row } from './http.js';
import { onEachDatabase, useService } from './use-service.js';

onEachDatabase((database) => {
  describe('seed, custom endpoints: POST /task/{task_id}/complete', () => {
    const service = useService('task-manager', database);
    const admin = service.as('admin');

    test.each(['', '/api'])(
      'at %s/task: 200 with the record, whose status is done',
      async (prefix) => {
        for (const status of ['todo', 'in_progress', 'done', 'odd', null]) {
          const task = await admin.create('/task', { title: mark(), status });
          const answer = await service.as('manager').post(`${prefix}/task/${task.id}/complete`);
          expect(answer.status, answer.text).toBe(200);
          expect(answer.record).toEqual({
            ...task,
            status: 'done',
            updated_at: answer.record.updated_at,
          });
          expect(await admin.read(`/task/${task.id}`)).toEqual(answer.record);
        }
      },
    );

    test('no such task: 404 with a message naming the id', async () => {
      const problem = expectProblem(await admin.post('/task/99999999/complete'), 404);
      expect(problem.message).toContain('99999999');
    });

    test.each(['abc', '0', '-1', '1.5', '9007199254740993'])(
      '/task/%s/complete: 404',
      async (id) => {
        expectProblem(await admin.post(`/task/${id}/complete`), 404);
      },
    );

    test('asks for a token and for the action edit', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      expectProblem(await service.anonymous.post(`/task/${id}/complete`), 401);
      expectProblem(await service.as('viewer').post(`/task/${id}/complete`), 403);
      expectProblem(await service.as('nobody').post(`/task/${id}/complete`), 403);
      expect((await admin.read(`/task/${id}`)).status).toBe('todo');
    });

    test('a JSON body is no harm', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      expect((await admin.post(`/task/${id}/complete`, {})).status).toBe(200);
    });
  });

  describe('seed, custom endpoints: orders', () => {
    const service = useService('orders', database);
    const admin = service.as('admin');
    const order = (more: object = {}): Promise<Row> =>
      admin.create('/order', { number: mark(), customer: 'c', ...more });

    test('POST /order/{order_id}/confirm answers the record, confirmed', async () => {
      const row = await order();
      const answer = await service.as('manager').post(`/order/${row.id}/confirm`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.record).toEqual({
        ...row,
        status: 'confirmed',
        updated_at: answer.record.updated_at,
      });
    });

    test('confirm: 404 naming the id, 401, 403', async () => {
      const problem = expectProblem(await admin.post('/order/99999999/confirm'), 404);
      expect(problem.message).toContain('99999999');
      const { id } = await order();
      expectProblem(await service.anonymous.post(`/order/${id}/confirm`), 401);
      expectProblem(await service.as('viewer').post(`/order/${id}/confirm`), 403);
      expect((await admin.read(`/order/${id}`)).status).toBe('pending');
    });

    test('GET /order/pending wins over /order/{id} and holds pending orders only', async () => {
      const customer = mark();
      const rows = [
        await order({ customer }),
        await order({ customer }),
        await order({ customer }),
      ];
      await order({ customer, status: 'confirmed' });
      await order({ customer, status: 'Pending' });
      const answer = await service.as('viewer').get(`/order/pending?customer=${customer}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.rows).toEqual(rows);
      expect(answer.header('x-total-count')).toBe('3');
      expect(answer.header('content-range')).toBe('items 0-3/3');
      await admin.post(`/order/${rows[1]?.id}/confirm`);
      expect((await admin.get(`/order/pending?customer=${customer}`)).ids).toEqual([
        rows[0]?.id,
        rows[2]?.id,
      ]);
    });

    test('pending pages, sorts and filters like a list', async () => {
      const customer = mark();
      const rows: Row[] = [];
      for (let at = 0; at < 5; at += 1) rows.push(await order({ customer, total: at % 3 }));
      const path = `/order/pending?customer=${customer}`;
      const answer = await admin.get(`${path}&_sort=total,id&_order=DESC,ASC&_start=1&_end=3`);
      expect(answer.rows.map((row) => row.total)).toEqual([1, 1]);
      expect(answer.header('content-range')).toBe('items 1-3/5');
      expect((await admin.get(`${path}&total__gte=2`)).ids).toEqual([rows[2]?.id]);
      expect((await admin.get(`${path}&status=confirmed`)).rows).toEqual([]);
      expect((await admin.get(`${path}&status__ne=pending`)).rows).toEqual([]);
      expect((await admin.get(`${path}&q=${customer}`)).rows.length).toBe(5);
      const head = await admin.head(path);
      expect(head.status).toBe(200);
      expect(head.header('x-total-count')).toBe('5');
    });

    test.each(['nope=1', '_sort=nope', '_start=-1', '_end=1001', 'total=x', '_expand=nope'])(
      'pending?%s: 400',
      async (part) => {
        expectProblem(await admin.get(`/order/pending?${part}`), 400);
      },
    );

    test('pending asks for a token and for the action list', async () => {
      expectProblem(await service.anonymous.get('/order/pending'), 401);
      expectProblem(await service.as('nobody').get('/order/pending'), 403);
      expectProblem(await admin.send('POST', '/order/pending'), 405);
    });

    test('caching and CORS headers are those of a list', async () => {
      const [list, pending] = [await admin.get('/order'), await admin.get('/order/pending')];
      for (const name of ['cache-control', 'vary', 'content-type', 'access-control-expose-headers'])
        expect(pending.header(name)).toBe(list.header(name));
    });

    test('both are described in /openapi.json', async () => {
      const { paths } = (await service.anonymous.get('/openapi.json')).body as {
        paths: Record<string, object>;
      };
      expect(paths).toHaveProperty('/order/pending');
      expect(paths['/order/{order_id}/confirm']).toHaveProperty('post');
    });
  });
});
