import { describe, expect, test } from 'vitest';
import { expectProblem, places, type ProblemBody } from './expect-problem.js';
import { mark, type Answer, type Row } from './http.js';
import { OpenDocument, type RawDocument } from './open-document.js';
import { onEachDatabase, useService } from './use-service.js';

onEachDatabase((database) => {
  describe('Lines inside the parent', () => {
    const service = useService('orders', database, ['idempotency']);
    const admin = service.as('admin');
    const manager = service.as('manager');
    const line = (product: string, more: object = {}) => ({ product, unit_price: 2, ...more });
    const make = async (products: string, more: object = {}) => {
      const lines = [...products].map((product) => line(product));
      const answer = await admin.post('/order', {
        number: mark(),
        customer: 'c',
        lines,
        ...more,
      });
      expect(answer.status, answer.text).toBe(201);
      return answer;
    };
    const idOf = (answer: { readonly record: Row }) => answer.record.id;
    const linesOf = async (id: number, who = admin) =>
      (await who.get(`/order/${id}?_expand=lines`)).record['lines'] as Row[];
    const products = async (id: number) => (await linesOf(id)).map(({ product }) => product);

    test('an order is created with its lines, and read with them', async () => {
      const made = await make('ab');
      const id = idOf(made);
      expect(made.record['lines']).toMatchObject([
        { product: 'a', position: 1, order_id: id, quantity: 1 },
        { product: 'b', position: 2, order_id: id },
      ]);
      const read = await admin.get(`/order/${id}?_expand=lines`);
      expect(read.record).toEqual(made.record);
      expect(read.header('etag')).toBe(made.header('etag'));
      expect((await admin.get(`/order/${id}`)).record).not.toHaveProperty('lines');
      expectProblem(await admin.get('/order?_expand=lines'), 400);
      expect(await linesOf(id, service.as('viewer'))).toHaveLength(2);
    });

    test('the version of an order covers its lines', async () => {
      const id = idOf(await make('ab'));
      const path = `/order/${id}`;
      const plain = async () => (await admin.get(path)).header('etag');
      const whole = async () => (await admin.get(`${path}?_expand=lines`)).header('etag');
      const [first, withLines] = [await plain(), await whole()];
      const ask = (etag: string) => admin.get(`${path}?_expand=lines`, { 'if-none-match': etag });
      expect((await ask(withLines)).status).toBe(304);
      expect((await ask(first)).status).toBe(200);
      const [one] = await linesOf(id);
      expect((await admin.patch(`/order_line/${one!.id}`, { quantity: 7 })).status).toBe(200);
      expect((await ask(withLines)).status).toBe(200);
      for (const etag of [first, withLines]) {
        const headers = { 'if-match': etag };
        const stale = await admin.patch(path, { customer: 'x' }, headers);
        expectProblem(stale, 412);
      }
      for (const read of [plain, whole]) {
        const headers = { 'if-match': await read() };
        const change = { lines: [{ id: one!.id, quantity: 8 }] };
        const fine = await admin.patch(path, change, headers);
        expect(fine.status, fine.text).toBe(200);
        expect(fine.header('etag')).toBe(await whole());
      }
      const item = { id, customer: 'x', _etag: first };
      expect(places(await admin.patch('/order', [item]), 412)).toEqual([[0, '', 'changed']]);
      const fresh = await admin.patch('/order', [{ ...item, _etag: await whole() }]);
      expect(fresh.status, fresh.text).toBe(200);
      await admin.delete(`/order_line/${one!.id}`);
      expectProblem(await admin.delete(path, { 'if-match': withLines }), 412);
    });

    test('answers with lines are as the document tells', async () => {
      const document = new OpenDocument((await admin.get('/openapi.json')).body as RawDocument);
      const told = (method: string, path: string, answer: Answer) =>
        expect(document.complaint(method, path, answer)).toBeNull();
      const made = await make('ab');
      told('POST', '/order', made);
      const [path, shape] = [`/order/${idOf(made)}`, '/order/{id}'];
      told('GET', shape, await admin.get(`${path}?_expand=lines`));
      told('PATCH', shape, await admin.patch(path, { lines: [line('c')] }));
      told('PATCH', shape, await admin.patch(path, { lines: [{ id: 0 }, 7] }));
      const { lines: _, ...whole } = made.record;
      told('PUT', shape, await admin.put(path, { ...whole, lines: [] }));
      const orders = [{ number: mark(), customer: 'c', lines: [line('a')] }, { lines: 7 }];
      told('POST', '/order', await admin.post('/order?_atomic=false', orders));
    });

    test('lines are added, changed, moved and taken away with their order', async () => {
      const id = idOf(await make('abc'));
      const [a, b, c] = await linesOf(id);
      const answer = await admin.patch(`/order/${id}`, {
        customer: 'new',
        lines: [{ id: c!.id }, line('x'), { id: a!.id, quantity: 5 }, { id: b!.id, _delete: true }],
      });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.record).toMatchObject({ customer: 'new' });
      const expected = [
        { product: 'c', position: 1 },
        { product: 'x', position: 2 },
        { product: 'a', position: 3, quantity: 5 },
      ];
      expect(answer.record['lines']).toMatchObject(expected);
      expect(await linesOf(id)).toEqual(answer.record['lines']);
      const { lines: _, ...whole } = answer.record;
      expect((await admin.put(`/order/${id}`, whole)).record).not.toHaveProperty('lines');
      expect(await products(id)).toEqual(['c', 'x', 'a']);
      await admin.put(`/order/${id}`, { ...whole, lines: [{ id: a!.id }] });
      expect(await products(id)).toEqual(['a']);
    });

    test('what finds its order by a unique value adds its lines each time that it is sent', async () => {
      const number = mark();
      const order = { number, customer: 'c', lines: [line('a')] };
      const first = await admin.post('/order?_on=number', order);
      expect(first.status, first.text).toBe(201);
      expect((await admin.post('/order?_on=number', order)).status).toBe(200);
      expect(await products(idOf(first))).toEqual(['a', 'a']);
    });

    test('problems are told at their cells, and nothing is written', async () => {
      const id = idOf(await make('a'));
      const answer = await admin.patch(`/order/${id}`, {
        customer: '',
        lines: [line('b'), line('', { quantity: 0 }), { id: 999_999, product: 'c' }],
      });
      expectProblem(answer, 422);
      expect(Object.keys((answer.body as ProblemBody).errors!)).toEqual([
        'customer',
        'lines.1.product',
        'lines.1.quantity',
        'lines.2.id',
      ]);
      const missing = await admin.patch(`/order/${id}`, {
        lines: [line('b', { article_id: 999_999 })],
      });
      expect(Object.keys((missing.body as ProblemBody).errors!)).toEqual(['lines.0.article_id']);
      expect(await products(id)).toEqual(['a']);
    });

    test('many write one order at a time, and all of them go in', async () => {
      const id = idOf(await make('a'));
      const [own] = await linesOf(id);
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, at) => [
          admin.patch(`/order/${id}`, { lines: [line('b')] }),
          admin.post('/order_line', { ...line('c'), order_id: id, position: 1000 + at }),
          admin.patch(`/order_line/${own!.id}`, { quantity: at + 1 }),
        ]).flat(),
      );
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201]);
      expect(await linesOf(id)).toHaveLength(31);
    });

    test('lines count as rows of their request, which has a bound', async () => {
      const number = mark();
      const orders = Array.from({ length: 10 }, (_, at) => ({
        ...{ number: `${number}${at}`, customer: 'c' },
        lines: Array.from({ length: 500 }, () => ({})),
      }));
      const batch = orders.map((body) => ({ method: 'POST', path: '/order', body }));
      for (const answer of [
        await admin.post('/order', orders),
        await admin.post('/order?_on=number', orders),
        await admin.patch(
          '/order',
          orders.map((one, id) => ({ ...one, id })),
        ),
        await admin.post('/_batch', batch),
      ]) {
        expectProblem(answer, 413);
        expect(answer.body).toMatchObject({
          ...{ code: 'too-many-rows', limit: '5000', setting: 'MAX_WRITTEN_ROWS' },
        });
      }
      // As many as there may be are looked at.
      expectProblem(await admin.post('/order', orders.slice(1)), 422);
    });

    test('who may not delete lines cannot leave them out either', async () => {
      const made = await make('ab');
      const id = idOf(made);
      const [a] = await linesOf(id);
      const { lines: _, ...whole } = made.record;
      expectProblem(await manager.put(`/order/${id}`, { ...whole, lines: [{ id: a!.id }] }), 403);
      const gone = await manager.patch(`/order/${id}`, { lines: [{ id: a!.id, _delete: true }] });
      expectProblem(gone, 403);
      expectProblem(await service.as('viewer').patch(`/order/${id}`, { lines: [] }), 403);
      expect((await manager.patch(`/order/${id}`, { lines: [line('c')] })).status).toBe(200);
      expect(await products(id)).toEqual(['a', 'b', 'c']);
    });

    test('a batch makes an article and an order with lines of it; a key makes them once', async () => {
      const lines = [line('of it', { article_id: { $ref: 0 } }), line('other')];
      const batch = [
        { method: 'POST', path: '/article', body: { name: 'new', price: 3 } },
        { method: 'POST', path: '/order', body: { number: mark(), customer: 'c', lines } },
      ];
      const headers = { 'idempotency-key': mark() };
      const answer = await admin.post('/_batch', batch, headers);
      expect(answer.status, answer.text).toBe(200);
      const [article, order] = answer.rows.map((one) => one['record'] as Row);
      expect(order!['lines']).toMatchObject([{ article_id: article!.id }, { article_id: null }]);
      const again = await admin.post('/_batch', batch, headers);
      expect(again.header('idempotency-replayed')).toBe('true');
      expect(again.rows).toEqual(answer.rows);
      const late = [{ ...batch[1]!, body: { number: mark(), customer: 'c', lines } }, batch[0]];
      expect(places(await admin.post('/_batch', late), 422)).toEqual([
        [0, 'lines.0.article_id', 'reference'],
      ]);
    });
  });
});
