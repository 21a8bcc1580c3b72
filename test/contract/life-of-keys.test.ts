import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOfSpec } from '../golden/app-of-spec.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Client } from './http.js';
import { writeApp } from './keyed-project.js';
import { clientFor, freshDatabase, onEachDatabase } from './use-service.js';

const SPEC = `models:
  Stock:
    trash: true
    history: true
    rows: { tenant: branch, except: [Admin] }
    fields:
      place: string=60:key
      day: date:key
      branch: ref=Tenant
      count: integer
      sheet: file
  Article:
    trash: true
    history: true
    rows: { tenant: branch, except: [Admin] }
    fields:
      code: string=60:key
      branch: ref=Tenant
      count: integer
      sheet: file
  Parcel:
    trash: true
    history: true
    rows: { tenant: branch, except: [Admin] }
    fields:
      id: public
      title: string
      branch: ref=Tenant
      count: integer
      sheet: file
`;

/** Parts of keys that mean something elsewhere. */
const TEXTS = ["it's", 'a/b', 'a,b', '#1', 'a+b', '100%', '%2F', ' x', 'ä', '..', '?id=1', 'a%2Cb'];

onEachDatabase((database) => {
  describe('the life of records whose keys are texts', () => {
    let service: Service;
    let admin: Client;
    let north: Client;
    let south: Client;

    beforeAll(async () => {
      const folder = writeApp('life-of-keys', appOfSpec('life-of-keys', SPEC, {}));
      const databaseUrl = await freshDatabase(database);
      service = await (await launchService({ example: 'clinic', folder, databaseUrl })).ready();
      admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      await admin.create('/role', {
        name: 'Seller',
        allowed_methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
      });
      const person = async (username: string) => {
        const { id } = await admin.create('/tenant', { name: username, domain: `${username}.x` });
        const profile = { username, first_name: username, last_name: 'B', tenants: [id] };
        const password = 'a password of the cast';
        await admin.create('/user', { ...profile, roles: ['Seller'], password });
        return clientFor(service.url, username, password);
      };
      north = await person('nora');
      south = await person('sam');
    }, 120_000);
    afterAll(() => service.dispose());

    const encoded = (id: unknown) => encodeURIComponent(String(id));
    const upload = async (who: Client, model: string) => {
      const edge = 'edge-of-a-form';
      const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
      const answer = await who.send('POST', `/_files?model=${model}&field=sheet`, {
        headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
        raw: `${head}a sheet of ${model}\r\n--${edge}--\r\n`,
      });
      expect(answer.status, answer.text).toBe(201);
      return answer.body as object;
    };
    const keysOf = (model: string, text: string) =>
      model === 'stock'
        ? { place: text, day: '2026-01-31' }
        : { [model === 'parcel' ? 'title' : 'code']: text };

    test.each([
      ['stock', 'the key of two columns'],
      ['article', 'the key of one'],
      ['parcel', 'a random id beside a number'],
    ])('records of %s are changed, seen, deleted and restored by %s', async (model) => {
      for (const one of TEXTS) {
        const text = `${mark()}${one}`;
        const sheet = await upload(north, model);
        const { id } = await north.create(`/${model}`, { ...keysOf(model, text), count: 1, sheet });
        const path = `/${model}/${encoded(id)}`;
        expect((await north.patch(path, { count: 2 })).status, path).toBe(200);

        const file = `/_files${path}/sheet`;
        expect((await north.get(file)).text).toBe(`a sheet of ${model}`);
        expectProblem(await south.get(file), 404);
        const asked = [{ model, id, field: 'sheet' }];
        const [link] = (await north.post('/_files/_links', asked)).body as { url: string }[];
        expect((await south.post('/_files/_links', asked)).body).toEqual([null]);
        expect((await north.get(link!.url)).text).toBe(`a sheet of ${model}`);

        const history = `/_history?model=${model}&id=${encoded(id)}`;
        const seen = (await north.get(history)).body as { id: unknown; action: string }[];
        expect(seen.map((entry) => entry.action)).toEqual(['update', 'create']);
        expect(seen[0]!.id).toBe(id);
        expect((await south.get(history)).body).toEqual([]);

        expectProblem(await south.delete(path), 404);
        expect((await north.delete(path)).status).toBe(204);
        expectProblem(await north.get(file), 404);
        expect((await north.post('/_files/_links', asked)).body).toEqual([null]);
        expectProblem(await south.post(`${path}/_restore`, {}), 404);
        expectProblem(await south.delete(`${path}?_deleted=only`), 404);
        expect((await north.get(`${path}?_deleted=only`)).record.id).toBe(id);
        expect((await north.post(`${path}/_restore`, {})).status).toBe(200);
        expect((await north.get(file)).text).toBe(`a sheet of ${model}`);
      }
    });

    test('the number beside a random id names none', async () => {
      const sheet = await upload(north, 'parcel');
      const { id } = await north.create('/parcel', { title: 'a', sheet });
      const gone = await north.create('/parcel', { title: 'b' });
      expect((await north.delete(`/parcel/${encoded(gone.id)}`)).status).toBe(204);
      for (const number of ['1', '2', '3', `${String(id).slice(0, 8)}`]) {
        const path = `/parcel/${number}`;
        expect([400, 404]).toContain((await admin.get(`/_files${path}/sheet`)).status);
        const asked = [{ model: 'parcel', id: number, field: 'sheet' }];
        expect((await admin.post('/_files/_links', asked)).body).toEqual([null]);
        expectProblem(await admin.post(`${path}/_restore`, {}), 404);
        expectProblem(await admin.delete(`${path}?_deleted=only`), 404);
        const history = await admin.get(`/_history?model=parcel&id=${number}`);
        if (history.status === 200) expect(history.body).toEqual([]);
      }
      const { text } = await admin.get(`/_history?model=parcel&id=${encoded(id)}`);
      expect(text).not.toMatch(/row_number|public_id/);
    });

    test('a part of a key, another spelling, and a key that is decoded twice name none', async () => {
      const text = `${mark()}%2F,`;
      const sheet = await upload(north, 'stock');
      const { id } = await north.create('/stock', { ...keysOf('stock', text), sheet });
      const wrong = [
        text,
        encoded(text),
        `${encoded(text)},`,
        `${encoded(text)},2026-01-3`,
        `${encoded(text)},2026-01-31,`,
        decodeURIComponent(String(id)),
        `${String(id)},2026-01-31`,
      ].filter((one) => one !== String(id));
      for (const one of wrong) {
        const path = `/stock/${encoded(one)}`;
        expect([400, 404], path).toContain((await north.get(`/_files${path}/sheet`)).status);
        const asked = [{ model: 'stock', id: one, field: 'sheet' }];
        expect((await north.post('/_files/_links', asked)).body, path).toEqual([null]);
        expect([400, 404], path).toContain((await north.post(`${path}/_restore`, {})).status);
        expect([400, 404], path).toContain((await north.delete(`${path}?_deleted=only`)).status);
        const history = await north.get(`/_history?model=stock&id=${encoded(one)}`);
        if (history.status === 200) expect(history.body, path).toEqual([]);
        else expectProblem(history, 400);
      }
      expect((await north.get(`/stock/${encoded(id)}`)).status).toBe(200);
    });
  });
});
