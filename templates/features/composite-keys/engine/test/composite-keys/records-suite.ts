import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../database/sql.js';
import { increment } from '../../model/increment.js';
import type { Query } from '../../model/operations.js';
import { admin, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Customs, Item, Parcel, Reading, Shift, Slot, Word, openParcels } from './parcels.js';

const SENSOR = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Records whose keys have several columns; `url` gives a fresh database. */
export const describeCompositeKeys = (url: () => Promise<string>) => {
  let parcels: Awaited<ReturnType<typeof openParcels>>;
  beforeAll(async () => {
    parcels = await openParcels(await url());
  }, 60_000);
  beforeEach(async () => {
    for (const { tableName } of parcels.database.dataSource.entityMetadatas.toReversed())
      await parcels.database.dataSource.query(`DELETE FROM ${tableName}`);
  });
  afterAll(() => parcels.database.close());

  const of = (entity: new () => object, who = admin) => parcels.engine.operations(who)(entity);
  const make = async (entity: new () => object, values: object = {}) =>
    (await of(entity).create(values)).record;
  const page = async (entity: new () => object, query: Query = {}, who = admin) =>
    of(entity, who).list(query);
  const listed = async (entity: new () => object, query: Query = {}, who = admin) =>
    JSON.parse((await page(entity, query, who)).text) as Record<string, unknown>[];
  const idsOf = async (entity: new () => object, query: Query = {}, who = admin) =>
    (await listed(entity, query, who)).map(({ id }) => id);
  const parcel = async (owner_id: number | null = null) =>
    (await make(Parcel, { title: 'p', owner_id })).id as number;
  const WORDS = [
    { term: 'Rad', language: 'de' },
    { term: 'Rad', language: 'en' },
    { term: 'a/b', language: 'de' },
  ];

  describe.each<[string, new () => object, object, string, object]>([
    ['a text and a value', Word, { term: 'a,b', language: 'de' }, 'a%2Cb,de', { meaning: 'new' }],
    [
      'other types',
      Reading,
      { sensor: SENSOR, day: '2026-02-28', depth: -1.5, run: '-9223372036854775808' },
      `${SENSOR},2026-02-28,-1.5,-9223372036854775808`,
      { value: 3 },
    ],
    [
      'moments',
      Shift,
      { begins_at: '2026-01-31T07:30:00.000Z', post: 'a', ends_at: '2026-01-31T15:30:00.120Z' },
      '2026-01-31T07%3A30%3A00.000Z,a,2026-01-31T15%3A30%3A00.120Z',
      { value: 3 },
    ],
  ])('%s', (_, entity, values, id, change) => {
    test('identify records in every operation', async () => {
      const created = await make(entity, values);
      expect(created).toMatchObject({ ...values, id, _label: `${entity.name} ${id}` });
      expect(await of(entity).get(id)).toEqual(created);
      expect(await of(entity).update(id, change)).toMatchObject({ ...values, ...change, id });
      expect(await of(entity).replace(id, values)).toEqual(created);
      expect(await of(entity).getMany([id])).toEqual(new Map([[id, created]]));
      expect(await listed(entity)).toEqual([created]);
      expect(await idsOf(entity, { id })).toEqual([id]);
      expect(await idsOf(entity, { id__ne: id })).toEqual([]);
      expect(await idsOf(entity, { id__in: `x,${encodeURIComponent(id)}` })).toEqual([id]);
      expect(await of(entity).updateMany([{ id, values: change }])).toMatchObject([{ id }]);
      await of(entity).remove(id);
      for (const gone of [
        () => of(entity).get(id),
        () => of(entity).update(id, change),
        () => of(entity).remove(id),
      ])
        expect(await statusOf(gone())).toBe(404);
    });
  });

  test('a moment has one text in an id, whatever the texts of it that a client sends or a table has', async () => {
    const sent = { begins_at: '2026-01-31T08:30:00+01:00', post: 'a' };
    const ends = ['2026-01-31T15:30:00.1209Z', '2026-01-31T15:30:00Z'];
    const made = await of(Shift).createMany(ends.map((ends_at) => ({ ...sent, ends_at })));
    const begin = '2026-01-31T07%3A30%3A00.000Z,a,2026-01-31T15%3A30%3A00';
    const ids = made.records.map(({ id }) => id);
    expect(ids).toEqual([`${begin}.120Z`, `${begin}.000Z`]);
    const again = { ...sent, ends_at: '2026-01-31T15:30:00.120Z', value: 1 };
    expect(await of(Shift).update(ids[0]!, again)).toMatchObject({ value: 1 });
    if (parcels.database.dataSource.options.type !== 'postgres')
      await parcels.database.dataSource.query(
        `UPDATE shift SET begins_at = substr(begins_at, 1, 19), ends_at = rtrim(rtrim(ends_at, '0'), '.')`,
      );
    for (const id of ids) expect(await of(Shift).get(id)).toMatchObject({ id });
    expect(await idsOf(Shift, { id: ids.map(String) })).toEqual([ids[1], ids[0]]);
    const changes = ids.map((id, value) => ({ id, values: { value } }));
    expect(await of(Shift).updateMany(changes)).toMatchObject([{ value: 0 }, { value: 1 }]);
    const [first, second] = await Promise.all(['1', '2'].map((end) => page(Shift, { _end: end })));
    expect(await page(Shift, { _end: '1', _after: first!.next! })).toMatchObject({
      text: JSON.stringify(JSON.parse(second!.text).slice(1)),
    });
    for (const other of [`${begin}.1200Z`, `${begin}Z`, `${begin}.121Z`, begin])
      expect(await statusOf(of(Shift).get(other)), other).toBe(404);
    for (const id of ids) await of(Shift).remove(id);
    expect(await idsOf(Shift)).toEqual([]);
  });

  test('each part is required, a key is unique, and it never changes', async () => {
    const id = await parcel();
    const missing = await problemOf(of(Item).create({ parcel_id: id, amount: 1 }));
    expect(missing).toMatchObject({
      ...{ status: 422, problems: [{ field: 'number', code: 'required' }] },
    });
    const item = await make(Item, { parcel_id: id, number: 1, amount: 5 });
    expect(item).toEqual({
      ...{ id: `${id},1`, _label: `Item ${id},1`, parcel_id: id, number: 1, amount: 5, note: null },
    });
    const twice = await problemOf(of(Item).create({ parcel_id: id, number: 1, amount: 6 }));
    expect(twice).toMatchObject({
      ...{ status: 409, problems: [{ field: 'parcel_id' }, { field: 'number' }] },
    });
    await make(Item, { parcel_id: id, number: 2, amount: 5 });
    const other = await problemOf(of(Item).update(`${id},1`, { number: 2, amount: 7 }));
    expect(other).toMatchObject({ status: 422, problems: [{ field: 'number', code: 'key' }] });
    const both = await problemOf(
      of(Item).replace(`${id},1`, { parcel_id: -1, number: 9, amount: 7 }),
    );
    expect(both).toMatchObject({
      ...{ status: 422, problems: [{ field: 'parcel_id' }, { field: 'number' }] },
    });
    const same = { parcel_id: id, number: 1, amount: 8, id: `${id},1` };
    expect(await of(Item).update(`${id},1`, same)).toMatchObject({ amount: 8 });
    for (const wrong of [`${id},2`, `${id},01`, '', null, id, ['x']]) {
      for (const method of ['update', 'replace'] as const) {
        const sent = await problemOf(of(Item)[method](`${id},1`, { id: wrong, amount: 9 }));
        expect(sent).toMatchObject({ status: 422, problems: [{ field: 'id', code: 'key' }] });
      }
    }
    expect(await of(Item).get(`${id},1`)).toMatchObject({ amount: 8 });
    expect(await of(Item).get(`${id},2`)).toMatchObject({ amount: 5 });
  });

  test('many records are created, changed and removed together', async () => {
    const { records } = await of(Word).createMany(WORDS);
    expect(records.map(({ id }) => id)).toEqual(['Rad,de', 'Rad,en', 'a%2Fb,de']);
    const changes = records.map(({ id }, at) => ({ id, values: { meaning: `m${at}` } }));
    const changed = await of(Word).updateMany(changes);
    expect(changed.map((one) => one['meaning'])).toEqual(['m0', 'm1', 'm2']);
    expect(await listed(Word, { _sort: 'id' })).toMatchObject(
      WORDS.map((word, at) => ({ ...word, meaning: `m${at}` })),
    );
    const taken = await problemOf(of(Word).createMany([{ term: 'b', language: 'en' }, WORDS[1]!]));
    expect(taken).toMatchObject({ status: 409, problems: [{ index: 1 }, { index: 1 }] });
    const gone = await problemOf(
      of(Word).updateMany([changes[0]!, { id: 'Rad', values: { meaning: 'x' } }]),
    );
    expect(gone).toMatchObject({ status: 404 });
    expect(await idsOf(Word, { meaning: 'x' })).toEqual([]);
  });

  test('records are upserted by the columns of their key', async () => {
    const upsert = (meaning: string) =>
      of(Word).upsertMany(
        [
          { ...WORDS[0], meaning },
          { term: meaning, language: 'en' },
        ],
        ['language', 'term'],
      );
    expect(await upsert('one')).toMatchObject([{ created: true }, { created: true }]);
    expect(await upsert('two')).toMatchObject([
      { created: false, record: { id: 'Rad,de', meaning: 'two' } },
      { created: true, record: { id: 'two,en' } },
    ]);
    const half = await problemOf(of(Word).upsertMany([WORDS[0]!], ['term']));
    expect(half).toMatchObject({ status: 400 });
  });

  test('the order of ids is that of their columns, also behind a cursor', async () => {
    const id = await parcel();
    const numbers = [10, 9, -1, 2, 100];
    await of(Item).createMany(
      numbers.map((number) => ({ parcel_id: id, number, amount: number % 2 })),
    );
    const sorted = numbers.toSorted((one, other) => one - other).map((number) => `${id},${number}`);
    expect(await idsOf(Item)).toEqual(sorted);
    expect(await listed(Item)).toEqual(await Promise.all(sorted.map((one) => of(Item).get(one))));
    expect(await idsOf(Item, { _sort: 'id', _order: 'DESC' })).toEqual(sorted.toReversed());
    expect(await idsOf(Item, { _order: 'DESC' })).toEqual(sorted.toReversed());
    for (const query of [
      {},
      { _sort: 'amount' },
      { _sort: 'amount,id', _order: 'DESC' },
      { _sort: 'number' },
    ]) {
      const whole = await idsOf(Item, query);
      const first = await page(Item, { ...query, _end: '2' });
      const second = await page(Item, { ...query, _end: '2', _after: first.next! });
      const third = await page(Item, { ...query, _end: '2', _after: second.next! });
      const ids = [first, second, third].flatMap(({ records }) => records.map((one) => one.id));
      expect(ids).toEqual(whole);
      expect(third.next).toBeUndefined();
    }
    const chosen = await page(Item, { _fields: 'amount', _end: '2' });
    expect(chosen.records[0]).toEqual({ id: sorted[0], _label: `Item ${sorted[0]}`, amount: -1 });
    expect((await page(Item, { _end: '2', _after: chosen.next! })).records[0]!.id).toBe(sorted[2]);
  });

  test('an id is compared with ids, and with nothing else', async () => {
    await of(Word).createMany(WORDS);
    expect(await idsOf(Word, { id: ['Rad,de', 'a%2Fb,de', 'Rad'] })).toEqual([
      'Rad,de',
      'a%2Fb,de',
    ]);
    expect(await idsOf(Word, { id__in: 'Rad%2Cde,a%252Fb%2Cde,Rad' })).toEqual([
      'Rad,de',
      'a%2Fb,de',
    ]);
    expect(await idsOf(Word, { id__in: 'Rad,de' })).toEqual([]);
    expect(await idsOf(Word, { id__ne: 'Rad,de' })).toEqual(['Rad,en', 'a%2Fb,de']);
    expect(await idsOf(Word, { id__ne: 'Rad' })).toHaveLength(3);
    expect(await idsOf(Word, { id__isnull: 'true' })).toEqual([]);
    expect(await idsOf(Word, { id__isnull: 'false' })).toHaveLength(3);
    for (const operator of ['gt', 'gte', 'lt', 'lte', 'ilike', 'startswith'])
      expect(await statusOf(listed(Word, { [`id__${operator}`]: 'Rad,de' })), operator).toBe(400);
    expect(await statusOf(of(Word).aggregate({ _by: 'id' }))).toBe(400);
    expect(await statusOf(of(Word).aggregate({ _max: 'id' }))).toBe(400);
    const groups = await of(Word).aggregate({ _by: 'term' });
    expect(groups.groups).toMatchObject([{ by: { term: 'Rad' } }, { by: { term: 'a/b' } }]);
    expect(await idsOf(Word, { q: 'rad' })).toEqual(['Rad,de', 'Rad,en']);
  });

  test('a record is seen, changed and removed as far as its rules allow', async () => {
    const [mine, theirs] = [await parcel(2), await parcel(3)];
    for (const parcel_id of [mine, theirs]) await make(Item, { parcel_id, number: 1, amount: 1 });
    const who = user(2, ['Editor']);
    expect(await idsOf(Item, {}, who)).toEqual([`${mine},1`]);
    expect(await of(Item, who).get(`${mine},1`)).toMatchObject({ number: 1 });
    expect(await of(Item, who).update(`${mine},1`, { amount: 4 })).toMatchObject({ amount: 4 });
    for (const work of [
      () => of(Item, who).get(`${theirs},1`),
      () => of(Item, who).update(`${theirs},1`, { amount: 4 }),
      () => of(Item, who).remove(`${theirs},1`),
    ])
      expect(await statusOf(work())).toBe(404);
    const foreign = await problemOf(
      of(Item, who).create({ parcel_id: theirs, number: 2, amount: 1 }),
    );
    expect(foreign).toMatchObject({ status: 422, problems: [{ field: 'parcel_id' }] });
    expect((await of(Item, who).getMany([`${mine},1`, `${theirs},1`])).size).toBe(1);
    await of(Item, who).remove(`${mine},1`);
    expect(await idsOf(Item)).toEqual([`${theirs},1`]);
  });

  test('a part may be the tenant of a record', async () => {
    const [one, other] = [user(2, ['Editor'], [1]), user(3, ['Editor'], [2])];
    const slot = (await of(Slot, one).create({ code: 'A' })).record;
    expect(slot).toMatchObject({ id: '1,A', tenant_id: 1, code: 'A' });
    expect((await of(Slot, other).create({ code: 'A' })).record.id).toBe('2,A');
    const taken = await problemOf(of(Slot, one).create({ code: 'A' }));
    expect(taken).toMatchObject({ status: 409, problems: [{ field: 'code' }] });
    expect(await idsOf(Slot, {}, one)).toEqual(['1,A']);
    expect(await statusOf(of(Slot, one).get('2,A'))).toBe(404);
    expect(await statusOf(of(Slot, one).update('2,A', { amount: 1 }))).toBe(404);
    expect(await statusOf(of(Slot, one).remove('2,A'))).toBe(404);
    expect(await statusOf(of(Slot, one).create({ tenant_id: 2, code: 'B' }))).toBe(422);
    const upserted = await of(Slot, one).upsertMany([{ code: 'A', amount: 7 }], ['code']);
    expect(upserted).toMatchObject([{ created: false, record: { id: '1,A', amount: 7 } }]);
    expect(await of(Slot, other).get('2,A')).toMatchObject({ amount: null });
  });

  test('what a record refers to is expanded, and rows are counted under what they refer to', async () => {
    const id = await parcel();
    await of(Item).createMany([1, 2].map((number) => ({ parcel_id: id, number, amount: 1 })));
    const expanded = await listed(Item, { _expand: ['parcel'] });
    expect(expanded).toMatchObject([{ parcel: { id } }, { parcel: { id } }]);
    expect(await of(Item).get(`${id},2`, { expand: ['parcel'] })).toMatchObject({ parcel: { id } });
    expect(await listed(Parcel, { _count: 'items' })).toMatchObject([{ _count: { items: 2 } }]);
    await of(Parcel).remove(id);
    expect(await idsOf(Item)).toEqual([]);
  });

  test('code reads and writes records by their ids', async () => {
    const id = await parcel();
    const items = parcels.engine.system(Item);
    const made = await items.create({ parcel_id: id, number: 1, amount: 1 });
    expect(made).toMatchObject({ id: `${id},1` });
    const first = (made as unknown as { id: string }).id;
    expect(await items.get(first)).toMatchObject({ number: 1 });
    expect(await items.update(first, { amount: 2 })).toMatchObject({ amount: 2 });
    expect(await items.find({ where: { id: [first, 'x'] } as never })).toHaveLength(1);
    expect(await items.find({ where: { id: 7 } as never })).toEqual([]);
    expect(await items.find({ order: { id: 'desc' } as never })).toHaveLength(1);
    for await (const row of items.each()) expect(row).toMatchObject({ number: 1 });
    const known = await items.findOrCreate({ parcel_id: id, number: 1 }, { amount: 9 });
    expect(known).toMatchObject({ created: false, record: { id: first } });
    const ordered = items.find({ where: (is) => is.gt('id' as never, 'x' as never) });
    await expect(ordered).rejects.toThrow(TypeError);
    await items.remove(first);
    expect(await items.find()).toEqual([]);
  });

  test('hooks hear of records by their ids, also of those that are deleted with another', async () => {
    const heard: unknown[] = [];
    const note =
      (name: string) =>
      ({ before, after }: { before?: { id: unknown } | null; after?: { id: unknown } }) =>
        void heard.push([name, (after ?? before)?.id ?? null]);
    const hooked = await openParcels(await url(), {
      beforeSave: ({ before }: never) => void heard.push(['beforeSave', (before as never)?.['id']]),
      afterSave: note('afterSave') as never,
      beforeDelete: note('beforeDelete') as never,
      afterDelete: note('afterDelete') as never,
      afterCommit: note('afterCommit') as never,
    });
    onTestFinished(() => hooked.database.close());
    const operations = hooked.engine.operations(admin);
    const { record } = await operations(Parcel).create({ title: 'p' });
    const id = record.id as number;
    await operations(Item).create({ parcel_id: id, number: 1, amount: 1 });
    await operations(Item).update(`${id},1`, { amount: 2 });
    expect(heard.splice(0)).toEqual([
      ['beforeSave', undefined],
      ['afterSave', `${id},1`],
      ['afterCommit', `${id},1`],
      ['beforeSave', `${id},1`],
      ['afterSave', `${id},1`],
      ['afterCommit', `${id},1`],
    ]);
    await operations(Item).create({ parcel_id: id, number: 2, amount: 1 });
    heard.splice(0);
    await operations(Parcel).remove(id);
    expect(heard).toEqual(
      ['beforeDelete', 'afterDelete', 'afterCommit'].flatMap((name) => [
        [name, `${id},1`],
        [name, `${id},2`],
      ]),
    );
  });

  test('statements of code have the parts of a key, and sums are added to the row of an id', async () => {
    const id = await parcel();
    await of(Item).createMany([1, 2].map((number) => ({ parcel_id: id, number, amount: number })));
    const { system } = parcels.engine;
    await system(Item).update(`${id},2` as never, { amount: increment(5) } as never);
    const all = sql`select parcel_id, number, amount from ${system(Item).visible()} i order by number`;
    const rows = (await system.query(all)).map((row) => ({ ...(row as object) }));
    expect(rows).toEqual([
      { parcel_id: id, number: 1, amount: 1 },
      { parcel_id: id, number: 2, amount: 7 },
    ]);
    const named = sql`select * from ${system(Item).visible({ fields: ['id'] })} i order by number`;
    expect(await system.query(named)).toMatchObject([
      { parcel_id: id, number: 1 },
      { parcel_id: id, number: 2 },
    ]);
  });

  test('a reference may be the whole key', async () => {
    const [id, other] = [await parcel(), await parcel()];
    const missing = await problemOf(of(Customs).create({ note: 'x' }));
    expect(missing).toMatchObject({
      status: 422,
      problems: [{ field: 'parcel_id', code: 'required' }],
    });
    expect(await make(Customs, { parcel_id: id, note: 'x' })).toMatchObject({ id, parcel_id: id });
    expect(await statusOf(of(Customs).create({ parcel_id: id }))).toBe(409);
    expect(await statusOf(of(Customs).create({ parcel_id: 0 }))).toBe(422);
    expect(await statusOf(of(Customs).update(id, { parcel_id: other }))).toBe(422);
    expect(await of(Customs).update(id, { note: 'y', parcel_id: id })).toMatchObject({ note: 'y' });
    expect(await listed(Customs, { _expand: ['parcel'] })).toMatchObject([{ id, parcel: { id } }]);
    await of(Parcel).remove(id);
    expect(await statusOf(of(Customs).get(id))).toBe(404);
  });
};
