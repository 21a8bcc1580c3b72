import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Answer, type Client } from './http.js';
import { writeApp } from './keyed-project.js';
import type { RawDocument } from './open-document.js';
import { clientFor, freshDatabase, onEachDatabase } from './use-service.js';

const SPEC = `models:
  Invoice:
    frozen: { when: status=paid, except: [Admin] }
    fields:
      number: string:required:unique
      status:
        enum: [draft, sent, paid]
        default: draft
        required: true
        steps: { draft: [sent], sent: [paid, draft], paid: [draft@Admin] }
      buyer: ref=Buyer
  Item:
    fields:
      invoice: ref=Invoice:lines:as=items
      text: string:required
      state: enum=open,packed:default=open:steps=open/packed
  Buyer:
    fields:
      name: string:required
`;

/** The members of a refusal by a guard. */
const refusal = (answer: Answer, code: string) => {
  expectProblem(answer, 409);
  expect(answer.body).toMatchObject({ code });
  return (answer.body as { params: object }).params;
};

onEachDatabase((database) => {
  describe('states that change by steps, and frozen records', () => {
    let service: Service;
    let admin: Client;
    let manager: Client;

    beforeAll(async () => {
      const folder = writeApp('guarded', appOfSpec('guarded', SPEC, { features: ['idempotency'] }));
      const databaseUrl = await freshDatabase(database);
      service = await (await launchService({ example: 'clinic', folder, databaseUrl })).ready();
      admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const password = 'a password of the cast';
      const person = { username: 'mia', first_name: 'Mia', last_name: 'B', roles: ['Manager'] };
      await admin.create('/user', { ...person, password });
      manager = await clientFor(service.url, 'mia', password);
    }, 120_000);
    afterAll(() => service.dispose());

    const make = async (values: object = {}) => {
      const { id } = await admin.create('/invoice', {
        number: mark(),
        items: [{ text: 'a' }],
        ...values,
      });
      const [item] = (await admin.get(`/item?invoice_id=${id}`)).rows;
      return { id, path: `/invoice/${id}`, item: `/item/${item!.id}` };
    };
    const paid = async () => {
      const invoice = await make();
      for (const status of ['sent', 'paid'])
        expect((await admin.patch(invoice.path, { status })).status).toBe(200);
      return invoice;
    };

    test('a change that is no step is refused by each way of writing', async () => {
      const { id, path, item } = await make();
      const allowed = { field: 'status', from: 'draft', to: 'paid', allowed: ['sent'] };
      expect(refusal(await admin.patch(path, { status: 'paid' }), 'step')).toEqual(allowed);
      const whole = { number: mark(), status: 'paid' };
      expect(refusal(await admin.put(path, whole), 'step')).toEqual(allowed);
      refusal(await admin.send('PATCH', '/invoice', { body: [{ id, status: 'paid' }] }), 'step');
      const batch = [{ method: 'PATCH', path: '/invoice', id, body: { status: 'paid' } }];
      refusal(await admin.post('/_batch', batch), 'step');
      const upsert = {
        number: ((await admin.get(path)).record as unknown as { number: string }).number,
      };
      refusal(await admin.post('/invoice?_on=number', { ...upsert, status: 'paid' }), 'step');
      refusal(await admin.post('/invoice', { number: mark(), status: 'sent' }), 'step');
      expect((await admin.patch(item, { state: 'packed' })).status).toBe(200);
      const lines = { items: [{ id: Number(item.split('/').at(-1)), state: 'open' }] };
      refusal(await admin.patch(path, lines), 'step');
    });

    test('a frozen record and its lines are left as they are by each way of writing', async () => {
      const { id, path, item } = await paid();
      const before = await admin.get(path);
      expect(refusal(await manager.patch(path, { number: mark() }), 'frozen')).toEqual({
        ...{ field: 'status', value: 'paid' },
      });
      refusal(await manager.put(path, { number: mark(), status: 'paid' }), 'frozen');
      refusal(await manager.patch(path, { items: [] }), 'frozen');
      refusal(await manager.patch(item, { text: 'b' }), 'frozen');
      refusal(await manager.post('/item', { invoice_id: id, text: 'b' }), 'frozen');
      const batch = [{ method: 'POST', path: '/item', body: { invoice_id: id, text: 'b' } }];
      refusal(await manager.post('/_batch', batch), 'frozen');
      expect((await admin.get(path)).header('etag')).toBe(before.header('etag'));
      expect((await admin.patch(item, { text: 'b' })).status).toBe(200);
      expect((await admin.delete(path)).status).toBe(204);
    });

    test('a record is paid together with its last lines, and by one of two who come at once', async () => {
      const { path } = await make({ status: 'draft' });
      await manager.patch(path, { status: 'sent' });
      const last = { status: 'paid', items: [{ text: 'last' }] };
      expect((await manager.patch(path, last)).status).toBe(200);
      const other = await make();
      await manager.patch(other.path, { status: 'sent' });
      const both = await Promise.all(
        ['paid', 'draft'].map((status) => manager.patch(other.path, { status })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    test('the document says both, and is valid', async () => {
      const { text } = await admin.get('/openapi.json');
      expect(await lintDocument(text)).toEqual([]);
      const { Invoice } = (JSON.parse(text) as RawDocument).components.schemas as Record<
        string,
        unknown
      >;
      expect(JSON.stringify(Invoice)).toContain('any other change is 409 `step`');
      expect(JSON.stringify(Invoice)).toContain('409 `frozen`');
    });
  });
});
