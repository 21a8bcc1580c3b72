import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../model/operations.js';
import {
  Badge,
  Counter,
  Country,
  Film,
  Invoice,
  Pass,
  Remark,
  Shelf,
  Ticket,
  openKeys,
} from '../fixtures/keys.js';
import { admin, emptyLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Texts that mean something in addresses, in SQL or to people. */
const ODD_KEYS = [
  "O'Neil",
  'a/b',
  '#1',
  '1+1',
  '100%',
  'two words',
  'a,b',
  'été',
  '%2F',
  '1e3',
  'NULL',
  '"x"',
  '🦉',
];

/** Keys of any kind; `url` gives a fresh database. */
export const describeKeys = (url: () => Promise<string>) => {
  let keys: Awaited<ReturnType<typeof openKeys>>;
  beforeAll(async () => {
    keys = await openKeys(await url());
  }, 60_000);
  beforeEach(async () => {
    if (keys.database.dialect.name === 'postgres') return emptyLibrary(keys.database);
    for (const { tableName } of keys.database.dataSource.entityMetadatas.toReversed())
      await keys.database.dataSource.query(`DELETE FROM ${tableName}`);
  });
  afterAll(() => keys.database.close());

  const of = (entity: new () => object, who = admin) => keys.engine.operations(who)(entity);
  const make = async (entity: new () => object, values: object = {}) =>
    (await of(entity).create(values)).record;
  const listed = async (entity: new () => object, query: Query = {}) =>
    JSON.parse((await of(entity).list(query)).text) as Record<string, unknown>[];
  const idsOf = async (entity: new () => object, query: Query = {}) =>
    (await listed(entity, query)).map(({ id }) => id);

  describe.each<[string, new () => object, object, object]>([
    ['a UUID that a function makes', Ticket, {}, { text: 'new' }],
    ['a UUID', Badge, { name: 'b' }, { name: 'new' }],
    ['a 64-bit integer', Counter, {}, { name: 'new' }],
    ['an integer of another name', Film, { title: 'f' }, { title: 'new' }],
    ['a text of another name', Country, { code: 'DE', name: 'Germany' }, { name: 'new' }],
    ['a given integer', Shelf, { id: -7 }, { name: 'new' }],
    ['a UUID beside the primary key', Pass, {}, { text: 'new' }],
    ['a text beside the primary key', Invoice, { code: 'R-7' }, { name: 'new' }],
  ])('%s', (_, entity, values, change) => {
    test('identifies records in every operation', async () => {
      const { id } = await make(entity, values);
      expect(await of(entity).get(id)).toMatchObject({ ...values, id });
      expect(await of(entity).update(id, change)).toMatchObject({ ...change, id });
      expect(await of(entity).getMany([id])).toEqual(new Map([[id, await of(entity).get(id)]]));
      expect(await listed(entity)).toMatchObject([{ ...change, id }]);
      expect(await idsOf(entity, { id: String(id) })).toEqual([id]);
      expect(await idsOf(entity, { id__ne: String(id) })).toEqual([]);
      expect(await of(entity).updateMany([{ id, values: change }])).toMatchObject([{ id }]);
      await of(entity).remove(id);
      expect(await statusOf(of(entity).get(id))).toBe(404);
      expect(await statusOf(of(entity).update(id, change))).toBe(404);
      expect(await statusOf(of(entity).remove(id))).toBe(404);
    });

    test('is none of another kind', async () => {
      await make(entity, values);
      for (const wrong of [NaN, 1.5, {}, null, 'x\0', Symbol.iterator.toString().repeat(9)])
        expect(await statusOf(of(entity).get(wrong as never)), String(wrong)).toBe(404);
    });
  });

  test('a made key is there before the row, in the order of creation, and ignored where it is sent', async () => {
    const sent = '00000000-0000-4000-8000-000000000000';
    const { records } = await of(Ticket).createMany([{ id: sent, text: 'a' }, { text: 'b' }, {}]);
    expect(records.map(({ id }) => id)).toEqual(records.map(() => expect.stringMatching(UUID)));
    expect(await idsOf(Ticket)).toEqual(records.map(({ id }) => id));
    expect(records[0]!.id).not.toBe(sent);
    const { id } = await make(Badge, { name: 'b' });
    expect(id).toMatch(UUID);
    // Case means nothing.
    expect(await of(Badge).get(String(id).toUpperCase())).toMatchObject({ id });
    expect((await of(Ticket).create({})).record['_label']).toMatch(/^Ticket [\da-f-]{36}$/);
    expect((await of(Counter).create({})).record['_label']).toMatch(/^Counter #\d+$/);
    // A list makes labels in SQL.
    await of(Remark).create({ ticket_id: records[0]!.id });
    for (const entity of [Remark, Counter]) {
      const row = (await listed(entity)).at(-1)!;
      expect(row['_label']).toBe((await of(entity).get(row['id'] as string))['_label']);
    }
  });

  test('a given key is required, unique, and never changes', async () => {
    expect(await make(Country, { code: 'DE', name: 'Germany' })).toMatchObject({
      ...{ id: 'DE', code: 'DE', name: 'Germany', _label: 'Germany' },
    });
    const missing = await problemOf(of(Country).create({ name: 'x' }));
    expect(missing).toMatchObject({ status: 422, problems: [{ field: 'code', code: 'required' }] });
    expect(await statusOf(of(Country).create({ code: '', name: 'x' }))).toBe(422);
    const twice = await problemOf(of(Country).create({ code: 'DE', name: 'x' }));
    expect(twice).toMatchObject({ status: 409, problems: [{ field: 'code' }] });
    const other = await problemOf(of(Country).update('DE', { code: 'FR', name: 'France' }));
    expect(other).toMatchObject({ status: 422, problems: [{ field: 'code', code: 'key' }] });
    expect(await of(Country).update('DE', { code: 'DE', name: 'D' })).toMatchObject({ name: 'D' });
    expect(await of(Country).replace('DE', { code: 'DE', name: 'E' })).toMatchObject({ name: 'E' });
    expect(await of(Country).replace('DE', { name: 'F' })).toMatchObject({ id: 'DE', name: 'F' });
    expect(await statusOf(of(Shelf).create({ name: 'no id' }))).toBe(422);
    expect(await make(Shelf, { id: 3 })).toMatchObject({ id: 3, _label: 'Shelf #3' });
    expect(await statusOf(of(Shelf).update(3, { id: 4 }))).toBe(422);
    const many = await problemOf(of(Shelf).createMany([{ id: 5 }, { id: 3 }]));
    expect(many).toMatchObject({ status: 409 });
    expect(await idsOf(Shelf)).toEqual([3]);
  });

  test('records are upserted by the key that is given', async () => {
    const upsert = (code: string, name: string) =>
      of(Country).upsertMany([{ code, name }], ['code']);
    expect(await upsert('DE', 'Germany')).toMatchObject([{ created: true }]);
    expect(await upsert('DE', 'Deutschland')).toMatchObject([
      { created: false, record: { id: 'DE', name: 'Deutschland' } },
    ]);
  });

  test('no record is found by a key that the service makes: what is sent of it means nothing', async () => {
    const { id } = await make(Pass, { text: 'old' });
    const upsert = of(Pass).upsertMany([{ id, text: 'new' }], ['id']);
    expect(await problemOf(upsert)).toMatchObject({
      ...{ status: 400, problems: [{ field: '_on', code: 'no-unique' }] },
    });
    expect(await idsOf(Pass)).toEqual([id]);
  });

  test.each(['.', '..', '_aggregate'])(
    'the key %s is refused, as no URL names it',
    async (code) => {
      const refused = await problemOf(of(Country).create({ code, name: 'x' }));
      expect(refused).toMatchObject({ status: 422, problems: [{ field: 'code', code: 'value' }] });
      const many = await problemOf(of(Country).upsertMany([{ code, name: 'x' }], ['code']));
      expect(many).toMatchObject({ status: 422 });
      expect(await idsOf(Country)).toEqual([]);
    },
  );

  test('a key may be any other text, and texts are in order of their code points', async () => {
    await of(Country).createMany(ODD_KEYS.map((code) => ({ code, name: code })));
    const sorted = ODD_KEYS.toSorted((one, other) => Buffer.from(one).compare(Buffer.from(other)));
    expect(await idsOf(Country)).toEqual(sorted);
    for (const code of ODD_KEYS) {
      expect(await of(Country).get(code)).toMatchObject({ id: code, code });
      expect(await idsOf(Country, { id: code })).toEqual([code]);
      expect(await idsOf(Country, { code })).toEqual([code]);
    }
    expect(await idsOf(Country, { id: ODD_KEYS })).toEqual(sorted);
    const pages: unknown[] = [];
    let next: string | undefined;
    do {
      const page = await of(Country).list({ _end: '4', ...(next && { _after: next }) });
      pages.push(...page.records.map(({ id }) => id));
      next = page.next;
    } while (next !== undefined);
    expect(pages).toEqual(sorted);
  });

  test('references, trees and links are of the kind of the keys that they name', async () => {
    await make(Country, { code: 'DE', name: 'Germany' });
    await make(Country, { code: 'a,b', name: 'Both' });
    await make(Shelf, { id: 3 });
    const { id: counter_id } = await make(Counter);
    const { id: film_id } = await make(Film, { title: 'f' });
    const badges = [await make(Badge, { name: 'x' }), await make(Badge, { name: 'y' })]
      .map(({ id }) => String(id))
      .toSorted();
    const parent = await make(Ticket, {
      ...{ country_code: 'DE', shelf_id: 3, counter_id, film_id, badges },
      visits: ['a,b', 'DE'],
    });
    const child = await make(Ticket, { parent_id: parent.id });
    const expand = ['country', 'shelf', 'counter', 'film', 'parent'];
    expect(await of(Ticket).get(parent.id, { expand })).toMatchObject({
      ...{ country: { id: 'DE', name: 'Germany' }, shelf: { id: 3 }, counter: { id: counter_id } },
      ...{
        film: { id: film_id, film_id, title: 'f' },
        parent: null,
        badges,
        visits: ['DE', 'a,b'],
      },
    });
    expect(await of(Ticket).get(child.id, { expand })).toMatchObject({ parent: { id: parent.id } });
    expect(await idsOf(Ticket, { badges: badges[0]! })).toEqual([parent.id]);
    expect(await idsOf(Ticket, { visits: 'a,b' })).toEqual([parent.id]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const wrong = { parent_id: unknown, country_code: 'FR', shelf_id: 4, counter_id: '999' };
    for (const [field, value] of Object.entries({ ...wrong, badges: [unknown], visits: ['x'] })) {
      const problem = await problemOf(of(Ticket).create({ [field]: value }));
      expect(problem).toMatchObject({ status: 422, problems: [{ field, code: 'reference' }] });
    }
    expect(await statusOf(of(Ticket).create({ parent_id: 7 }))).toBe(422);
    expect(await statusOf(of(Ticket).create({ badges: ['x'] }))).toBe(422);
    expect(await statusOf(of(Ticket).update(parent.id, { parent_id: child.id }))).toBe(422);
    expect(await statusOf(of(Shelf).remove(3))).toBe(409);
    await of(Country).remove('DE');
    expect(await of(Ticket).get(parent.id)).toMatchObject({ country_code: null, visits: ['a,b'] });
    await of(Ticket).update(parent.id, { badges: [badges[1]] });
    expect(await of(Ticket).get(parent.id)).toMatchObject({ badges: [badges[1]] });
    await of(Ticket).remove(parent.id);
    expect(await idsOf(Ticket)).toEqual([]);
  });

  test('rows are seen by their owner, and with the row to which they belong', async () => {
    const own = await make(Ticket, { owner_id: 7 });
    const foreign = await make(Ticket, { owner_id: 8 });
    const seen = await make(Remark, { ticket_id: own.id });
    const hidden = await make(Remark, { ticket_id: foreign.id });
    const somebody = user(7, ['Manager']);
    const list = await of(Remark, somebody).list({});
    expect(list.records).toMatchObject([{ id: seen.id, uid: seen.id }]);
    expect(await statusOf(of(Remark, somebody).get(hidden.id))).toBe(404);
    expect(await statusOf(of(Remark, somebody).update(seen.id, { ticket_id: foreign.id }))).toBe(
      422,
    );
    expect(await of(Remark, somebody).getMany([seen.id, hidden.id])).toHaveLength(1);
    const bulk = [seen, hidden].map(({ id }) => ({ id, values: { text: 't' } }));
    expect(await statusOf(of(Remark, somebody).updateMany(bulk))).toBe(404);
  });

  test('a number behind the id is nowhere to be seen, and names nothing', async () => {
    await make(Pass, { text: 'first' });
    const { id } = await make(Pass, { text: 'second' });
    expect(await statusOf(of(Pass).create({ row_number: 9 }))).toBe(422);
    const [badge] = [await make(Badge, { name: 'x' })];
    const child = await make(Pass, { parent_id: id, badges: [badge.id], others: [id] });
    expect(await of(Pass).get(child.id, { expand: ['parent'] })).toMatchObject({
      ...{ _label: `Pass ${child.id}`, badges: [badge.id], others: [id] },
      parent: { id, _label: `Pass ${id}` },
    });
    const [found] = await listed(Pass, { id: String(child.id) });
    const names = ['id', 'text', 'parent_id', 'invoice_number', 'badges', 'others', '_label'];
    expect(Object.keys(found!).toSorted()).toEqual(
      expect.arrayContaining(Object.keys(await of(Pass).get(id))),
    );
    expect(Object.keys(found!).filter((name) => !names.includes(name) && name !== '_etag')).toEqual(
      [],
    );
    for (const number of [1, 2, '1', '2'])
      for (const work of [
        () => of(Pass).get(number),
        () => of(Pass).update(number, { text: 'x' }),
        () => of(Pass).remove(number),
        () => of(Pass).updateMany([{ id: number, values: { text: 'x' } }]),
      ])
        expect(await statusOf(work())).toBe(404);
    expect(await of(Pass).getMany([1, 2])).toEqual(new Map());
    for (const query of [{ row_number: '1' }, { public_id: String(id) }, { _sort: 'row_number' }])
      expect(await statusOf(of(Pass).list(query))).toBe(400);
    for (const query of [{ id: '2' }, { parent_id: '2' }, { others: '2' }, { id__in: '1,2' }])
      expect(await statusOf(of(Pass).list(query)), JSON.stringify(query)).toBe(
        await statusOf(of(Badge).list({ id: '2' })),
      );
    for (const values of [{ parent_id: 2 }, { parent_id: '2' }, { others: [2] }])
      expect(await statusOf(of(Pass).create(values))).toBe(422);
    // Nobody gives an id, or changes it.
    const given = await make(Pass, { id: badge.id });
    expect(given.id).not.toBe(badge.id);
    await of(Pass).remove(id);
    expect(await idsOf(Pass, { text__isnull: 'true', parent_id__isnull: 'true' })).toEqual([
      given.id,
    ]);
  });

  test('lists by ids that are beside the primary key are walked in pages, and children found', async () => {
    const { records } = await of(Pass).createMany(
      Array.from({ length: 9 }, (_, at) => ({ text: String(at) })),
    );
    const sorted = records.map(({ id }) => String(id)).toSorted();
    expect(await idsOf(Pass, { _sort: 'id' })).toEqual(sorted);
    const pages: unknown[] = [];
    for (let next: string | undefined = ''; next !== undefined;) {
      const page = await of(Pass).list({ _end: '4', ...(next !== '' && { _after: next }) });
      pages.push(...page.records.map(({ id }) => id));
      next = page.next;
    }
    expect(pages).toEqual(await idsOf(Pass));
    const [root, ...rest] = sorted;
    await of(Pass).updateMany(rest.map((id) => ({ id, values: { parent_id: root } })));
    expect(await idsOf(Pass, { parent_id: root!, _sort: 'id' })).toEqual(rest);
    expect(await statusOf(of(Pass).update(root!, { parent_id: rest[0] }))).toBe(422);
  });

  test('a unique column names rows to whose number foreign keys lead', async () => {
    const invoice = await make(Invoice, { code: 'R-1' });
    expect(invoice).toMatchObject({ id: 'R-1', code: 'R-1' });
    const number = invoice['row_number'] as number;
    expect(number).toBeGreaterThan(0);
    expect(await problemOf(of(Invoice).create({ code: 'R-1' }))).toMatchObject({
      ...{ status: 409, problems: [{ field: 'code' }] },
    });
    expect(await statusOf(of(Invoice).update('R-1', { code: 'R-2' }))).toBe(422);
    expect(await statusOf(of(Invoice).get(number))).toBe(404);
    expect(await idsOf(Invoice, { row_number: String(number) })).toEqual(['R-1']);
    const pass = await make(Pass, { invoice_number: number });
    expect(await of(Pass).get(pass.id, { expand: ['invoice'] })).toMatchObject({
      ...{ invoice_number: number, invoice: { id: 'R-1', row_number: number } },
    });
    expect(await statusOf(of(Pass).create({ invoice_number: number + 1 }))).toBe(422);
    await of(Invoice).upsertMany([{ code: 'R-1', name: 'new' }], ['code']);
    expect(await of(Invoice).get('R-1')).toMatchObject({ row_number: number, name: 'new' });
    await of(Invoice).remove('R-1');
    expect(await of(Pass).get(pass.id)).toMatchObject({ invoice_number: null });
  });
};
