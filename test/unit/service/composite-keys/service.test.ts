import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  Item,
  Parcel,
  Reading,
  Scan,
  Slot,
} from '../../../../templates/features/composite-keys/engine/test/composite-keys/parcels.js';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { lintDocument } from '../../../support/lint-document.js';
import { openParcelService } from '../../../support/open-parcels.js';
import type { Ask } from '../../../support/open-users.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

const SENSOR = '01890a5d-ac96-774b-bcce-b302099a8057';
/** What a client can send of a text. */
const sent = (text: string): string => text.replaceAll(/[\ud800-\udfff]/g, '\ufffd');

/** An id in a path: a text is encoded once more. */
const at = (prefix: string, id: string): string => `/${prefix}/${encodeURIComponent(id)}`;

/** Parts of keys that mean something in addresses, in SQL, in JSON or to people. */
const ODD = [
  ...["O'Neil", 'a/b', 'a//b', '#1', '1+1', '50%', 'two words', ' ', 'a,b', ',', ',,', '7,1'],
  ...['%2C', '%252C', '%', '%41', 'été', 'İ', '🦉', 'e\u0301', '"x"', "['x']", '["a","b"]', 'null'],
  ...['.', '..', '../..', '_aggregate', '?a=b&c', ';', '\\', 'a\tb', '$1', '--', '{}', '~', '-0'],
];

