import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Query } from '../../model/operations.js';
import { where } from '../../model/where.js';
import { admin, problemOf, statusOf, user } from '../fixtures/open-library.js';
import { Item, Parcel, Reading, Scan, Shift, Slot, Word } from './parcels.js';
import { Booking, Entry, Knot, Remark, Seal, Sighting, openReferences } from './references.js';

const SENSOR = '01890a5d-ac96-774b-bcce-b302099a8057';

/** References of several columns; `url` gives a fresh database. */
export const describeReferences = (url: () => Promise<string>) => {
  let opened: Awaited<ReturnType<typeof openReferences>>;
  beforeAll(async () => {
    opened = await openReferences(await url());
  }, 60_000);
  beforeEach(async () => {
    for (const { tableName } of opened.database.dataSource.entityMetadatas.toReversed())
      await opened.database.dataSource.query(`DELETE FROM ${tableName}`);
  });
  afterAll(() => opened.database.close());

  const of = (entity: new () => object, who = admin) => opened.engine.operations(who)(entity);
  const make = async (entity: new () => object, values: object, who = admin) =>
    (await of(entity, who).create(values)).record;
  const listed = async (entity: new () => object, query: Query = {}, who = admin) =>
    JSON.parse((await of(entity, who).list(query)).text) as Record<string, unknown>[];
  const idsOf = async (entity: new () => object, query: Query = {}, who = admin) =>
    (await listed(entity, query, who)).map(({ id }) => id);
  const parcel = async (numbers: readonly number[], owner_id: number | null = null) => {
    const id = (await make(Parcel, { title: 'p', owner_id })).id as number;
    for (const number of numbers) await make(Item, { parcel_id: id, number, amount: number });
    return id;
  };
  const words = () =>
    of(Word).createMany([
      { term: 'a,b', language: 'de', meaning: 'first' },
      { term: 'Rad', language: 'de', meaning: 'wheel' },
      { term: 'Rad', language: 'en', meaning: 'cycling' },
    ]);

  test('a reference is a field with the id of its record, and has its columns by their names', async () => {
    const id = await parcel([1, 2]);
    const scan = await make(Scan, { item_id: `${id},2`, place: 'x' });
    expect(scan).toEqual({
      ...{ id: scan.id, _label: `Scan #${scan.id}`, parcel_id: id, item_number: 2 },
      ...{ item_id: `${id},2`, place: 'x' },
    });
    expect(Object.keys(scan)).toEqual([
      ...['id', '_label', 'parcel_id', 'item_number', 'item_id', 'place'],
    ]);
    expect(await of(Scan).get(scan.id)).toEqual(scan);
    expect(await listed(Scan)).toEqual([scan]);
    const parts = await make(Scan, { parcel_id: id, item_number: 1 });
    expect(parts).toMatchObject({ item_id: `${id},1` });
    const none = await make(Scan, { parcel_id: id });
    expect(none).toMatchObject({ item_id: null, item_number: null });
    const many = await of(Scan).createMany([
      { item_id: `${id},1` },
      { parcel_id: id, item_number: 2 },
      { parcel_id: id, item_id: null },
    ]);
    expect(many.records.map(({ item_id }) => item_id)).toEqual([`${id},1`, `${id},2`, null]);
  });

  test('it is filtered, sorted, expanded, counted and searched by as any other', async () => {
    const id = await parcel([1, 2]);
    const [one, two, none] = await Promise.all(
      [1, 2, null].map(
        async (item_number) => (await make(Scan, { parcel_id: id, item_number })).id,
      ),
    );
    const sorted = [one, two, none].sort();
    expect(await idsOf(Scan, { item_id: `${id},1` })).toEqual([one]);
    expect(await idsOf(Scan, { item_id: [`${id},1`, `${id},2`], item_number: '2' })).toEqual([two]);
    const list = [`${id},1`, `${id},9`, 'x'].map(encodeURIComponent).join(',');
    expect(await idsOf(Scan, { item_id__in: list })).toEqual([one]);
    expect(await idsOf(Scan, { item_id__ne: `${id},1` })).toEqual(
      sorted.filter((scan) => scan !== one),
    );
    expect(await idsOf(Scan, { item_id__isnull: 'true' })).toEqual([none]);
    expect(await idsOf(Scan, { item_id__isnull: 'false', _sort: 'item_id' })).toEqual([one, two]);
    expect(await idsOf(Scan, { _sort: 'item_id', _order: 'DESC' })).toEqual([two, one, none]);
    expect(await idsOf(Scan, { item_id: 'x' })).toEqual([]);
    for (const operator of ['gt', 'ilike', 'startswith'])
      expect(await statusOf(listed(Scan, { [`item_id__${operator}`]: `${id},1` }))).toBe(400);
    const expanded = await listed(Scan, { _expand: ['item'], _sort: 'item_id' });
    expect(expanded.map(({ item }) => (item as { amount?: number } | null)?.amount)).toEqual([
      undefined,
      1,
      2,
    ]);
    expect(await listed(Item, { _count: 'scans', _sort: 'number' })).toMatchObject([
      { _count: { scans: 1 } },
      { _count: { scans: 1 } },
    ]);
    const first = await of(Scan).list({ _sort: 'item_id', _end: '2' });
    expect(
      (await of(Scan).list({ _sort: 'item_id', _end: '2', _after: first.next! })).records,
    ).toMatchObject([{ id: two }]);
    expect(
      (
        await listed(Scan, { _fields: 'item_id', _end: '1', _sort: 'item_id,id', _order: 'DESC' })
      )[0],
    ).toMatchObject({ item_id: `${id},2` });
    await words();
    await of(Remark).createMany([
      { word_id: 'Rad,en' },
      { word_id: 'a%2Cb,de' },
      { text: 'cycling' },
    ]);
    expect(await listed(Remark, { q: 'cycling', _sort: 'text' })).toMatchObject([
      { word_id: 'Rad,en' },
      { word_id: null },
    ]);
    const groups = await of(Scan).aggregate({ _by: 'parcel_id,item_number' });
    expect(groups.groups).toHaveLength(3);
    expect(await statusOf(of(Scan).aggregate({ _by: 'item_id' }))).toBe(400);
  });

  test('code reads records through it', async () => {
    const id = await parcel([1, 2]);
    for (const number of [1, 2]) await make(Scan, { item_id: `${id},${number}` });
    const scans = opened.engine.system(Scan);
    const items = opened.engine.system(Item);
    const one = { item_id: `${id},2` };
    expect(await scans.find({ where: one })).toMatchObject([{ item_number: 2 }]);
    const some = { item_id: [`${id},2`, `x`] };
    expect(await scans.find({ where: some })).toMatchObject([{ item_number: 2 }]);
    const parents = await scans.find({
      where: (scan) => scan.parent('item', (item) => item.gt('amount', 1)),
      relations: ['item'],
    });
    expect(parents).toMatchObject([{ item_number: 2, item: { amount: 2 } }]);
    const made = await scans.create({ item_id: `${id},1` });
    expect(await scans.update(made.id, { item_number: 2 })).toMatchObject(one);
    await scans.remove(made.id);
    const found = await items.find({
      where: where.not(where.children('scans', (scan) => scan.eq('item_number', 1))),
      relations: ['scans' as never],
    });
    expect(found).toMatchObject([{ number: 2, scans: [{ item_number: 2 }] }]);
    const ordered = scans.find({ where: (is) => is.gt('item_id' as never, 'x' as never) });
    await expect(ordered).rejects.toThrow(/made of parcel_id, item_number/);
  });

  test('its record must exist, and its id and its columns agree', async () => {
    const id = await parcel([1]);
    for (const [values, field, code] of [
      [{ item_id: `${id},9` }, 'item_id', 'reference'],
      [{ item_id: 'x' }, 'item_id', 'reference'],
      [{ item_id: `${id},01` }, 'item_id', 'reference'],
      [{ item_id: 7 }, 'item_id', 'type'],
      [{ parcel_id: id, item_number: 9 }, 'item_id', 'reference'],
      [{ item_id: `${id},1`, item_number: 2 }, 'item_id', 'differs'],
      [{ item_id: `${id},1`, item_number: null }, 'item_id', 'differs'],
      [{ parcel_id: id, item_number: 1, item_id: null }, 'item_id', 'differs'],
      [{ item_id: null }, 'parcel_id', 'required'],
      [{ item_id: `${id},1`, parcel_id: 'x' }, 'parcel_id', 'type'],
    ] as const) {
      const refused = await problemOf(of(Scan).create(values));
      expect(refused, JSON.stringify(values)).toMatchObject({
        status: 422,
        problems: [{ field, code }],
      });
      expect(refused!.problems).toHaveLength(1);
    }
    const missing = await problemOf(of(Entry).create({}));
    expect(missing).toMatchObject({ problems: [{ field: 'reading_id', code: 'required' }] });
    const part = await problemOf(of(Entry).create({ sensor: SENSOR, day: '2026-01-01', run: '1' }));
    expect(part).toMatchObject({ problems: [{ field: 'depth', code: 'required' }] });
    expect(
      await statusOf(of(Scan).createMany([{ item_id: `${id},1` }, { item_id: `${id},9` }])),
    ).toBe(422);
    expect(await idsOf(Scan)).toEqual([]);
  });

  test('a change of one of its columns is a change of the reference', async () => {
    const [id, other] = [await parcel([1, 2]), await parcel([1])];
    const { id: scan } = await make(Scan, { item_id: `${id},1` });
    expect(await of(Scan).update(scan, { item_number: 2 })).toMatchObject({ item_id: `${id},2` });
    expect(await problemOf(of(Scan).update(scan, { parcel_id: other }))).toMatchObject({
      ...{ status: 422, problems: [{ field: 'item_id', code: 'reference' }] },
    });
    expect(await of(Scan).update(scan, { item_id: `${other},1` })).toMatchObject({
      ...{ parcel_id: other, item_number: 1 },
    });
    expect(await of(Scan).update(scan, { place: 'y', item_id: `${other},1` })).toMatchObject({
      place: 'y',
    });
    expect(await of(Scan).update(scan, { item_id: null })).toMatchObject({
      ...{ parcel_id: other, item_number: null, item_id: null },
    });
    expect(await of(Scan).update(scan, { item_number: 1 })).toMatchObject({
      item_id: `${other},1`,
    });
    expect(await of(Scan).update(scan, { item_id: '' })).toMatchObject({ item_id: null });
    expect(await of(Scan).replace(scan, { item_id: `${id},2` })).toMatchObject({ parcel_id: id });
    expect(await of(Scan).replace(scan, { parcel_id: id })).toMatchObject({ item_id: null });
    const many = [{ id: scan, values: { item_number: 1 } }];
    expect(await of(Scan).updateMany(many)).toMatchObject([{ item_id: `${id},1` }]);
    expect(
      await problemOf(of(Scan).updateMany([{ id: scan, values: { item_number: 9 } }])),
    ).toMatchObject({ status: 422 });
    const upserted = await of(Seal).upsertMany(
      [
        { item_id: `${id},1`, kind: 'a' },
        { item_id: `${id},1`, kind: 'b', weight: 1 },
      ],
      ['parcel_id', 'number', 'kind'],
    );
    expect(upserted.map(({ record }) => record.id)).toEqual([`${id},1,a`, `${id},1,b`]);
    const again = await of(Seal).upsertMany(
      [{ item_id: `${id},1`, kind: 'a', weight: 5 }],
      ['parcel_id', 'number', 'kind'],
    );
    expect(again).toMatchObject([{ created: false, record: { weight: 5, item_id: `${id},1` } }]);
    expect(
      await problemOf(of(Seal).update(`${id},1,a`, { item_id: `${id},2`, weight: 9 })),
    ).toMatchObject({ status: 422, problems: [{ field: 'number', code: 'key' }] });
  });

  test('its columns may be of each type that keys have', async () => {
    const reading = await make(Reading, {
      ...{ sensor: SENSOR, day: '2026-02-28', depth: -1.5, run: '-9223372036854775808' },
    });
    const times = {
      begins_at: '2026-01-31T07:30:00.000Z',
      post: 'a,b',
      ends_at: '2026-01-31T15:30:00.120Z',
    };
    const shift = await make(Shift, times);
    const entry = await make(Entry, { reading_id: reading.id, shift_id: shift.id });
    expect(entry).toMatchObject({
      ...times,
      reading_id: reading.id,
      shift_id: shift.id,
      depth: -1.5,
    });
    expect(await of(Entry).get(entry.id, { expand: ['shift', 'reading'] })).toMatchObject({
      ...{ shift: { id: shift.id }, reading: { id: reading.id } },
    });
    expect(
      await idsOf(Entry, { shift_id: String(shift.id), reading_id: String(reading.id) }),
    ).toEqual([entry.id]);
    const parts = { sensor: SENSOR, day: '2026-02-28', depth: -1.5, run: '-9223372036854775808' };
    expect(await make(Entry, parts)).toMatchObject({ reading_id: reading.id, shift_id: null });
    await of(Shift).remove(shift.id);
    expect(await listed(Entry)).toMatchObject([{ shift_id: null }]);
    await of(Reading).remove(reading.id);
    expect(await idsOf(Entry)).toEqual([]);
  });

  test('it tells nothing to who may not read one of its columns', async () => {
    const reading = await make(Reading, { sensor: SENSOR, day: '2026-02-28', depth: 1, run: '7' });
    const entry = await make(Entry, { reading_id: reading.id });
    const who = user(2, ['Editor']);
    const seen = await of(Entry, who).get(entry.id);
    expect(seen).not.toHaveProperty('reading_id');
    expect(seen).not.toHaveProperty('run');
    for (const query of [
      { reading_id: String(reading.id) },
      { _expand: ['reading'] },
      { _sort: 'reading_id' },
    ])
      expect(await statusOf(listed(Entry, query, who)), JSON.stringify(query)).toBe(400);
  });

  test('a record that its writer does not see is as absent as one that is not there', async () => {
    const [mine, theirs] = [await parcel([1], 2), await parcel([1], 3)];
    const who = user(2, ['Editor']);
    expect(await make(Scan, { item_id: `${mine},1` }, who)).toMatchObject({ parcel_id: mine });
    const hidden = await problemOf(
      of(Scan, who).create({ parcel_id: mine, item_id: `${theirs},1` }),
    );
    const absent = await problemOf(of(Scan, who).create({ parcel_id: mine, item_id: `${mine},9` }));
    const told = (one: typeof hidden) => one!.problems.filter(({ code }) => code !== 'differs');
    expect(told(hidden)).toEqual([]);
    expect(absent).toMatchObject({
      status: 422,
      problems: [{ field: 'item_id', code: 'reference' }],
    });
    const foreign = await problemOf(of(Scan, who).create({ item_id: `${theirs},1` }));
    const nowhere = await problemOf(of(Scan, who).create({ item_id: `9999,1` }));
    expect(foreign!.problems).toEqual(nowhere!.problems);
    // Rows that refer to what the reader does not see are expanded as null.
    await make(Scan, { item_id: `${theirs},1` });
    const rows = await listed(Scan, { _expand: ['item'], _sort: 'parcel_id' }, who);
    expect(rows).toMatchObject([
      { item: { id: `${mine},1` } },
      { item: null, item_id: `${theirs},1` },
    ]);
    expect(await idsOf(Seal, {}, who)).toEqual([]);
    await of(Seal).createMany([mine, theirs].map((id) => ({ item_id: `${id},1`, kind: 'a' })));
    expect(await idsOf(Seal, {}, who)).toEqual([`${mine},1,a`]);
    expect(await statusOf(of(Seal, who).get(`${theirs},1,a`))).toBe(404);
    const seals = [theirs, 9999].map((id) =>
      problemOf(of(Seal, who).create({ item_id: `${id},1`, kind: 'b' })),
    );
    const [one, two] = await Promise.all(seals);
    expect(one!.problems).toEqual(two!.problems);
    expect(one).toMatchObject({ status: 422, problems: [{ field: 'item_id', code: 'reference' }] });
  });

  test('a tenant may be one of its columns, also of two references', async () => {
    const [one, other] = [user(2, ['Editor'], [1]), user(3, ['Editor'], [2])];
    for (const code of ['A', 'B']) await make(Slot, { code }, one);
    await make(Slot, { code: 'C' }, other);
    const booking = await make(Booking, { slot_id: '1,A' }, one);
    expect(booking).toMatchObject({ tenant_id: 1, slot_code: 'A', slot_id: '1,A', spare_id: null });
    expect(await make(Booking, { slot_code: 'A', spare_code: 'B' }, one)).toMatchObject({
      ...{ slot_id: '1,A', spare_id: '1,B' },
    });
    for (const values of [
      { slot_id: '2,C' },
      { slot_code: 'C' },
      { slot_id: '1,A', spare_id: '2,C' },
      { slot_id: '2,C', tenant_id: 1 },
      { slot_id: '9,C' },
    ])
      expect(await statusOf(of(Booking, one).create(values)), JSON.stringify(values)).toBe(422);
    const [known, unknown] = await Promise.all(
      ['2,C', '2,X'].map((slot_id) => problemOf(of(Booking, one).create({ slot_id }))),
    );
    expect(known!.problems).toEqual(unknown!.problems);
    expect(await of(Booking, one).update(booking.id, { spare_id: '1,B' })).toMatchObject({
      spare_code: 'B',
    });
    expect(await of(Booking, one).update(booking.id, { spare_id: null })).toMatchObject({
      ...{ spare_code: null, tenant_id: 1 },
    });
    const emptied = await problemOf(of(Booking, one).update(booking.id, { slot_id: null }));
    expect(emptied).toMatchObject({ problems: [{ field: 'slot_id', code: 'required' }] });
  });

  test('what refers to a record prevents its deletion, goes with it, or loses it', async () => {
    const id = await parcel([1, 2]);
    await make(Scan, { item_id: `${id},1` });
    const refused = await problemOf(of(Item).remove(`${id},1`));
    expect(refused).toMatchObject({
      status: 409,
      members: {
        dependents: [
          { model: 'Scan', field: 'item_id', count: 1, list: `/scan?item_id=${id}%2C1` },
        ],
      },
    });
    await make(Seal, { item_id: `${id},2`, kind: 'a' });
    await of(Item).remove(`${id},2`);
    expect(await idsOf(Seal)).toEqual([]);
    await words();
    const remark = await make(Remark, { word_id: 'Rad,de', text: 'x' });
    await of(Word).remove('Rad,de');
    expect(await of(Remark).get(remark.id)).toMatchObject({
      word_term: null,
      word_id: null,
      text: 'x',
    });
  });

  test('a reference that is no foreign key keeps no record from its deletion', async () => {
    const id = await parcel([1, 2]);
    await make(Sighting, { item_id: `${id},1` });
    await of(Item).remove(`${id},1`);
    await of(Parcel).remove(id);
    expect(await idsOf(Sighting)).toEqual([`${id},1`]);
  });

  test('records refer to others of their model, and no change makes their tree a circle', async () => {
    const knot = async (place: number, parent_id: string | null = null, rope = 'a,b') =>
      (await make(Knot, { rope, place, ...(parent_id !== null && { parent_id }) })).id as string;
    const top = await knot(1);
    const below = await knot(2, top);
    const last = await knot(3, below);
    const [other, side] = [await knot(1, null, 'c'), await knot(9)];
    expect(await of(Knot).get(last, { expand: ['parent'] })).toMatchObject({
      ...{ above: 2, parent_id: below, parent: { id: below, parent_id: top } },
    });
    expect(await idsOf(Knot, { parent_id: top })).toEqual([below]);
    expect(await idsOf(Knot, { parent_id__isnull: 'true', rope: 'c' })).toEqual([other]);
    expect(await listed(Knot, { _count: 'knots', id: top })).toMatchObject([
      { _count: { knots: 1 } },
    ]);
    for (const [id, values] of [
      [top, { parent_id: top }],
      [top, { above: 1 }],
      [top, { parent_id: last }],
      [top, { above: 3 }],
      [below, { above: 3 }],
    ] as const)
      expect(await problemOf(of(Knot).update(id, values)), JSON.stringify(values)).toMatchObject({
        status: 422,
        problems: [{ field: 'parent_id', code: 'cycle' }],
      });
    // Another rope would be another key.
    expect(await statusOf(of(Knot).update(top, { parent_id: other }))).toBe(422);
    for (const values of [{ above: 7 }, { parent_id: 'c,7' }, { parent_id: '1' }])
      expect(await statusOf(of(Knot).update(top, values)), JSON.stringify(values)).toBe(422);
    expect(await statusOf(of(Knot).create({ rope: 'd', place: 1, above: 1 }))).toBe(422);
    // Each would be fine alone.
    for (const [one, two] of [
      [{ parent_id: side }, { parent_id: top }],
      [{ above: 9 }, { above: 1 }],
    ] as const) {
      const both = of(Knot).updateMany([
        { id: top, values: one },
        { id: side, values: two },
      ]);
      expect(await problemOf(both)).toMatchObject({ problems: [{ code: 'cycle' }] });
    }
    expect(await of(Knot).update(below, { above: 9 })).toMatchObject({ parent_id: side });
    expect(await of(Knot).update(below, { parent_id: null })).toMatchObject({ above: null });
    expect(await of(Knot).update(top, { parent_id: last })).toMatchObject({ above: 3 });
  });

  test('a tree goes with its root, and others lose what they refer to', async () => {
    for (const [place, more] of [
      [1, {}],
      [2, { above: 1 }],
      [3, { above: 2 }],
      [4, { twin_id: 'r,3' }],
      [5, { twin_rope: 'r', twin_place: 4 }],
    ] as const)
      await make(Knot, { rope: 'r', place, ...more });
    for (const values of [{ twin_id: 'r,5' }, { twin_place: 5 }, { twin_id: 'r,4' }])
      expect(await problemOf(of(Knot).update('r,4', values))).toMatchObject({
        problems: [{ field: 'twin_id', code: 'cycle' }],
      });
    await of(Knot).remove('r,1');
    expect(await listed(Knot)).toMatchObject([
      { id: 'r,4', twin_id: null, twin_rope: null },
      { id: 'r,5', twin_id: 'r,4' },
    ]);
  });

  test('hooks write it by its id or by its columns, and hear of it', async () => {
    const heard: unknown[] = [];
    let changes: object | undefined = undefined;
    const hooked = await openReferences(await url(), {
      beforeSave: ({ values }: { values: object }) => {
        heard.push(values);
        return changes as never;
      },
      afterSave: ({ after }: never) => void heard.push((after as never)['word_id']),
    } as never);
    onTestFinished(() => hooked.database.close());
    const operations = hooked.engine.operations(admin);
    await operations(Word).createMany([
      { term: 'Rad', language: 'de' },
      { term: 'Rad', language: 'en' },
    ]);
    const { record } = await operations(Remark).create({ word_id: 'Rad,de' });
    expect(heard).toEqual([{ word_term: 'Rad', word_language: 'de', word_id: 'Rad,de' }, 'Rad,de']);
    changes = { word_language: 'en' };
    expect(await operations(Remark).update(record.id, { text: 'y' })).toMatchObject({
      word_id: 'Rad,en',
    });
    expect(await operations(Remark).update(record.id, { word_id: 'Rad,de' })).toMatchObject({
      word_id: 'Rad,en',
    });
    changes = { word_id: 'Rad,de' };
    expect(await operations(Remark).update(record.id, { text: 'z' })).toMatchObject({
      word_language: 'de',
    });
    changes = undefined;
    heard.splice(0);
    await operations(Word).remove('Rad,de');
    expect(heard.at(-1)).toBeNull();
    expect(await operations(Remark).get(record.id)).toMatchObject({
      word_id: null,
      word_term: null,
    });
  });
};
