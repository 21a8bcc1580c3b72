import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintDocument } from '../support/lint-document.js';
import { expectFields, expectProblem, places, type Outcome } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { demand, mark, query, type Answer, type Client } from './http.js';
import { makeKeyed } from './keyed-project.js';
import { OpenDocument, type RawDocument, type Schema } from './open-document.js';
import { clientFor, freshDatabase, onEachDatabase } from './use-service.js';

type Id = string | number;
type Keyed = Readonly<Record<string, unknown>> & { readonly id: Id };

const UUID = /^[\da-f]{8}-[\da-f]{4}-([47])[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const PASSWORD = 'a password of the cast';
const FEATURES = ['admin', 'import', 'idempotency', 'jobs', 'webhooks', 'dashboard'];

const pathOf = (prefix: string, id: Id): string => `/${prefix}/${encodeURIComponent(id)}`;
const recordOf = (answer: Answer): Keyed => answer.body as Keyed;
const rowsOf = (answer: Answer): readonly Keyed[] => answer.body as Keyed[];

let numbers = 100 + (Date.now() % 1_000_000);
const number = (): number => (numbers += 1);

onEachDatabase((database) => {
  let service: Service;
  let admin: Client;
  /** Managers of two tenants. */
  let anna: Client;
  let bert: Client;
  let receiver: Server;
  const received: { readonly type: string; readonly data: Keyed }[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        received.push(JSON.parse(text) as (typeof received)[number]);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const options = { example: 'clinic', folder: makeKeyed(FEATURES) } as const;
    const env = { WEBHOOKS_PRIVATE_NETWORKS: '127.0.0.1' };
    const databaseUrl = await freshDatabase(database);
    service = await (await launchService({ ...options, databaseUrl, env })).ready();
    admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    [anna, bert] = [await manager('anna'), await manager('bert')];
  }, 120_000);
  afterAll(async () => {
    receiver.close();
    await service.dispose();
  });

  /** A new manager of a new tenant. */
  async function manager(username: string): Promise<Client> {
    const tenant = await admin.create('/tenant', { name: `tenant of ${username}` });
    const email = `${username}@example.test`;
    const user = { username, email, password: PASSWORD, roles: ['Manager'], tenants: [tenant.id] };
    await admin.create('/user', user);
    return clientFor(service.url, username, PASSWORD);
  }

  const create = async (path: string, values: object, who = admin): Promise<Keyed> =>
    recordOf(demand(await who.post(path, values), 201, `POST ${path}`));
  const list = async (path: string, who = admin): Promise<readonly Keyed[]> =>
    rowsOf(demand(await who.get(path), 200, `GET ${path}`));
  const ids = async (path: string, who = admin): Promise<Id[]> =>
    (await list(path, who)).map(({ id }) => id);
  const documentOf = async (): Promise<OpenDocument> =>
    new OpenDocument((await admin.get('/openapi.json')).body as RawDocument);

  /** A model with each kind of key: its path, the values of a new record, and those of a change. */
  const KINDS: readonly [string, string, () => object, object][] = [
    ['a UUID of version 7', 'category', () => ({ name: mark() }), { name: 'changed' }],
    ['a random UUID beside a number', 'parcel', () => ({ name: mark() }), { name: 'changed' }],
    ['a given UUID', 'secret', () => ({ ref: crypto.randomUUID(), text: 'a' }), { text: 'b' }],
    ['a text of another name', 'country', () => ({ code: mark(), name: 'a' }), { name: 'b' }],
    ['a given integer', 'depot', () => ({ number: number() }), { note: 'changed' }],
    ['a 64-bit integer', 'label', () => ({ name: mark() }), { name: mark() }],
    ['an integer of another name', 'film', () => ({ title: 'a' }), { title: 'b' }],
  ];

  describe.each(KINDS)('%s', (_, prefix, values, change) => {
    const path = `/${prefix}`;

    test('names a record in each request, as the document tells', async () => {
      const document = await documentOf();
      const told = (method: string, place: string, answer: Answer): Answer => {
        expect(document.complaint(method, place, answer)).toBeNull();
        return answer;
      };
      const made = told('POST', path, await admin.post(path, values()));
      const { id } = recordOf(made);
      const one = pathOf(prefix, id);
      expect(made.header('location')).toBe(one);
      const read = told('GET', `${path}/{id}`, await admin.get(one));
      expect(read.body).toEqual(made.body);
      const etag = read.header('etag');
      expect(etag).toBe(made.header('etag'));
      expect((await admin.get(one, { 'if-none-match': etag })).status).toBe(304);
      const changed = await admin.patch(one, change, { 'if-match': etag });
      expect(told('PATCH', `${path}/{id}`, changed).body).toMatchObject({ ...change, id });
      expectProblem(await admin.patch(one, change, { 'if-match': etag }), 412);
      expectProblem(await admin.delete(one, { 'if-match': etag }), 412);
      const whole = await admin.put(one, changed.body);
      expect(told('PUT', `${path}/{id}`, whole).status, whole.text).toBe(200);
      const listed = told('GET', path, await admin.get(`${path}${query({ id })}`));
      expect(listed.body).toEqual([whole.body]);
      expect((await admin.delete(one)).status).toBe(204);
      for (const method of ['GET', 'DELETE']) expectProblem(await admin.send(method, one), 404);
    });

    test('names records in lists, writes of many, and batches', async () => {
      const items = [values(), values(), values()];
      const many = demand(await admin.post(path, items), 201, 'many');
      const made = rowsOf(many).map(({ id }) => id);
      const among = query({ id: made });
      const sorted = await ids(`${path}${among}`);
      expect(new Set(sorted)).toEqual(new Set(made));
      expect(await ids(`${path}${among}&_sort=id&_order=DESC`)).toEqual(sorted.toReversed());
      expect(await ids(`${path}${among}&id__gt=${sorted[0]}`)).toEqual(sorted.slice(1));
      expect(await ids(`${path}${among}&id__lte=${sorted[1]}`)).toEqual(sorted.slice(0, 2));
      expect(await ids(`${path}${among}&id__ne=${sorted[1]}`)).toEqual([sorted[0], sorted[2]]);
      expect(await ids(`${path}?id__in=${made.map(encodeURIComponent).join(',')}`)).toEqual(sorted);
      const page = await admin.get(`${path}${among}&_end=2&_fields=id`);
      expect(page.header('x-total-count')).toBe('3');
      const next = `&_end=2&_after=${page.header('x-next-cursor')}`;
      expect(await ids(`${path}${among}${next}`)).toEqual(sorted.slice(2));
      const figures = await admin.get(`${path}/_aggregate${among}&_by=id`);
      expect(figures.body).toEqual(sorted.map((id) => ({ by: { id }, count: 1 })));
      const changed = await admin.patch(path, [{ id: made[1], ...change }]);
      expect(demand(changed, 200, 'change').body).toMatchObject([{ id: made[1], ...change }]);
      const [first, ...others] = made;
      const batch = await admin.post('/_batch', [
        { method: 'POST', path, body: values() },
        { method: 'PATCH', path, id: { $ref: 0 }, body: {} },
        { method: 'PUT', path: pathOf(prefix, first!), body: { ...items[0] } },
        ...others.map((id) => ({ method: 'DELETE', path, id })),
        { method: 'DELETE', path, id: { $ref: 0 } },
      ]);
      const statuses = (demand(batch, 200, 'batch').body as Outcome[]).map(({ status }) => status);
      expect(statuses).toEqual([201, 200, 200, 204, 204, 204]);
      expect(await ids(`${path}${among}`)).toEqual([first]);
    });

    test('is written once by a request that is sent twice', async () => {
      const [key, body] = [{ 'idempotency-key': mark() }, values()];
      const first = await admin.post(path, body, key);
      const again = await admin.post(path, body, key);
      expect(demand(again, 201, 'replay').body).toEqual(first.body);
      expect(again.header('location')).toBe(first.header('location'));
      expect(again.header('idempotency-replayed')).toBe('true');
    });

    test('is in the export, which an import takes', async () => {
      const made = await create(path, values());
      const file = await admin.get(`/_export/${prefix}${query({ _format: 'csv', id: made.id })}`);
      const [head, row] = demand(file, 200, 'export').text.replace('\uFEFF', '').split('\r\n');
      expect(head).toMatch(/^id,/);
      expect(row!.split(',')[0]).toBe(String(made.id));
    });
  });

  /** Imports a file, and tells how that has ended. */
  async function imported(model: string, text: string, settings = {}): Promise<Keyed> {
    const headers = { 'content-type': 'text/csv' };
    const sent = await admin.send('POST', `/_imports?model=${model}`, { raw: text, headers });
    const { id } = recordOf(demand(sent, 201, 'upload'));
    if (Object.keys(settings).length > 0)
      demand(await admin.patch(`/_imports/${id}`, settings), 200, 'settings');
    demand(await admin.post(`/_imports/${id}/run`), 202, 'run');
    for (;;) {
      const one = recordOf(await admin.get(`/_imports/${id}`));
      if (one['state'] !== 'running') return one;
      await sleep(20);
    }
  }

  describe('records that refer to each other', () => {
    interface World {
      readonly country: Keyed;
      readonly category: Keyed;
      readonly depot: Keyed;
      readonly film: Keyed;
      readonly label: Keyed;
      readonly bin: Keyed;
      readonly parcel: Keyed;
    }

    async function world(): Promise<World> {
      const code = `${mark()}/é%`;
      const parent = await create('/category', { name: 'parent' });
      const country = await create('/country', { code, name: code });
      const depot = await create('/depot', { number: number(), country_id: code });
      return {
        ...{ country, depot },
        category: await create('/category', { name: 'child', parent_id: parent.id }),
        bin: await create('/bin', { depot_id: depot.id, code: 'é,/%' }),
        film: await create('/film', { title: 'f' }),
        parcel: await create('/parcel', { name: 'p' }),
        label: await create('/label', { name: mark() }),
      };
    }

    const referring = ({ country, category, depot, film, label, bin, parcel }: World) => ({
      title: mark(),
      ...{ country_id: country.id, category_id: category.id, depot_id: depot.id },
      ...{
        film_id: film.id,
        label_id: label.id,
        bin_id: bin.id,
        parcel_id: parcel.id,
        countries: [country.id],
        labels: [label.id],
      },
    });

    test('name keys of any kind', async () => {
      const here = await world();
      const values = referring(here);
      const first = await create('/ticket', values);
      expect(first).toMatchObject({ ...values, id: expect.stringMatching(UUID) as string });
      const ticket = await create('/ticket', { ...values, related: [first.id] });
      expect(ticket).toMatchObject({ related: [first.id] });
      const relations = [
        ...(['country', 'category', 'depot', 'film', 'label', 'bin', 'parcel'] as const),
      ];
      const expanded = recordOf(
        await admin.get(`${pathOf('ticket', ticket.id)}?_expand=${relations.join()}`),
      );
      for (const name of relations) {
        expect(expanded[name], name).toMatchObject({ id: here[name].id });
        const { id } = here[name];
        expect(await ids(`/ticket${query({ [`${name}_id`]: id })}`)).toEqual([first.id, ticket.id]);
        const by =
          name === 'bin'
            ? { bin_depot_id: here.depot.id, bin_code: here.bin['code'] }
            : { [`${name}_id`]: id };
        const figures = await admin.get(
          `/ticket/_aggregate${query({ _by: Object.keys(by).join(), title: values.title })}`,
        );
        expect(figures.body).toEqual([{ by, count: 2 }]);
        const relation = name === 'label' ? 'marked' : 'tickets';
        const counted = await list(`/${name}${query({ id, _count: relation })}`);
        expect(counted).toMatchObject([{ _count: { [relation]: 2 } }]);
      }
      expect(await ids(`/ticket${query({ countries: here.country.id })}`)).toHaveLength(2);
      expect(await ids(`/ticket${query({ labels: here.label.id })}`)).toHaveLength(2);
      expect(await ids(`/ticket${query({ related: first.id })}`)).toEqual([ticket.id]);
      const emptied = await admin.patch(pathOf('ticket', ticket.id), { labels: [], related: [] });
      expect(emptied.body).toMatchObject({ labels: [], related: [] });
      const tree = await list(`/category${query({ id: here.category.id })}`);
      const path = pathOf('category', tree[0]!['parent_id'] as string);
      expectFields(await admin.patch(path, { parent_id: here.category.id }), 422, 'parent_id');
      expectFields(await admin.patch(path, { parent_id: crypto.randomUUID() }), 422, 'parent_id');
    });

    test('lines are known by their keys, and make the total', async () => {
      const items = [
        { product: 'a', amount: 1.5 },
        { product: 'b', amount: 2 },
      ];
      const ticket = await create('/ticket', { title: mark(), items });
      const path = pathOf('ticket', ticket.id);
      const [a, b] = ticket['items'] as Keyed[];
      expect(a).toMatchObject({ uid: a!.id, ticket_id: ticket.id });
      expect(UUID.exec(String(a!.id))![1]).toBe('4');
      const change = [{ id: b!.id, amount: 3 }, { product: 'c' }, { id: a!.id, _delete: true }];
      const changed = await admin.patch(path, { items: change });
      expect(demand(changed, 200, 'lines').body).toMatchObject({
        items: [{ id: b!.id, amount: 3 }, { product: 'c' }],
      });
      expect((await admin.get(path)).body).toMatchObject({ total: 3 });
      const upper = { items: [{ id: String(b!.id).toUpperCase(), amount: 4 }] };
      expect((await admin.patch(path, upper)).body).toMatchObject({ items: [{ id: b!.id }, {}] });
      const other = await create('/ticket', { title: mark(), items });
      const [foreign] = other['items'] as Keyed[];
      for (const id of [foreign!.id, crypto.randomUUID(), 7, 'x', { $ref: 0 }, [b!.id]])
        expectFields(await admin.patch(path, { items: [{ id, amount: 9 }] }), 422, 'items.0.id');
      expect((await admin.get(pathOf('ticket', other.id))).body).toMatchObject({ total: 3.5 });
    });

    test('a key of several columns is filtered, sorted, changed and taken away as one', async () => {
      const { bin, depot } = await world();
      const other = await create('/bin', { depot_id: depot.id, code: 'b', above_id: bin.id });
      const title = mark();
      const [one, two, none] = await Promise.all(
        [bin.id, other.id, null].map((bin_id) => create('/ticket', { title, bin_id })),
      );
      const found = (filter: string) => ids(`/ticket?title=${title}&${filter}`);
      const among = [bin.id, other.id].map((id) => encodeURIComponent(id)).join();
      const inOrder = '_sort=bin_id';
      expect(await found(`bin_id__in=${encodeURIComponent(among)}&${inOrder}`)).toEqual([
        two!.id,
        one!.id,
      ]);
      expect(await found(`bin_id__isnull=true`)).toEqual([none!.id]);
      expect(await found(`bin_id__isnull=false&${inOrder}&_order=DESC`)).toEqual([
        one!.id,
        two!.id,
      ]);
      expect(await found(`bin_id__ne=${encodeURIComponent(bin.id)}&bin_code=b`)).toEqual([two!.id]);
      expect(await found(`${query({ bin_id: bin.id }).slice(1)}&bin_code=b`)).toEqual([]);
      const path = pathOf('ticket', one!.id);
      expect((await admin.patch(path, { bin_code: 'b' })).body).toMatchObject({ bin_id: other.id });
      expectFields(await admin.patch(path, { bin_code: 'none' }), 422, 'bin_id');
      expectFields(await admin.patch(path, { bin_id: bin.id, bin_code: 'b' }), 422, 'bin_id');
      expect((await admin.patch(path, { bin_id: null })).body).toMatchObject({
        ...{ bin_id: null, bin_depot_id: null, bin_code: null },
      });
      const top = pathOf('bin', bin.id);
      expectFields(await admin.patch(top, { above_id: other.id }), 422, 'above_id');
      expectFields(await admin.patch(top, { above_code: 'b' }), 422, 'above_id');
      const document = await documentOf();
      const read = await admin.get(path);
      expect(document.complaint('GET', '/ticket/{id}', read)).toBeNull();
      const refused = await admin.delete(top);
      expectProblem(refused, 409);
      expect(refused.body).toMatchObject({
        dependents: [{ model: 'Bin', field: 'above_id', count: 1 }],
      });
    });

    test('a record with a key of several columns is written once by a request that is sent twice', async () => {
      const depot = await create('/depot', { number: number() });
      const body = { depot_id: depot.id, code: 'é,/%', note: 'once' };
      const key = { 'idempotency-key': mark() };
      const first = await admin.post('/bin', body, key);
      const again = await admin.post('/bin', body, key);
      const id = `${depot.id},%C3%A9%2C%2F%25`;
      expect(demand(first, 201, 'first').body).toMatchObject({ id });
      expect(demand(again, 201, 'replay').body).toEqual(first.body);
      expect(first.header('location')).toBe(pathOf('bin', id));
      expect(again.header('location')).toBe(first.header('location'));
      expect(again.header('idempotency-replayed')).toBe('true');
      expectProblem(await admin.post('/bin', { ...body, note: 'other' }, key), 422);
      expect(await ids(`/bin?depot_id=${depot.id}`)).toEqual([id]);
      const many = [
        { depot_id: depot.id, code: 'b' },
        { depot_id: depot.id, code: 'a,b' },
      ];
      const two = { 'idempotency-key': mark() };
      const made = demand(await admin.post('/bin', many, two), 201, 'many');
      expect((await admin.post('/bin', many, two)).body).toEqual(made.body);
      const change = { 'idempotency-key': mark() };
      const path = pathOf('bin', id);
      const changed = await admin.patch(path, { note: 'b' }, change);
      await admin.patch(path, { note: 'c' });
      expect((await admin.patch(path, { note: 'b' }, change)).status).toBe(changed.status);
      expect((await admin.get(path)).body).toMatchObject({ note: 'c' });
      const gone = { 'idempotency-key': mark() };
      for (let time = 0; time < 2; time += 1)
        expect((await admin.delete(path, gone)).status).toBe(204);
    });

    test('a job is about a record with a key of several columns', async () => {
      const depot = await create('/depot', { number: number() });
      const bin = await create('/bin', { depot_id: depot.id, code: 'a,b', note: 'to be seen' });
      const other = await create('/bin', { depot_id: depot.id, code: 'a', note: 'to be left' });
      const noteOf = async ({ id }: Keyed) =>
        recordOf(await admin.get(pathOf('bin', id)))['note'] as string;
      for (let at = 0; at < 100 && (await noteOf(bin)) !== 'seen'; at++) await sleep(100);
      expect([await noteOf(bin), await noteOf(other)]).toEqual(['seen', 'to be left']);
      const jobs = await list('/background_job?name=see-bin');
      expect(jobs.map(({ payload }) => payload)).toContainEqual({ bin: `${depot.id},a%2Cb` });
    });

    test('lines of a key of several columns have each of them from their record', async () => {
      const depot = await create('/depot', { number: number() });
      const lines = [{ number: 1, amount: 2 }, { number: 2 }];
      const bin = await create('/bin', { depot_id: depot.id, code: 'a,b', trays: lines });
      const [first, second] = bin['trays'] as Keyed[];
      expect(first).toMatchObject({ bin_id: bin.id, bin_depot_id: depot.id, bin_code: 'a,b' });
      const path = pathOf('bin', bin.id);
      const swapped = [
        { id: first!.id, number: 2 },
        { id: second!.id, number: 1, bin_code: 'x', bin_id: 'x' },
      ];
      const changed = await admin.patch(path, { trays: swapped });
      expect(demand(changed, 200, 'swap').body).toMatchObject({ trays: [{ number: 2 }, {}] });
      const stranger = await create('/bin', {
        depot_id: depot.id,
        code: 'c',
        trays: [{ number: 1 }],
      });
      const [foreign] = stranger['trays'] as Keyed[];
      for (const id of [foreign!.id, crypto.randomUUID(), bin.id, 7])
        expectFields(await admin.patch(path, { trays: [{ id, amount: 9 }] }), 422, 'trays.0.id');
      const etag = (await admin.get(path)).header('etag');
      await admin.patch(pathOf('tray', second!.id), { amount: 5 });
      expectProblem(await admin.patch(path, { note: 'x' }, { 'if-match': etag }), 412);
      const on = 'bin_depot_id,bin_code,number';
      const upsert = async (values: object) => admin.post(`/tray${query({ _on: on })}`, values);
      const parts = { bin_depot_id: depot.id, bin_code: 'a,b' };
      expect((await upsert({ ...parts, number: 1, amount: 6 })).status).toBe(200);
      expect((await upsert({ bin_id: bin.id, number: 1, amount: 7 })).status).toBe(200);
      expect((await upsert({ bin_id: bin.id, number: 3 })).status).toBe(201);
      expectFields(await upsert({ bin_id: `${depot.id},none`, number: 3 }), 422, 'bin_id');
      const read = await admin.get(`${path}?_expand=trays`);
      expect((recordOf(read)['trays'] as Keyed[]).map(({ amount }) => amount).sort()).toEqual(
        [2, 7, null].sort(),
      );
    });

    test('a batch puts the keys of new records where they belong', async () => {
      const [code, depot] = [mark(), number()];
      const answer = await admin.post('/_batch', [
        { method: 'POST', path: '/country', body: { code, name: code } },
        { method: 'POST', path: '/depot', body: { number: depot, country_id: { $ref: 0 } } },
        { method: 'POST', path: '/label', body: { name: code } },
        { method: 'POST', path: '/bin', body: { depot_id: { $ref: 1 }, code: 'a,b' } },
        {
          method: 'POST',
          path: '/ticket',
          body: {
            ...{ title: code, country_id: { $ref: 0 }, depot_id: { $ref: 1 }, bin_id: { $ref: 3 } },
            ...{ labels: [{ $ref: 2 }], countries: [{ $ref: 0 }] },
            items: [{ product: 'a', country_id: { $ref: 0 } }],
          },
        },
        { method: 'PATCH', path: '/ticket', id: { $ref: 4 }, body: { related: [{ $ref: 4 }] } },
        { method: 'PATCH', path: '/bin', id: { $ref: 3 }, body: { trays: [{ number: 1 }] } },
      ]);
      const [, , label, bin, made, changed, filled] = demand(answer, 200, 'batch')
        .body as Outcome[];
      expect(made!.record).toMatchObject({
        ...{ country_id: code, depot_id: depot, labels: [label!.record!.id], countries: [code] },
        ...{ bin_id: `${depot},a%2Cb`, bin_depot_id: depot, bin_code: 'a,b' },
        items: [{ country_id: code }],
      });
      expect(changed!.record).toMatchObject({ id: made!.record!.id, related: [made!.record!.id] });
      expect(filled!.record).toMatchObject({ trays: [{ bin_id: bin!.record!.id }] });
      const wrong = await admin.post('/_batch', [
        { method: 'POST', path: '/country', body: { code: mark(), name: 'x' } },
        { method: 'POST', path: '/ticket', body: { title: 'x', depot_id: { $ref: 0 } } },
      ]);
      expect(places(wrong, 422)).toEqual([[1, 'depot_id', 'reference']]);
      const ofOther = { method: 'PATCH', path: '/country', id: 7, body: {} };
      expect(places(await admin.post('/_batch', [ofOther]), 400)).toEqual([[0, 'id', 'type']]);
    });

    test('an import takes given keys, and references to them', async () => {
      const [one, other] = [`${mark()},1`, mark()];
      const countries = await imported('country', `code,name\n"${one}",One\n${other},Other\n`);
      expect(countries).toMatchObject({ state: 'done', created: 2, failed: 0 });
      const again = await imported('country', `code,name\n"${one}",Twice\n..,Dots\n`);
      expect(again).toMatchObject({ created: 0, failed: 2 });
      expect((await admin.get(pathOf('country', one))).body).toMatchObject({ name: 'One' });
      const { id } = await create('/category', { name: 'c' });
      const title = mark();
      const depot = number();
      await create('/depot', { number: depot });
      for (const row of [`${depot},a,`, `${depot},b,"${depot},a"`])
        expect(await imported('bin', `depot_id,code,above_id\n${row}\n`)).toMatchObject({
          ...{ state: 'done', created: 1, failed: 0 },
        });
      expect(await list(`/bin?depot_id=${depot}&code=b`)).toMatchObject([
        { above_id: `${depot},a`, above_code: 'a' },
      ]);
      const bin = `"${depot},a"`;
      const rows = [
        ...[`${title},"${one}",${id},${bin}`, `${title},${other},,`, `${title},none,,`],
        ...[`${title},,,"${depot},x"`, `${title},,,${depot}`, `${title},,,"0${depot},a"`],
      ];
      const file = `title,country_id,category_id,bin_id\n${rows.join('\n')}\n`;
      expect(await imported('ticket', file)).toMatchObject({ created: 2, failed: 4 });
      expect(await list(`/ticket?title=${title}`)).toMatchObject([
        { country_id: one, category_id: id, bin_id: `${depot},a`, bin_code: 'a' },
        { country_id: other, category_id: null, bin_id: null },
      ]);
    });

    test('webhooks tell them with their keys', async () => {
      const { port } = receiver.address() as { port: number };
      const { id: user_id } = recordOf(await admin.get('/auth/me'));
      const events = [
        ...['country.created', 'country.updated', 'country.deleted', 'ticket.created'],
        ...['bin.created', 'bin.updated', 'bin.deleted'],
      ];
      const endpoint = { url: `http://127.0.0.1:${port}/`, events, user_id };
      await create('/webhook_endpoint', endpoint);
      await sleep(700);
      const code = `${mark()}/1`;
      await create('/country', { code, name: 'a' });
      const ticket = await create('/ticket', { title: 'told', country_id: code });
      await admin.patch(pathOf('country', code), { name: 'b' });
      await admin.delete(pathOf('country', code));
      const depot = await create('/depot', { number: number() });
      const bin = await create('/bin', { depot_id: depot.id, code: 'a,b' });
      await admin.patch(pathOf('bin', bin.id), { note: 'b' });
      await admin.delete(pathOf('bin', bin.id));
      const told = () => received.filter(({ data }) => [code, ticket.id, bin.id].includes(data.id));
      for (let at = 0; at < 100 && told().length < 7; at++) await sleep(100);
      const types = told().map(({ type, data }) => `${type} ${data.id}`);
      expect(types.sort()).toEqual(
        [
          ...events.slice(0, 3).map((type) => `${type} ${code}`),
          `ticket.created ${ticket.id}`,
          ...events.slice(4).map((type) => `${type} ${depot.id},a%2Cb`),
        ].sort(),
      );
    });
  });

  test('the document says of which kind each id is, and has no faults', async () => {
    const { text } = await admin.get('/openapi.json');
    expect(await lintDocument(text)).toEqual([]);
    const document = await documentOf();
    const schemas = document.raw.components['schemas'] as Record<string, Record<string, object>>;
    const idOf = (model: string) =>
      document.follow((schemas[model]!['properties'] as Record<string, object>)['id']!);
    expect(idOf('Ticket')).toMatchObject({ type: 'string', format: 'uuid', readOnly: true });
    expect(idOf('Parcel')).toMatchObject({ type: 'string', format: 'uuid', readOnly: true });
    expect(text).not.toMatch(/row_number|public_id/i);
    expect(idOf('Country')).toMatchObject({ type: 'string', maxLength: 40 });
    expect(idOf('Depot')).toMatchObject({ type: 'integer' });
    expect(idOf('Label')).toMatchObject({ type: 'string', readOnly: true });
    const { properties: change } = schemas['CountryPatch']!;
    expect(change).not.toHaveProperty('code');
    const { required, properties } = schemas['CountryInput']!;
    expect(required).toEqual(['code', 'name']);
    const { code } = properties as { readonly code: Schema };
    for (const reserved of ['.', '..', '_aggregate'])
      expect(document.problem(code, reserved), reserved).not.toBeNull();
    expect(document.problem(code, '_aggregates')).toBeNull();
  });

  describe('an id that is not a key', () => {
    const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

    /** Each method at a path of a model is answered with this status. */
    async function refused(prefix: string, segment: string, status: number): Promise<void> {
      for (const method of METHODS) {
        const message = method.startsWith('P') ? { body: {} } : {};
        const answer = await admin.send(method, `/${prefix}/${segment}`, message);
        expect(answer.status, `${method} /${prefix}/${segment.slice(0, 80)}`).toBe(status);
        expectProblem(answer, status);
      }
    }

    test('a text is found by its own text alone, encoded once', async () => {
      const code = `${mark()}%2F`;
      await create('/country', { code, name: 'x' });
      await create('/country', { code: `${code}_%`, name: 'y' });
      const once = encodeURIComponent(code);
      expect((await admin.get(`/country/${once}`)).body).toMatchObject({ id: code });
      const others = [
        ...[encodeURIComponent(once), code, once.slice(0, -1), `${once}%20`, `%20${once}`],
        ...[`${once}%00`, `${once};`, `${once}/x`, once.toUpperCase(), `${once.slice(0, -5)}%25`],
        ...['%2e%2e', '..', '.', '%2E', '%00', '%23', '%3F', 'x'.repeat(5000), '%25', '_', '*'],
        ...[`${once.slice(0, -5)}_`, '__proto__', 'constructor', encodeURIComponent("' OR 1=1 --")],
      ];
      for (const segment of others) await refused('country', segment, 404);
      for (const segment of ['%ff', '%C3', '%', '%zz', '%E0%80%80', '%ed%a0%80'])
        await refused('country', segment, 400);
      expect((await admin.get('/country/')).status).toBe(404);
    });

    test('a UUID may be written in capitals, and in no other way', async () => {
      const { id } = await create('/category', { name: 'x' });
      const text = String(id);
      expect((await admin.get(`/category/${text.toUpperCase()}`)).body).toMatchObject({ id });
      const others = [
        ...[`{${text}}`, `%7B${text}%7D`, `urn:uuid:${text}`, text.replaceAll('-', '')],
        ...[text.slice(0, 8), text.slice(0, -1), `${text}0`, `%20${text}`, `${text}%00`],
        ...[text.replace('-', '%2D'), `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`],
        ...['7', '0', crypto.randomUUID(), '00000000-0000-0000-0000-000000000000', '..', '%2e'],
      ];
      for (const segment of others) await refused('category', segment, 404);
    });

    test('a number behind an id is in no answer, and names nothing', async () => {
      const seals = [{ text: 'a' }, { text: 'b' }];
      const outer = await create('/parcel', { name: mark(), seals });
      const inner = await create('/parcel', {
        name: 'in',
        within_id: outer.id,
        siblings: [outer.id],
      });
      const shown = [outer, inner, ...(outer['seals'] as Keyed[])];
      for (const one of shown) {
        expect(UUID.exec(String(one.id))![1]).toBe('4');
        for (const [name, value] of Object.entries(one))
          if (name !== '_etag') expect(typeof value, name).not.toBe('number');
      }
      for (const segment of ['1', '2', '01', '-1', '1.0', '1,2', String(outer.id).slice(0, 8)])
        await refused('parcel', segment, 404);
      for (const id of [1, '1', 2, '2', null, [1], { row_number: 1 }]) {
        const of = async (path: string) => [
          (await admin.post('/_batch', [{ method: 'DELETE', path, id }])).status,
          (await admin.patch(path, [{ id, name: 'x' }])).status,
        ];
        const refusals = await of('/parcel');
        for (const status of refusals) expect(status).toBeGreaterThanOrEqual(400);
        expect(refusals).toEqual(await of('/ticket'));
        if (id === null) continue;
        expectFields(await admin.post('/parcel', { name: 'x', within_id: id }), 422, 'within_id');
        expectFields(await admin.post('/parcel', { name: 'x', siblings: [id] }), 422, 'siblings');
        const lines = { seals: [{ id, text: 'x' }] };
        const path = pathOf('parcel', outer.id);
        expectFields(await admin.patch(path, lines), 422, 'seals.0.id');
      }
      for (const filter of [
        'id=1',
        'id__in=1,2',
        'id__gt=1',
        'within_id=1',
        'siblings=1',
        'seals.id=1',
      ])
        expect((await admin.get(`/parcel?${filter}`)).status, filter).toBe(
          (await admin.get(`/category?${filter.replace(/within|siblings|seals/, 'parent')}`))
            .status,
        );
      for (const name of ['row_number', 'RowNumber', 'public_id', 'rowid', 'oid'])
        for (const place of [`${name}=1`, `_sort=${name}`, `_fields=${name}`, `${name}__gt=0`])
          expectProblem(await admin.get(`/parcel?${place}`), 400);
      expectFields(await admin.post('/parcel', { name: 'x', row_number: 1 }), 422, 'row_number');
      const cursor = Buffer.from(JSON.stringify([1])).toString('base64url');
      expectProblem(await admin.get(`/parcel?_end=1&_after=${cursor}`), 400);
      expect(await imported('parcel', 'name,within_id\na,1\nb,2\n')).toMatchObject({
        ...{ created: 0, failed: 2 },
      });
      const file = await admin.get(`/_export/parcel${query({ _format: 'csv', id: outer.id })}`);
      expect(file.text).not.toMatch(/row_number|public_id/i);
      expect((await admin.get(pathOf('parcel', inner.id))).body).toMatchObject({
        ...{ within_id: outer.id, siblings: [outer.id], _label: 'in' },
      });
      expectProblem(await admin.delete(pathOf('parcel', '1')), 404);
    });

    test('an integer is written in one way', async () => {
      const depot = number();
      await create('/depot', { number: depot });
      const given = await admin.post('/depot', { number: 0 });
      expect([201, 409]).toContain(given.status);
      const [one, zero] = [`${depot}`, '0'];
      expect((await admin.get('/depot/0')).body).toMatchObject({ id: 0, _label: '0' });
      const others = [
        ...[`0${one}`, `+${one}`, `${one}.0`, `${one}e0`, `-${one}`, `${one}%20`, `%20${one}`],
        ...[`%3${one}`, `${one}n`, `${one},0`, `-${zero}`, '00', '0x0', '1e3', '9007199254740993'],
        ...['2147483648', '9223372036854775807', '9223372036854775808', '99999999999999999999'],
        ...['NaN', 'null', '%D9%A7', '-9007199254740992', '..'],
      ];
      for (const segment of others) await refused('depot', segment, 404);
    });

    test('a 64-bit integer is written in one way, and no larger', async () => {
      const { id } = await create('/label', { name: mark() });
      const others = [
        ...[`0${id}`, `+${id}`, `%2B${id}`, `${id}.0`, `${id}e0`, `-${id}`, `${id}%20`, `${id}n`],
        ...['9223372036854775807', '9223372036854775808', '-9223372036854775809', '1e3', '-0'],
        ...['9'.repeat(400), 'x', '..', '%00'],
      ];
      for (const segment of others) await refused('label', segment, 404);
    });

    test('a given key has the type of its field, and its limits', async () => {
      const taken = number();
      const tenant = await admin.create('/tenant', { name: mark() });
      const account = (key: unknown) =>
        admin.post('/account', { number: key, name: 'x', branch_id: tenant.id });
      const edges = ['9223372036854775807', '-9223372036854775808', `${taken}`];
      for (const key of edges) expect((await account(key)).record.id).toBe(key);
      expectFields(
        await admin.post('/account', { name: 'x', branch_id: tenant.id }),
        422,
        'number',
      );
      expectProblem(await account(`0${taken}`), 409);
      for (const key of [taken, `+${taken}`, '1e3', '9223372036854775808', ' 7', '7.0', true, null])
        expectFields(await account(key), 422, 'number');
      for (const key of [[], {}, '', { $ref: 0 }]) expectFields(await account(key), 422, 'number');
      const depots = ['7', 7.5, true, null, [7], {}, '', 1e300, 2 ** 53];
      for (const key of depots)
        expectFields(await admin.post('/depot', { number: key }), 422, 'number');
      const codes = [
        '.',
        '..',
        '_aggregate',
        '',
        'x'.repeat(41),
        'a\0',
        '\ud800',
        7,
        null,
        ['a'],
        {},
      ];
      for (const code of codes) {
        const values = { code, name: 'x' };
        expectFields(await admin.post('/country', values), 422, 'code');
        expectFields(await admin.post('/country?_on=code', values), 422, 'code');
      }
      const secrets = [7, 'x', `{${crypto.randomUUID()}}`, crypto.randomUUID().replaceAll('-', '')];
      for (const ref of secrets)
        expectFields(await admin.post('/secret', { ref, text: 'x' }), 422, 'ref');
    });

    test('a list of ids has each encoded, so that commas are a part of one', async () => {
      const codes = ['a,b', 'a%2Cb', 'a', '50 %', "é'"].map((code) => `${mark()}${code}`);
      for (const code of codes) await create('/country', { code, name: 'x' });
      const found = async (list: string) => ids(`/country${query({ id__in: list })}`);
      const all = codes.map(encodeURIComponent).join();
      expect(new Set(await found(all))).toEqual(new Set(codes));
      expect(await found(encodeURIComponent(codes[0]!))).toEqual([codes[0]]);
      expect(await found(codes[0]!)).toEqual([]);
      // What is no encoding is the text itself.
      expect(await found(codes[3]!)).toEqual([codes[3]]);
      const batch = codes.map((id) => ({ method: 'DELETE', path: '/country', id }));
      expect((await admin.post('/_batch', batch)).status).toBe(200);
    });

    /** Texts near that of a key, each of which names another record or none. */
    const near = (id: string): readonly string[] => [
      ...[encodeURIComponent(id), encodeURIComponent(encodeURIComponent(id)), `${id} `, ` ${id}`],
      ...[id.slice(0, -1), id.slice(0, 8), `${id}\u0000`, `\u0000${id}`, `${id},`, `,${id}`],
      ...[
        `${id},${id}`,
        `"${id}"`,
        `{"$ref":0}`,
        `${id}\u200b`,
        `\ufeff${id}`,
        `${id}%00`,
        '%',
        '*',
      ],
      ...[`${id}' OR '1'='1`, `${id}/`, `../${id}`, 'null', '', 'x'.repeat(5000)],
      // One letter, or a letter and its accent; capitals name the record of a UUID.
      ...(id.includes('é') ? [id.normalize('NFD'), id.toUpperCase(), id.replace('é', 'e')] : []),
    ];

    test.each([
      ['country', 'country_id', 'countries', () => ({ code: `${mark()}é`, name: 'mine' })],
      ['category', 'category_id', undefined, () => ({ name: 'mine' })],
      ['bin', 'bin_id', undefined, () => ({ depot_id: 0, code: `${mark()}é,` })],
    ])(
      'of %s: no text beside its own names a record, at any door',
      async (prefix, ref, refs, of) => {
        if (prefix === 'bin') await admin.post('/depot?_on=number', { number: 0 });
        const made = await create(`/${prefix}`, of());
        const before = (await admin.get(pathOf(prefix, made.id))).body;
        const ticket = await create('/ticket', { title: mark(), [ref]: made.id });
        const place = pathOf('ticket', ticket.id);
        const change = prefix === 'bin' ? { note: 'changed' } : { name: 'changed' };
        const bad = (answer: Answer, what: string) => {
          expect([400, 404, 405, 422], what).toContain(answer.status);
          expectProblem(answer, answer.status);
        };
        for (const id of near(String(made.id)).filter((one) => one !== made.id)) {
          const at = `/${prefix}/${encodeURIComponent(id)}`;
          const batch = (operation: object) => admin.post('/_batch', [operation]);
          if (id !== '')
            for (const method of ['GET', 'PATCH', 'DELETE'])
              bad(
                await admin.send(method, at, { ...(method === 'PATCH' && { body: change }) }),
                at,
              );
          bad(await admin.patch(`/${prefix}`, [{ id, ...change }]), `many: ${id}`);
          for (const method of ['PATCH', 'DELETE']) {
            const body = method === 'PATCH' ? { body: change } : {};
            bad(await batch({ method, path: `/${prefix}`, id, ...body }), `${method} by id: ${id}`);
            bad(await batch({ method, path: at, ...body }), `${method} by path: ${at}`);
          }
          for (const filter of ['id', ref]) {
            const path = filter === 'id' ? prefix : 'ticket';
            const found = await admin.get(`/${path}${query({ [filter]: id })}`);
            if (found.status !== 400 && id !== '') expect(found.body, id).toEqual([]);
          }
          const listed = encodeURIComponent(encodeURIComponent(id));
          const among = await admin.get(`/${prefix}?id__in=${listed}`);
          if (among.status !== 400) expect(among.body, id).toEqual([]);
          // An empty text is no reference to a UUID.
          if (id !== '') bad(await admin.patch(place, { [ref]: id }), `reference: ${id}`);
          if (refs) bad(await admin.patch(place, { [refs]: [id] }), `link: ${id}`);
        }
        // An import reads cells without the blanks around them.
        const cells = near(String(made.id)).filter((id) => !['', made.id].includes(id.trim()));
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = cells.filter((id) => !id.includes('\0')).map((id) => `a,${quote(id)}`);
        const file = `title,${prefix}.id\n${lines.join('\n')}\n`;
        const ended = await imported('ticket', file);
        expect(ended).toMatchObject({ state: 'done', created: 0, failed: lines.length });
        expect((await admin.get(pathOf(prefix, made.id))).body).toEqual(before);
        expect((await admin.get(`${place}?_expand=${prefix}`)).body).toMatchObject({
          [prefix]: { id: made.id },
        });
      },
    );

    test('keys that mean something elsewhere are keys here', async () => {
      for (const code of ['export.csv', '_batch', 'null', '__proto__', 'a,b', 'été', '...', '-']) {
        await create('/country', { code, name: 'x' });
        const path = pathOf('country', code);
        expect((await admin.get(path)).body).toMatchObject({ id: code, code });
        expect(await ids(`/country${query({ id: code })}`)).toEqual([code]);
        const batch = [{ method: 'PATCH', path, body: { name: 'y' } }];
        expect((await admin.post('/_batch', batch)).body).toMatchObject([{ record: { id: code } }]);
        expect((await admin.delete(path)).status).toBe(204);
      }
    });

    test('a key that was given never changes', async () => {
      const code = mark();
      await create('/country', { code, name: 'a' });
      const path = pathOf('country', code);
      for (const other of [`${code}x`, code.toUpperCase(), '', null, 7, [code]]) {
        expectFields(await admin.patch(path, { code: other }), 422, 'code');
        expectFields(await admin.put(path, { code: other, name: 'b' }), 422, 'code');
        const many = await admin.patch('/country', [{ id: code, code: other }]);
        expect(places(many, 422)).toEqual([[0, 'code', 'key']]);
      }
      expectFields(await admin.put(path, { id: 'x', code, name: 'b' }), 422, 'id');
      expectFields(await admin.patch(path, { id: code.toUpperCase(), name: 'b' }), 422, 'id');
      const whole = { id: code, code, name: 'b' };
      expect((await admin.put(path, whole)).body).toMatchObject(whole);
      const { id } = await create('/category', { id: crypto.randomUUID(), name: 'a' });
      const answer = await admin.patch(pathOf('category', id), { id: crypto.randomUUID() });
      expect(answer.body).toMatchObject({ id });
    });

    test('a reference has the type of the key to which it leads', async () => {
      const path = pathOf('ticket', (await create('/ticket', { title: 'x' })).id);
      const wrong = ['x', 7.5, true, [], {}, [7], { id: 7 }, { $ref: 0 }, -1, 1e30, '\0', '\ud800'];
      for (const field of ['country', 'category', 'depot', 'film', 'label', 'bin'].map(
        (one) => `${one}_id`,
      ))
        for (const value of wrong)
          expectFields(await admin.patch(path, { [field]: value }), 422, field);
      for (const field of ['countries', 'labels', 'related'])
        for (const value of [
          ...wrong.filter((one) => String(one) !== ''),
          [{ id: 7 }],
          [null],
          [[]],
        ])
          expectFields(await admin.patch(path, { [field]: value }), 422, field);
    });

    test('a filter has the type of its key', async () => {
      const wrong = ['x', '7.0', '1e3', '%2B7', '%7B7%7D', 'null', '99999999999999999999'];
      for (const prefix of ['category', 'depot', 'label'])
        for (const value of wrong)
          for (const filter of ['id', 'id__in', 'id__gt', 'id__ne'])
            expectFields(await admin.get(`/${prefix}?${filter}=${value}`), 400, filter);
      const field = 'country_id';
      expectFields(await admin.get(`/ticket?${field}=%00`), 400, field);
      for (const value of ["' OR 1=1 --", '%', '_', 'x'.repeat(3000), '%2e', '7'])
        expect(await list(`/ticket${query({ [field]: value })}`)).toEqual([]);
      const cursor = Buffer.from(JSON.stringify(['Category', 'id ASC', 1, ['x']]));
      const after = await admin.get(`/category?_end=1&_after=${cursor.toString('base64url')}`);
      expectProblem(after, 400);
    });
  });

  describe('a row that its reader may not see', () => {
    const hidden = (): readonly [string, Keyed & object][] => [
      ['note', { id: '', slug: mark(), text: 'secret', alias: mark() }],
      ['secret', { id: '', ref: crypto.randomUUID(), text: 'secret' }],
      ['account', { id: '', number: String(number()), name: 'secret' }],
    ];

    test('is found by no door that takes its key', async () => {
      for (const [prefix, values] of hidden()) {
        const { id, ...made } = await create(`/${prefix}`, values, anna);
        const path = pathOf(prefix, id);
        const none = pathOf(
          prefix,
          typeof id === 'string' && id.length > 30 ? crypto.randomUUID() : '123456789',
        );
        for (const method of ['GET', 'PUT', 'PATCH']) {
          const message = method === 'GET' ? {} : { body: { ...made, text: 'mine' } };
          const [there, absent] = [
            await bert.send(method, path, message),
            await bert.send(method, none, message),
          ];
          const said = (answer: Answer) => (expectProblem(answer, 404) as { code?: string }).code;
          expect(said(there), `${method} ${path}`).toBe(said(absent));
        }
        expect(await ids(`/${prefix}${query({ id })}`, bert)).toEqual([]);
        const figures = await bert.get(`/${prefix}/_aggregate${query({ id, _by: 'id' })}`);
        expect(figures.body).toEqual([]);
        expectProblem(await bert.patch(`/${prefix}`, [{ id }]), 404);
        expectProblem(await bert.post('/_batch', [{ method: 'PATCH', path, body: {} }]), 404);
        expectProblem(
          await bert.post('/_batch', [{ method: 'PATCH', path: `/${prefix}`, id, body: {} }]),
          404,
        );
        const file = await bert.get(`/_export/${prefix}${query({ _format: 'csv', id })}`);
        expect(file.text.trim().split('\n')).toHaveLength(1);
      }
    });

    test('tells only that its key is taken', async () => {
      for (const [prefix, values] of hidden()) {
        const { id, ...made } = await create(`/${prefix}`, values, anna);
        const key = { note: 'slug', secret: 'ref', account: 'number' }[prefix]!;
        const mine = { [key]: id, text: 'mine', name: 'mine' };
        const { [prefix === 'account' ? 'text' : 'name']: _, ...body } = mine;
        const answers = [
          await bert.post(`/${prefix}`, body),
          await bert.post(`/${prefix}?_on=${key}`, body),
          await bert.post(`/${prefix}?_on=${key}`, [body]),
          await bert.post('/_batch', [{ method: 'POST', path: `/${prefix}`, on: key, body }]),
        ];
        for (const answer of answers) {
          expect(expectProblem(answer, 409).detail).toMatch(
            /There is already an? \w+ with this \w+\.$/,
          );
          expect(answer.text).not.toContain(made['alias'] ?? 'secret text');
        }
        expect((await anna.get(pathOf(prefix, id))).body).toMatchObject(made);
      }
    });

    test('is as absent by several columns as one that is not there', async () => {
      const of = async (who: Client) => recordOf(await who.get('/auth/me'))['tenants'] as number[];
      const [[mine], [theirs]] = [await of(anna), await of(bert)];
      const code = mark();
      const slot = await create('/slot', { code, text: 'secret' }, anna);
      expect(slot.id).toBe(`${mine},${code}`);
      const booking = await create('/booking', { slot_id: slot.id, text: 'secret' }, anna);
      const own = await create('/slot', { code, text: 'own' }, bert);
      expect(own.id).toBe(`${theirs},${code}`);
      const place = await create('/booking', { slot_id: own.id, text: 'x' }, bert);
      expectProblem(await bert.get(pathOf('slot', slot.id)), 404);
      expectProblem(await bert.get(pathOf('booking', booking.id)), 404);
      const doors: readonly ((slot_id: string) => Promise<Answer>)[] = [
        (slot_id) => bert.post('/booking', { slot_id, text: 'x' }),
        (slot_id) => bert.patch(pathOf('booking', place.id), { slot_id }),
        (slot_id) => bert.put(pathOf('booking', place.id), { slot_id, text: 'x' }),
        (slot_id) =>
          bert.patch(pathOf('booking', place.id), {
            slot_branch_id: Number(slot_id.split(',')[0]),
            slot_code: slot_id.split(',')[1],
          }),
        (slot_id) => bert.post('/booking', [{ slot_id, text: 'x' }]),
        (slot_id) =>
          bert.post('/_batch', [
            { method: 'POST', path: '/booking', body: { slot_id, text: 'x' } },
          ]),
        (slot_id) => bert.get(`/booking${query({ slot_id })}`),
        (slot_id) => bert.get(`/booking/_aggregate${query({ slot_id })}`),
        (slot_id) => bert.get(`/_export/booking${query({ _format: 'csv', slot_id })}`),
      ];
      for (const [at, door] of doors.entries()) {
        const [there, absent] = [await door(String(slot.id)), await door(`${mine},${mark()}`)];
        expect(there.status, `${at}`).toBe(absent.status);
        expect(there.text.replace(/"request_id":"[^"]*"/, ''), `${at}`).toBe(
          absent.text.replace(/"request_id":"[^"]*"/, ''),
        );
      }
      expect((await anna.get('/booking?_expand=slot')).text).toContain('secret');
      expect((await bert.get('/booking?_expand=slot&_count=x')).text).not.toContain('secret');
      expect(await list('/booking?_expand=slot', bert)).toMatchObject([{ slot: { text: 'own' } }]);
    });

    test('is linked and followed by nobody else', async () => {
      const note = await create('/note', { slug: mark(), text: 'secret' }, anna);
      const reply = await create('/reply', { note_id: note.id, text: 'r' }, anna);
      const own = await create('/note', { slug: mark(), text: 'own' }, bert);
      for (const slug of [String(note.id), mark()]) {
        expectFields(await bert.patch(pathOf('note', own.id), { tags: [slug] }), 422, 'tags');
        expectFields(await bert.post('/reply', { note_id: slug, text: 'x' }), 422, 'note_id');
        expect(await ids(`/note${query({ tags: slug })}`, bert)).toEqual([]);
        expect(await ids(`/reply${query({ note_id: slug })}`, bert)).toEqual([]);
      }
      expectProblem(await bert.get(pathOf('reply', reply.id)), 404);
      const groups = (await bert.get('/reply/_aggregate?_by=note_id')).text;
      expect(groups).not.toContain(note.id);
      expect((await anna.get(pathOf('reply', reply.id))).body).toMatchObject({ note_id: note.id });
    });
  });
});