describe.each([
  ['sqlite', newFiles()],
  ['postgres', () => server.createDatabase()],
])('a service whose records have keys of several columns: %s', (_, url) => {
  let service: Awaited<ReturnType<typeof openParcelService>>;
  let [admin, mine, theirs] = [] as unknown as [Ask, Ask, Ask];
  let [tenant, other] = [0, 0];
  let [own, foreign] = [0, 0];
  const system = (entity: new () => object) => service.engine.system(entity);

  beforeAll(async () => {
    service = await openParcelService(await url());
    admin = (await service.userOf('chief', 'Admin')).ask;
    const [one, two] = [
      await service.userOf('one', 'Editor', 'north'),
      await service.userOf('two', 'Editor', 'south'),
    ];
    [mine, theirs] = [one.ask, two.ask];
    [tenant, other] = [one.tenants[0]!, two.tenants[0]!];
    const parcelOf = async (owner_id: number) =>
      ((await system(Parcel).create({ title: 'p', owner_id })) as { id: number }).id;
    [own, foreign] = [await parcelOf(one.id), await parcelOf(two.id)];
  }, 60_000);
  beforeEach(async () => {
    for (const table of ['scan', 'item', 'word', 'reading', 'slot'])
      await service.dataSource.query(`DELETE FROM ${table}`);
    for (const parcel_id of [own, foreign])
      for (const number of [1, 2]) await system(Item).create({ parcel_id, number, amount: 5 });
  });
  afterAll(() => service.close());

  const statusOf = async (asked: ReturnType<Ask>) => (await asked).status;

  test('any text is a part of a key, and its id is encoded in a path', async () => {
    for (const term of ODD) {
      const made = await mine('POST', '/word', { term, language: 'de' });
      const id = `${encodeURIComponent(term)},de`;
      expect([made.status, made.body], term).toMatchObject([201, { id, term }]);
      const path = at('word', id);
      expect(made.headers.get('location'), term).toBe(path);
      expect((await mine('GET', path)).body, term).toMatchObject({ id, term });
      const changed = await mine('PATCH', path, { meaning: term });
      expect([changed.status, changed.body], term).toMatchObject([200, { id, meaning: term }]);
      expect(await statusOf(mine('POST', '/word', { term, language: 'de' })), term).toBe(409);
      const found = await mine('GET', `/word?id=${encodeURIComponent(id)}`);
      expect(found.body, term).toMatchObject([{ id }]);
      const among = await mine('GET', `/word?id__in=${encodeURIComponent(encodeURIComponent(id))}`);
      expect(among.body, term).toMatchObject([{ id }]);
    }
    const all = (await mine('GET', '/word?_end=100')).body as { id: string; term: string }[];
    const inOrder = ODD.toSorted((one, two) => Buffer.from(one).compare(Buffer.from(two)));
    expect(all.map(({ term }) => term)).toEqual(inOrder);
    const ids = all.map(({ id }) => id);
    const asked = ids.map((id) => `id=${encodeURIComponent(id)}`).join('&');
    const together = await mine('GET', `/word?${asked}`);
    expect((together.body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    const changes = ids.map((id, meaning) => ({ id, meaning: `${meaning}` }));
    expect((await mine('PATCH', '/word', changes)).body).toMatchObject(changes);
    for (const { id } of all) expect(await statusOf(mine('DELETE', at('word', id))), id).toBe(204);
    expect((await mine('GET', '/word')).body).toEqual([]);
  });

  /** Paths behind the prefix of items that name none of theirs; `own` is there, `foreign` is hidden. */
  const wrong = (): readonly string[] => [
    ...[`${own}`, `${own},`, `,${own}`, ',', ',,', `${own},1,`, `${own},1,2`, `,${own},1`],
    ...[
      `0${own},1`,
      `${own},01`,
      `+${own},1`,
      `${own},+1`,
      `${own},-1`,
      `${own},1.0`,
      `${own},1e0`,
    ],
    ...[`${own}, 1`, ` ${own},1`, `${own},1 `, `${own},%31`, `${own}%2C1`, `${own};1`, `${own}|1`],
    ...[`${own},0x1`, `${own},null`, `${own},`, `null,1`, `NaN,1`, `Infinity,1`, `${own},١`],
    ...[`${own},1\0`, `\0${own},1`, `${own},1' OR '1'='1`, `${own},1) OR (1=1`, `["${own}","1"]`],
    ...[`${own},9007199254740993`, `${own},99999999999999999999`, `-9223372036854775809,1`],
    ...[`2147483648,1`, `${own},2147483648`, `${own},\ud800`, `${own},${'1'.repeat(2000)}`],
    ...[
      `${own},3`,
      `${foreign + own},1`,
      `${own},true`,
      `${own},{}`,
      `${own},[]`,
      '[object Object]',
    ],
  ];

  test('whatever else would name a record names none', async () => {
    const hidden = [`${foreign},1`, `${foreign},2`];
    const before = (await admin('GET', '/item')).body;
    for (const id of [...wrong(), ...hidden]) {
      const path = at('item', sent(id));
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE']) {
        const body = method === 'PATCH' || method === 'PUT' ? { amount: 9 } : undefined;
        const status = await statusOf(mine(method, path, body));
        expect(status, `${method} ${path}`).toBe(404);
      }
      const found = await mine('GET', `/item?id=${encodeURIComponent(sent(id))}`);
      expect(found.status === 400 || (found.body as unknown[]).length === 0, id).toBe(true);
      const twice = encodeURIComponent(encodeURIComponent(sent(id)));
      const among = await mine('GET', `/item?id__in=${twice}`);
      expect(among.status === 400 || (among.body as unknown[]).length === 0, id).toBe(true);
      const many = await mine('PATCH', '/item', [{ id, amount: 9 }]);
      expect([400, 404], id).toContain(many.status);
      const batch = await mine('POST', '/_batch', [
        { method: 'PATCH', path: '/item', id, body: { amount: 9 } },
      ]);
      expect([400, 404], id).toContain(batch.status);
      const removed = await mine('POST', '/_batch', [{ method: 'DELETE', path }]);
      expect([400, 404], id).toContain(removed.status);
    }
    expect((await admin('GET', '/item')).body).toEqual(before);
  });

  test('a path is decoded once', async () => {
    await mine('POST', '/word', { term: 'a/b', language: 'de' });
    const statuses: readonly (readonly [path: string, status: number])[] = [
      [`/item/${own},1`, 200],
      [`/item/${own}%2C1`, 200],
      [`/item/${own}%2c1`, 200],
      [`/item/${own},%31`, 200],
      [`/item/${own}%252C1`, 404],
      [`/item/${own},%2531`, 404],
      [`/item/${own},1/`, 404],
      [`/item/${own}/1`, 404],
      [`/item/${own},1%00`, 404],
      [`/item/${own},1%20`, 404],
      [`/item/%`, 400],
      [`/item/${own},%ff`, 400],
      ['/word/a%252Fb,de', 200],
      ['/word/a%252fb,de', 404],
      ['/word/a%2Fb,de', 404],
      ['/word/a/b,de', 404],
      ['/word/a%25252Fb,de', 404],
      ['/word/%61%252Fb,de', 200],
      ['/word/%2561%252Fb,de', 404],
    ];
    for (const [path, status] of statuses) {
      expect(await statusOf(mine('GET', path)), path).toBe(status);
      if (status !== 200) expect(await statusOf(mine('DELETE', path)), path).toBe(status);
    }
  });

  test('values of other types have one form in an id', async () => {
    const values = { sensor: SENSOR, day: '2026-02-28', depth: 1.5, run: '7' };
    const id = `${SENSOR},2026-02-28,1.5,7`;
    expect((await mine('POST', '/reading', values)).body).toMatchObject({ ...values, id });
    expect(await statusOf(mine('GET', at('reading', id)))).toBe(200);
    const forms = [
      `${SENSOR.toUpperCase()},2026-02-28,1.5,7`,
      ...[`${SENSOR},2026-2-28,1.5,7`, `${SENSOR},2026-02-28T00:00:00Z,1.5,7`],
      ...[`${SENSOR},2026-02-31,1.5,7`, `${SENSOR},0000-01-01,1.5,7`, `${SENSOR},infinity,1.5,7`],
      ...[
        `${SENSOR},2026-02-28,1.50,7`,
        `${SENSOR},2026-02-28,01.5,7`,
        `${SENSOR},2026-02-28,15e-1,7`,
      ],
      ...[`${SENSOR},2026-02-28,NaN,7`, `${SENSOR},2026-02-28,1e999,7`, `${SENSOR},2026-02-28,,7`],
      ...[
        `${SENSOR},2026-02-28,1.5,07`,
        `${SENSOR},2026-02-28,1.5,7.0`,
        `${SENSOR},2026-02-28,1.5`,
      ],
      ...[`${SENSOR},2026-02-28,1.5,9223372036854775808`, `{${SENSOR}},2026-02-28,1.5,7`],
    ];
    for (const form of forms)
      expect(await statusOf(mine('PATCH', at('reading', form), { value: 1 })), form).toBe(404);
    expect(await system(Reading).find()).toMatchObject([{ value: null }]);
  });

  test('a key of a tenant is one of its own', async () => {
    expect((await mine('POST', '/slot', { code: 'A' })).body).toMatchObject({ id: `${tenant},A` });
    expect((await theirs('POST', '/slot', { code: 'B' })).body).toMatchObject({ id: `${other},B` });
    expect(await statusOf(mine('GET', at('slot', `${other},B`)))).toBe(404);
    expect(await statusOf(mine('PATCH', at('slot', `${other},B`), { amount: 1 }))).toBe(404);
    expect(await statusOf(mine('DELETE', at('slot', `${other},B`)))).toBe(404);
    expect(await statusOf(mine('POST', '/slot', { tenant_id: other, code: 'B' }))).toBe(422);
    const free = await mine('POST', '/slot', { tenant_id: other, code: 'C' });
    expect(free.status).toBe(422);
    const moved = await mine('PATCH', at('slot', `${tenant},A`), { tenant_id: other });
    expect(moved.status).toBe(422);
    expect(await system(Slot).find()).toHaveLength(2);
  });

  test('a batch names new records by what came before them', async () => {
    const answer = await mine('POST', '/_batch', [
      { method: 'POST', path: '/parcel', body: { title: 'new' } },
      { method: 'POST', path: '/item', body: { parcel_id: { $ref: 0 }, number: 1, amount: 1 } },
      { method: 'PATCH', path: '/item', id: { $ref: 1 }, body: { amount: 2 } },
      { method: 'PATCH', path: at('item', `${own},1`), body: { amount: 7 } },
      { method: 'DELETE', path: `/item/${own},2` },
      {
        method: 'POST',
        path: '/item',
        on: 'parcel_id,number',
        body: { parcel_id: own, number: 1, amount: 8 },
      },
    ]);
    expect([answer.status, answer.body]).toMatchObject([
      200,
      [
        { status: 201 },
        { status: 201, record: { number: 1 } },
        { status: 200, record: { amount: 2 } },
        { status: 200, record: { id: `${own},1`, amount: 7 } },
        { status: 204 },
        { status: 200, record: { id: `${own},1`, amount: 8 } },
      ],
    ]);
  });

  test('many are changed by one request, with their versions', async () => {
    const { headers } = await mine('GET', at('item', `${own},1`));
    const _etag = headers.get('etag')!;
    const changes = [
      { id: `${own},1`, _etag, amount: 1 },
      { id: `${own},2`, amount: 2 },
    ];
    expect((await mine('PATCH', '/item', changes)).body).toMatchObject(
      changes.map(({ id }) => ({ id })),
    );
    expect(await statusOf(mine('PATCH', '/item', changes))).toBe(412);
    const stale = await mine('PATCH', at('item', `${own},1`), { amount: 3 }, { 'if-match': _etag });
    expect(stale.status).toBe(412);
    const twice = await mine('PATCH', '/item', [changes[1], changes[1]]);
    expect(twice.status).toBe(400);
    const upserted = await mine('POST', '/item?_on=parcel_id,number', [
      { parcel_id: own, number: 2, amount: 9 },
      { parcel_id: own, number: 3, amount: 9 },
    ]);
    expect([upserted.status, upserted.body]).toMatchObject([
      201,
      [{ id: `${own},2`, amount: 9 }, { id: `${own},3` }],
    ]);
  });

  test('a write that is sent again is not done again', async () => {
    const key = { 'idempotency-key': 'one' };
    const values = { parcel_id: own, number: 9, amount: 1 };
    const first = await mine('POST', '/item', values, key);
    const second = await mine('POST', '/item', values, key);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('an import finds records by their ids, or by the columns of their keys', async () => {
    async function imported(file: string, on: readonly string[] | null) {
      const { body, status } = await admin('POST', '/_imports?model=item&name=a.csv', file);
      expect(status, JSON.stringify(body)).toBe(201);
      const { id } = body as { id: number };
      const planned = await admin('PATCH', `/_imports/${id}`, { on });
      expect(planned.body).toMatchObject({ problems: [] });
      const started = await admin('POST', `/_imports/${id}/run`);
      expect(started.status).toBeLessThan(300);
      await expect
        .poll(async () => (await admin('GET', `/_imports/${id}`)).body)
        .toMatchObject({ state: 'done' });
      return (await admin('GET', `/_imports/${id}`)).body;
    }
    const byParts = `parcel_id,number,amount\n${own},1,50\n${own},7,70\n`;
    expect(await imported(byParts, ['parcel_id', 'number'])).toMatchObject({
      created: 1,
      updated: 1,
    });
    const byId = `id,amount\n"${own},1",51\n"${own}",99\n"0${own},1",99\n`;
    expect(await imported(byId, ['id'])).toMatchObject({ created: 0, updated: 1, failed: 2 });
    expect((await mine('GET', '/item?_sort=amount')).body).toMatchObject(
      [5, 51, 70].map((amount) => ({ amount })),
    );
    const exported = await admin('GET', '/_export/item');
    expect(exported.body).toContain(`"${own},1"`);
  });

  test('figures, counts and overviews go by the columns of a key', async () => {
    const groups = await mine('GET', '/item/_aggregate?_by=parcel_id&_sum=amount&_max=number');
    expect(groups.status).toBe(200);
    for (const query of ['_by=id', '_max=id', '_min=id', '_count_distinct=id', '_sort=id'])
      expect(await statusOf(mine('GET', `/item/_aggregate?${query}`)), query).toBe(400);
    const counted = await mine('GET', `/parcel?id=${own}&_count=items`);
    expect(counted.body).toMatchObject([{ _count: { items: 2 } }]);
    for (const by of ['id', 'id.day'])
      expect(await statusOf(mine('GET', `/config/groups?by=item.${by}`)), by).toBe(400);
    const rows = await mine('GET', `/config/rows?ask=${encodeURIComponent('item?_sort=id')}`);
    expect(rows.body).toMatchObject([[{ id: `${own},1` }, { id: `${own},2` }]]);
    expect(await statusOf(mine('GET', '/config/counts?models=item,word'))).toBe(200);
    expect((await mine('GET', '/word?q=x')).body).toEqual([]);
  });

  test('a reference is an id at each door', async () => {
    const id = `${own},1`;
    const made = await mine('POST', '/scan', { item_id: id, place: 'x' });
    expect([made.status, made.body]).toMatchObject([
      ...[201, { item_id: id, parcel_id: own, item_number: 1 }],
    ]);
    const path = made.headers.get('location')!;
    const found = await mine('GET', `/scan?item_id=${encodeURIComponent(id)}&_expand=item`);
    expect(found.body).toMatchObject([{ item: { id, amount: 5 } }]);
    const among = encodeURIComponent(encodeURIComponent(id));
    expect((await mine('GET', `/scan?item_id__in=${among},x`)).body).toHaveLength(1);
    expect((await mine('GET', '/item?_count=scans')).body).toMatchObject([
      ...[{ _count: { scans: 1 } }, { _count: { scans: 0 } }],
    ]);
    expect((await mine('PATCH', path, { item_number: 2 })).body).toMatchObject({
      item_id: `${own},2`,
    });
    expect((await mine('PATCH', path, { item_id: null })).body).toMatchObject({ item_id: null });
    const answer = await mine('POST', '/_batch', [
      { method: 'POST', path: '/item', body: { parcel_id: own, number: 8, amount: 1 } },
      { method: 'POST', path: '/scan', body: { item_id: { $ref: 0 } } },
      { method: 'DELETE', path: at('item', id) },
    ]);
    expect([answer.status, answer.body]).toMatchObject([
      ...[200, [{}, { record: { item_id: `${own},8` } }, { status: 204 }]],
    ]);
    const refused = await mine('DELETE', at('item', `${own},8`));
    expect([refused.status, refused.body]).toMatchObject([
      ...[409, { dependents: [{ count: 1, list: `/scan?item_id=${own}%2C8` }] }],
    ]);
    const [hidden, absent] = await Promise.all(
      [`${foreign},1`, `${foreign},9`].map((item_id) => mine('POST', '/scan', { item_id })),
    );
    expect(hidden!.status).toBe(422);
    expect((hidden!.body as { errors: unknown }).errors).toEqual(
      (absent!.body as { errors: unknown }).errors,
    );
    for (const item_id of wrong()) {
      const sent = await mine('POST', '/scan', { item_id, parcel_id: own });
      expect(sent.status, item_id).toBe(422);
    }
    expect(await system(Scan).find()).toHaveLength(2);
  });

  test('a file of references is imported and exported', async () => {
    const file = `item_id,place\n"${own},1",a\n"${own},7",b\n,c\n`;
    const { body } = await admin('POST', '/_imports?model=scan&name=a.csv', file);
    const { id } = body as { id: number };
    await admin('POST', `/_imports/${id}/run`);
    await expect
      .poll(async () => (await admin('GET', `/_imports/${id}`)).body)
      .toMatchObject({ state: 'done', created: 1, failed: 2 });
    const byLabel = `item.label,place\n"Item ${own},2",d\n`;
    const labels = (await admin('POST', '/_imports?model=scan&name=b.csv', byLabel)).body;
    await admin('POST', `/_imports/${(labels as { id: number }).id}/run`);
    await expect
      .poll(async () => (await mine('GET', '/scan?_sort=place')).body)
      .toMatchObject([{ item_id: `${own},1` }, { item_id: `${own},2`, place: 'd' }]);
    const exported = await admin('GET', '/_export/scan');
    expect(exported.body).toContain(`"${own},1"`);
    expect(exported.body).toContain(`"Item ${own},1"`);
  });

  test('the document says how records are named', async () => {
    const answer = await admin('GET', '/openapi.json');
    const text = JSON.stringify(answer.body);
    expect(await lintDocument(text)).toEqual([]);
    const { components } = answer.body as { components: { schemas: Record<string, object> } };
    expect(components.schemas['Item']).toMatchObject({ properties: { id: { readOnly: true } } });
    expect(components.schemas['ItemInput']).toMatchObject({
      required: ['parcel_id', 'number', 'amount'],
    });
    expect(components.schemas['Scan']).toMatchObject({
      properties: { item_id: { description: 'The id of an Item.' } },
      required: expect.arrayContaining(['item_id', 'parcel_id', 'item_number']) as unknown,
    });
    expect(components.schemas['ScanInput']).not.toHaveProperty('required');
    expect(text).toContain('"item_id__in"');
  });
});
