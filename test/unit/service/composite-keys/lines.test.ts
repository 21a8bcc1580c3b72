import { afterAll, describe, expect, test } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import {
  admin,
  problemOf,
  statusOf,
  user,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { Bill, Entry, Part, Scrap, openBills } from '../../../support/open-bills.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', newFiles()],
  ['postgres', () => server.createDatabase()],
])('lines with keys of several columns: %s', (_, url) => {
  async function opened() {
    const { database, engine } = await openBills(await url());
    const of = (entity: new () => object, who = admin) => engine.operations(who)(entity);
    const bill = async (entries: readonly object[], owner_id: number | null = null) => {
      const { record } = await of(Bill).create({ title: 'b', owner_id, entries });
      return { id: record.id as number, entries: record['entries'] as object[] };
    };
    const read = async (id: number) =>
      (await of(Bill).get(id, { expand: ['entries'] }))['entries'] as { id: string }[];
    return { close: () => database.close(), of, bill, read };
  }
  let bills: Awaited<ReturnType<typeof opened>> | undefined;
  const ready = async () => (bills ??= await opened());
  afterAll(() => bills?.close());
  const entry = (number: string, amount = 1, more: object = {}) => ({ number, amount, ...more });

  test('come with their own parts of the key, and are named by their ids', async () => {
    const { of, bill, read } = await ready();
    const { id, entries } = await bill([entry('a,b', 5), entry('2')]);
    expect(entries).toMatchObject([
      { id: `${id},a%2Cb`, bill_id: id, number: 'a,b', amount: 5, position: 1 },
      { id: `${id},2`, position: 2 },
    ]);
    await of(Bill).update(id, {
      entries: [{ id: `${id},2`, amount: 7 }, entry('3', 8), { id: `${id},a%2Cb`, _delete: true }],
    });
    expect(await read(id)).toMatchObject([
      { id: `${id},2`, amount: 7, position: 1 },
      { id: `${id},3`, amount: 8, position: 2 },
    ]);
  });

  test('change places and unique values with each other', async () => {
    const { of, bill, read } = await ready();
    const { id } = await bill([entry('1', 1, { code: 'x' }), entry('2', 1, { code: 'y' })]);
    await of(Bill).update(id, {
      entries: [
        { id: `${id},2`, code: 'x' },
        { id: `${id},1`, code: 'y' },
      ],
    });
    expect(await read(id)).toMatchObject([
      { id: `${id},2`, code: 'x', position: 1 },
      { id: `${id},1`, code: 'y', position: 2 },
    ]);
  });

  test('of another record, or by another text, are unknown, and nothing is written', async () => {
    const { of, bill, read } = await ready();
    const [mine, theirs] = [await bill([entry('1')], 2), await bill([entry('1'), entry('2')], 3)];
    const before = [await read(mine.id), await read(theirs.id)];
    const unknown = [
      ...[`${theirs.id},1`, `${theirs.id},2`, String(mine.id), `${mine.id},`, `0${mine.id},1`],
      ...[`${mine.id},1,1`, `${mine.id},%31`, `${mine.id},9`, `+${mine.id},1`, ` ${mine.id},1`, ''],
    ];
    const who = user(2, ['Editor']);
    for (const one of unknown)
      for (const change of [
        { id: one, amount: 9 },
        { id: one, _delete: true },
      ])
        expect(await statusOf(of(Bill, who).update(mine.id, { entries: [change] })), one).toBe(422);
    expect([await read(mine.id), await read(theirs.id)]).toEqual(before);
  });

  test('have keys that are taken or change as any record', async () => {
    const { of, bill, read } = await ready();
    const { id } = await bill([entry('1'), entry('2')]);
    const taken = await problemOf(of(Bill).update(id, { entries: [entry('1', 9)] }));
    expect(taken).toMatchObject({ status: 409 });
    const other = await problemOf(
      of(Bill).update(id, { entries: [{ id: `${id},1`, number: '3' }] }),
    );
    expect(other).toMatchObject({ status: 422, problems: [{ code: 'key' }] });
    expect(await statusOf(of(Bill).update(id, { entries: [{ amount: 1 }] }))).toBe(422);
    expect(await read(id)).toMatchObject([{ amount: 1 }, { amount: 1 }]);
  });

  test('change the version of their record, whichever way leads to them', async () => {
    const { of, bill } = await ready();
    const { id } = await bill([entry('1'), entry('2')]);
    const stamp = async () => (await of(Bill).get(id))['updated_at'];
    const first = await stamp();
    await of(Entry).update(`${id},1`, { amount: 3 });
    const second = await stamp();
    await of(Entry).remove(`${id},2`);
    const third = await stamp();
    await of(Entry).create({ bill_id: id, number: '5', amount: 1 });
    expect(new Set([first, second, third, await stamp()]).size).toBe(4);
    await of(Bill).remove(id);
    expect(await statusOf(of(Entry).get(`${id},1`))).toBe(404);
  });

  test('may have lines themselves, which belong to them by each part of their key', async () => {
    const { of, bill } = await ready();
    const { id } = await bill([
      entry('a,b', 1, {
        parts: [
          { number: 1, code: 'x' },
          { number: 2, code: 'y' },
        ],
      }),
      entry('2'),
    ]);
    const parts = async () =>
      (await of(Entry).get(`${id},a%2Cb`, { expand: ['parts'] }))['parts'] as object[];
    expect(await parts()).toMatchObject([
      { id: `${id},a%2Cb,1`, bill_id: id, entry_number: 'a,b', entry_id: `${id},a%2Cb`, code: 'x' },
      { id: `${id},a%2Cb,2`, code: 'y' },
    ]);
    // Those that change places let go of their codes first.
    await of(Bill).update(id, {
      entries: [
        {
          id: `${id},a%2Cb`,
          parts: [
            { id: `${id},a%2Cb,1`, code: 'y', scraps: [{ text: 'one' }, { text: 'two' }] },
            { id: `${id},a%2Cb,2`, code: 'x' },
            { number: 3, code: 'z' },
          ],
        },
      ],
    });
    expect(await parts()).toMatchObject([{ code: 'y' }, { code: 'x' }, { code: 'z' }]);
    const first = await of(Part).get(`${id},a%2Cb,1`, { expand: ['scraps'] });
    expect(first['scraps']).toMatchObject([
      { part_id: first.id, part_number: 1, position: 1, text: 'one' },
      { part_entry_number: 'a,b', position: 2, text: 'two' },
    ]);
    await of(Part).replace(first.id, { code: 'q', scraps: [{ text: 'three' }] });
    expect(await of(Part).get(first.id, { expand: ['scraps'] })).toMatchObject({
      ...{ code: 'q', scraps: [{ text: 'three', position: 1 }] },
    });
    // What is said of the record to which they belong has no effect, as for any lines.
    await of(Entry).update(`${id},2`, {
      parts: [{ number: 1, entry_id: `${id},a%2Cb`, entry_number: 'x', bill_id: 0 }],
    });
    expect(await of(Part).get(`${id},2,1`)).toMatchObject({ entry_id: `${id},2` });
    await of(Bill).remove(id);
    expect(await statusOf(of(Part).get(`${id},2,1`))).toBe(404);
  });

  test('of lines are those of their own record alone, and hidden with it', async () => {
    const { of, bill } = await ready();
    const parts = [{ number: 1 }];
    const [mine, theirs] = [
      await bill([entry('1', 1, { parts }), entry('1,1', 1, { parts })], 2),
      await bill([entry('1', 1, { parts })], 3),
    ];
    const who = user(2, ['Editor']);
    for (const one of [
      ...[`${theirs.id},1,1`, `${mine.id},1%2C1,1`, `${mine.id},1`, `${mine.id},1,1,1`],
      ...[`${mine.id},%31,1`, `${mine.id},1,01`, ''],
    ])
      for (const change of [
        { id: one, code: 'w' },
        { id: one, _delete: true },
      ]) {
        const write = of(Entry, who).update(`${mine.id},1`, { parts: [change] });
        expect(await statusOf(write), one).toBe(422);
      }
    expect(await statusOf(of(Entry, who).update(`${theirs.id},1`, { parts: [] }))).toBe(404);
    expect(await statusOf(of(Part, who).get(`${theirs.id},1,1`))).toBe(404);
    for (const entry_id of [`${theirs.id},1`, `${theirs.id},9`])
      expect(await problemOf(of(Part, who).create({ entry_id, number: 5 }))).toMatchObject({
        problems: [{ field: 'entry_id', code: 'reference' }],
      });
  });

  test('of lines refer by the columns of their record to nothing but what is there', async () => {
    const { of, bill } = await ready();
    const parts = [{ number: 1 }];
    const [one, two] = [
      await bill([entry('1', 1, { parts }), entry('2', 1, { parts })]),
      await bill([entry('1', 1, { parts })]),
    ];
    const path = `${one.id},1`;
    const write = (part: object) => of(Entry).update(path, { parts: [part] });
    for (const other_id of [`${two.id},1,1`, `${one.id},2,1`, `${one.id},1,9`, '9999,1,1'])
      for (const line of [{ number: 5 }, { id: `${path},1` }])
        expect(await problemOf(write({ ...line, other_id })), other_id).toMatchObject({
          ...{ status: 422, problems: [{ field: 'parts.0.other_id' }] },
        });
    expect(await statusOf(of(Part).get(`${path},5`))).toBe(404);
    await write({ number: 5, other_id: `${path},1` });
    expect(await of(Part).get(`${path},5`)).toMatchObject({ other_number: 1 });
  });

  test('of lines change the versions of both records above them', async () => {
    const { of, bill } = await ready();
    const { id } = await bill([entry('1', 1, { parts: [{ number: 1 }] }), entry('2')]);
    const stamps = async () => [
      (await of(Bill).get(id))['updated_at'],
      (await of(Entry).get(`${id},1`))['updated_at'],
    ];
    const seen = [await stamps()];
    for (const change of [
      () => of(Part).update(`${id},1,1`, { code: 'c' }),
      () => of(Part).create({ entry_id: `${id},1`, number: 2 }),
      () => of(Part).create({ bill_id: id, entry_number: '1', number: 3 }),
      () =>
        of(Scrap).create({ part_bill_id: id, part_entry_number: '1', part_number: 1, text: 's' }),
      () => of(Part).remove(`${id},1,2`),
    ]) {
      await change();
      seen.push(await stamps());
    }
    for (const at of [0, 1]) expect(new Set(seen.map((pair) => pair[at])).size).toBe(seen.length);
    const scrap = (await of(Scrap).create({ part_id: `${id},1,1`, text: 't' })).record.id;
    const before = await stamps();
    // A line moves to another record by one of the columns.
    await of(Part).create({ bill_id: id, entry_number: '2', number: 1 });
    await of(Scrap).update(scrap, { part_entry_number: '2' });
    expect(await of(Scrap).get(scrap)).toMatchObject({ part_id: `${id},2,1` });
    expect((await stamps())[1]).not.toEqual(before[1]);
  });
});
