import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Client } from './http.js';
import { writeApp } from './keyed-project.js';
import type { RawDocument } from './open-document.js';
import { clientFor, freshDatabase, onEachDatabase } from './use-service.js';

const SPEC = `models:
  Invoice:
    trash: 30d
    rows: { tenant: branch, except: [Admin] }
    fields:
      number: string:required:unique
      branch: ref=Tenant
      buyer: ref=Buyer:on_delete=restrict
      margin: string:read=Admin:write=Admin
  Item:
    trash: true
    rows: { as: invoice }
    fields:
      invoice: ref=Invoice:required:lines:as=items
      text: string:required
  Buyer:
    trash: true
    fields:
      code: string=20:key
      name: string:required
  Pass:
    trash: true
    rows: { owner: holder, except: [Admin] }
    fields:
      word: string:required:unique
      holder: ref=User
  Note:
    fields:
      text: string
`;

onEachDatabase((database) => {
  describe('the trash', () => {
    let service: Service;
    let admin: Client;
    let north: Client;
    let south: Client;
    let viewer: Client;

    beforeAll(async () => {
      const features = ['idempotency', 'api-keys'];
      const folder = writeApp('trash', appOfSpec('trash', SPEC, { features }));
      const databaseUrl = await freshDatabase(database);
      service = await (await launchService({ example: 'clinic', folder, databaseUrl })).ready();
      admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const person = async (username: string, role: string, tenants: number[]) => {
        const profile = { username, first_name: username, last_name: 'B', roles: [role], tenants };
        await admin.create('/user', { ...profile, password: 'a password of the cast' });
        return clientFor(service.url, username, 'a password of the cast');
      };
      const [one, other] = await Promise.all(
        ['north', 'south'].map((name) =>
          admin.create('/tenant', { name, domain: `${name}.example` }),
        ),
      );
      await admin.create('/role', {
        name: 'Seller',
        allowed_methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
      });
      north = await person('nora', 'Seller', [one!.id]);
      south = await person('sam', 'Seller', [other!.id]);
      viewer = await person('vera', 'Viewer', [one!.id]);
    }, 120_000);
    afterAll(() => service.dispose());

    const make = async (values: object = {}) => {
      const number = mark();
      const { id } = await north.create('/invoice', { number, items: [{ text: 'a' }], ...values });
      return { id, number, path: `/invoice/${id}` };
    };
    const gone = async (values: object = {}) => {
      const invoice = await make(values);
      expect((await north.delete(invoice.path)).status).toBe(204);
      return invoice;
    };

    test('what is deleted is absent from each way of reading', async () => {
      const { id, path, number } = await gone();
      for (const who of [north, admin]) {
        expectProblem(await who.get(path), 404);
        expect((await who.get(`/invoice?number=${number}`)).ids).toEqual([]);
        expect((await who.get(`/invoice?id=${id}`)).ids).toEqual([]);
        expect((await who.get(`/item?invoice_id=${id}`)).ids).toEqual([]);
      }
    });

    test('and from each way of writing', async () => {
      const { id, path, number } = await gone();
      const { path: other } = await make();
      expectProblem(await north.patch(path, { number: mark() }), 404);
      expectProblem(await north.put(path, { number: mark() }), 404);
      expectProblem(await north.delete(path), 404);
      expectProblem(await north.send('PATCH', '/invoice', { body: [{ id, number: mark() }] }), 404);
      const batch = [{ method: 'DELETE', path: '/invoice', id }];
      expectProblem(await north.post('/_batch', batch), 404);
      expect((await north.post('/item', { invoice_id: id, text: 'b' })).status).toBe(422);
      const upsert = await north.post('/invoice?_on=number', { number, items: [] });
      expect(upsert.status).toBe(201);
      expect(upsert.record.id).not.toBe(id);
      expectProblem(await north.post(`${path}/_restore`, {}), 409);
      expect((await north.get(other)).status).toBe(200);
    });

    test('who may delete sees it, with who deleted it; other tenants and readers do not', async () => {
      const { id, path } = await gone();
      const record = (await north.get(`${path}?_deleted=only`)).record;
      expect(record).toMatchObject({ id, _deleted: { with: null } });
      expect(Object.keys(record)).not.toContain('margin');
      for (const answer of [
        await south.get(`${path}?_deleted=only`),
        await south.post(`${path}/_restore`, {}),
        await south.delete(`${path}?_deleted=only`),
      ])
        expectProblem(answer, 404);
      expect((await south.get('/invoice?_deleted=only')).ids).not.toContain(id);
      const only = await south.get(`/invoice?_deleted=only&id=${id}&_end=0`);
      expect(only.header('x-total-count')).toBe('0');
      for (const answer of [
        await viewer.get('/invoice?_deleted=only'),
        await viewer.get(`${path}?_deleted=only`),
        await viewer.post(`${path}/_restore`, {}),
        await viewer.delete(`${path}?_deleted=only`),
      ])
        expectProblem(answer, 403);
    });

    test('it comes back with its lines, once, and by a version', async () => {
      const { path } = await gone();
      const etag = (await north.get(`${path}?_deleted=only`)).header('etag');
      const wrong = { headers: { 'if-match': '"another"' }, body: {} };
      expectProblem(await north.send('POST', `${path}/_restore`, wrong), 412);
      const right = { headers: { 'if-match': etag }, body: {} };
      const both = await Promise.all(
        [0, 1].map(() => north.send('POST', `${path}/_restore`, right)),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const { items } = (await north.get(`${path}?_expand=items`)).record as unknown as {
        items: object[];
      };
      expect(items).toHaveLength(1);
    });

    test('an answer is given again to who asks with the same key', async () => {
      const { path } = await gone();
      const headers = { 'idempotency-key': mark() };
      const first = await north.send('POST', `${path}/_restore`, { headers, body: {} });
      const second = await north.send('POST', `${path}/_restore`, { headers, body: {} });
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.text).toBe(first.text);
    });

    test('what is in its way is named to who may see it', async () => {
      const word = mark();
      const { id } = await north.create('/pass', { word });
      const path = `/pass/${id}`;
      expect((await north.delete(path)).status).toBe(204);
      const other = await south.create('/pass', { word });
      const mine = await north.post(`${path}/_restore`, {});
      expectProblem(mine, 409);
      expect(mine.body).toMatchObject({ code: 'restore-taken' });
      expect(mine.body).not.toHaveProperty('other');
      const theirs = await admin.post(`${path}/_restore`, {});
      expect(theirs.body).toMatchObject({ other: { model: 'pass', id: other.id } });
    });

    test('a record that it requires comes back first; keys of texts are encoded', async () => {
      const code = `a/b,${mark()}`.slice(0, 20);
      const buyer = `/buyer/${encodeURIComponent(code)}`;
      await north.create('/buyer', { code, name: 'Ann' });
      const { path } = await gone({ buyer_id: code });
      expect((await north.delete(buyer)).status).toBe(204);
      expect((await north.post(`${path}/_restore`, {})).body).toMatchObject({
        code: 'restore-parent',
      });
      expect((await north.post(`${buyer}/_restore`, {})).status).toBe(200);
      expect((await north.post(`${path}/_restore`, {})).status).toBe(200);
    });

    test('it is deleted for good, with its lines', async () => {
      const { id, path } = await gone();
      expect((await north.delete(`${path}?_deleted=only`)).status).toBe(204);
      expectProblem(await north.get(`${path}?_deleted=only`), 404);
      expectProblem(await north.post(`${path}/_restore`, {}), 404);
      expect((await admin.get(`/item?_deleted=only&invoice_id=${id}`)).ids).toEqual([]);
    });

    test('the document says it for models with a trash alone, and is valid', async () => {
      const { text } = await admin.get('/openapi.json');
      expect(await lintDocument(text)).toEqual([]);
      const { paths } = JSON.parse(text) as RawDocument;
      expect(Object.keys(paths)).toContain('/invoice/{id}/_restore');
      expect(Object.keys(paths)).not.toContain('/note/{id}/_restore');
      expectProblem(await admin.get('/note?_deleted=only'), 400);
    });
  });
});
