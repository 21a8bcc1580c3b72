import type { RecordId } from '../../fields/record-id.js';
import fc from 'fast-check';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { onStatement } from '../../database/trace-statement.js';
import { ADDED, type Row } from '../../model/operations.js';
import { Invoice, Item, Mark, Product, openInvoices } from './invoices.js';
import { admin, emptyLibrary, problemOf, statusOf, user } from '../fixtures/open-library.js';

const manager = user(2, ['Manager'], [1]);
const editor = user(3, ['Editor'], [1]);
const clerk = user(4, ['Clerk'], [1]);

type Line = Record<string, unknown>;

/** What lines of a record promise on every database; `url` gives a fresh one. */
export const describeLines = (url: () => Promise<string>) => {
  let invoices: Awaited<ReturnType<typeof openInvoices>>;
  const seen: string[] = [];
  beforeAll(async () => {
    invoices = await openInvoices(await url(), {
      afterCommit: ({ operation, after }) =>
        void seen.push(`${operation} ${String(after?.['text'] ?? '')}`),
    });
  }, 60_000);
  beforeEach(async () => {
    await emptyLibrary(invoices.database);
    seen.length = 0;
  });
  afterAll(() => invoices.database.close());

  const of = (entity: new () => object, who = admin) => invoices.engine.operations(who)(entity);
  const read = (id: RecordId, who = admin) => of(Invoice, who).get(id, { expand: ['items'] });
  const itemsOf = async (id: RecordId, who = admin) => (await read(id, who))['items'] as Line[];
  const textsOf = async (id: RecordId, who = admin) =>
    (await itemsOf(id, who)).map(({ text }) => text);
  const create = async (items: readonly Line[], who = admin) => {
    const values = { number: 'R1', tenant_id: 1, items };
    return (await of(Invoice, who).create(values)).record;
  };
  const patch = (id: RecordId, items: readonly unknown[], who = admin) =>
    of(Invoice, who).update(id, { items });
  const named = (texts: string, more: Line = {}): Line[] =>
    [...texts].map((text) => ({ text, ...more }));
  const idsOf = async (id: RecordId) => (await itemsOf(id)).map((one) => one['id'] as number);
  const versionOf = async (id: RecordId) => (await of(Invoice).get(id))['updated_at'];
  const problemsOf = async (work: Promise<unknown>) => {
    const problem = await problemOf(work);
    return (
      problem && [problem.status, ...problem.problems.map(({ field, code }) => `${field} ${code}`)]
    );
  };

  test('a record is created with its lines, which are numbered in the order in which they were sent', async () => {
    const record = await create([
      { text: 'a', position: 9, invoice_id: 77, invoice: { id: 77 } },
      { text: 'b', quantity: 3 },
    ]);
    expect(record['items']).toMatchObject([
      { text: 'a', position: 1, quantity: 1, invoice_id: record.id },
      { text: 'b', position: 2, quantity: 3, invoice_id: record.id },
    ]);
    expect(record).toEqual(await read(record.id));
    expect(record[ADDED]).toEqual(['items']);
    expect(seen).toEqual(['create a', 'create b']);
    expect((await of(Invoice).get(record.id))['items']).toBeUndefined();
  });

  test.each([
    ['somebody who sees all', admin],
    ['somebody under row rules', manager],
  ])('however many lines %s writes, they are looked up together', async (_, who) => {
    const lookUps = async (work: () => Promise<unknown>): Promise<number> => {
      let count = 0;
      const end = onStatement(({ sql }) => {
        if (sql.startsWith('SELECT')) count += 1;
      });
      await work().finally(end);
      return count;
    };
    const counted = async (texts: string) => {
      let id: RecordId = 0;
      const created = await lookUps(async () => ({ id } = await create(named(texts), who)));
      const changes = (await idsOf(id)).map((line) => ({ id: line, quantity: 2 }));
      return [created, await lookUps(() => patch(id, changes, who))];
    };
    expect(await counted('abcdefgh')).toEqual(await counted('ab'));
  });

  test('a change creates, changes, moves and removes lines; those that are not named stay', async () => {
    const { id } = await create(named('abcd'));
    const [a, b, c, d] = await idsOf(id);
    seen.length = 0;
    const record = await patch(id, [
      { id: c, text: 'C' },
      { text: 'new' },
      { id: a },
      { id: d, _delete: true },
    ]);
    expect((record['items'] as Line[]).map(({ text }) => text)).toEqual(['C', 'new', 'b', 'a']);
    expect(await itemsOf(id)).toMatchObject([
      { id: c, position: 1 },
      { position: 2 },
      { id: b, position: 3 },
      { id: a, position: 4 },
    ]);
    expect(seen.toSorted()).toEqual(['create new', 'delete ', 'update C', 'update a', 'update b']);
    expect(await of(Invoice).update(id, { number: 'R2' })).not.toHaveProperty('items');
    expect(await textsOf(id)).toEqual(['C', 'new', 'b', 'a']);
    expect((await patch(id, []))['items']).toHaveLength(4);
  });

  test('lines without a number keep the places in which they are read', async () => {
    const { id } = await create(named('a'));
    for (const text of ['x', 'y']) await of(Item).create({ text, invoice_id: id });
    const read = await textsOf(id);
    await patch(id, [{ text: 'new' }]);
    expect(await textsOf(id)).toEqual([...read, 'new']);
    expect((await itemsOf(id)).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('lines keep any order in which they are sent, under a unique constraint', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(fc.tuple(fc.nat(20), fc.constantFrom('move', 'new', 'delete')), {
            maxLength: 8,
          }),
          { maxLength: 4 },
        ),
        async (rounds) => {
          const { id } = await create(named('abc'));
          let count = 0;
          for (const round of rounds) {
            const before = await itemsOf(id);
            const sent: Line[] = [];
            for (const [at, kind] of round) {
              const known = before[at];
              if (kind === 'new') sent.push({ text: `n${count++}` });
              else if (known && sent.every((one) => one['id'] !== known['id']))
                sent.push({ id: known['id'], ...(kind === 'delete' && { _delete: true }) });
            }
            await patch(id, sent);
            const expected = expectedOrder(before, sent);
            const after = await itemsOf(id);
            expect(after.map(({ text }) => text)).toEqual(expected);
            if (sent.length > 0)
              expect(after.map(({ position }) => position)).toEqual(
                expected.map((_, at) => at + 1),
              );
          }
        },
      ),
      { numRuns: 25 },
    ));

  test('a list in a replacement is the whole of what its writer sees', async () => {
    const { id } = await create([...named('ab'), { text: 'closed', closed: true }, ...named('c')]);
    const [a, , , c] = await idsOf(id);
    expect(await textsOf(id, editor)).toEqual(['a', 'b', 'c']);
    const whole = { number: 'R2', tenant_id: 1 };
    const items = [{ id: c }, { id: a, text: 'A' }, { text: 'new' }];
    await of(Invoice, editor).replace(id, { ...whole, items });
    expect(await textsOf(id)).toEqual(['c', 'closed', 'A', 'new']);
    expect((await itemsOf(id))[2]).toMatchObject({ id: a, quantity: 1, position: 3 });
    await of(Invoice, editor).replace(id, whole);
    expect(await textsOf(id)).toEqual(['c', 'closed', 'A', 'new']);
    await of(Invoice, editor).replace(id, { ...whole, items: [] });
    expect(await textsOf(id)).toEqual(['closed']);
  });

  test('what is no visible line of the record is as if it did not exist', async () => {
    const { id } = await create([{ text: 'closed', closed: true }, ...named('a')]);
    const [closed, own] = await idsOf(id);
    const other = await create(named('x'));
    const [foreign] = await idsOf(other.id);
    const absent = await problemsOf(patch(id, [{ id: own }, { id: 999, text: '?' }], editor));
    expect(absent).toEqual([422, 'items.1.id not-found']);
    for (const one of [closed, foreign])
      for (const more of [{}, { text: '?' }, { _delete: true }]) {
        const work = patch(id, [{ id: own }, { id: one, ...more }], editor);
        expect(await problemsOf(work)).toEqual(absent);
      }
    expect(await problemsOf(create([{ id: own, text: '?' }]))).toEqual([
      422,
      'items.0.id not-found',
    ]);
    expect(await textsOf(other.id)).toEqual(['x']);
  });

  test('what is no line of the record is told with everything else, whatever it is', async () => {
    const { id } = await create([
      { text: 'closed', closed: true, product_id: null },
      ...named('a'),
    ]);
    const [closed, own] = await idsOf(id);
    const other = await create(named('x'));
    const [foreign] = await idsOf(other.id);
    for (const one of [999_999, closed, foreign])
      for (const more of [{}, { _delete: true }, { product_id: 99 }, { product_id: null }]) {
        const items = [
          { id: own, quantity: 0 },
          { id: one, ...more },
          { text: 'b', product_id: 99 },
        ];
        const work = of(Invoice, editor).update(id, { number: '', items });
        expect(await problemsOf(work)).toEqual([
          422,
          'number required',
          'items.0.quantity too-small',
          'items.1.id not-found',
          'items.2.product_id reference',
        ]);
        const lines = of(Invoice, editor).update(id, { items: items.slice(1) });
        expect(await problemsOf(lines)).toEqual([
          422,
          'items.0.id not-found',
          'items.1.product_id reference',
        ]);
      }
    const twice = patch(id, [{ id: 999_999 }, { id: 999_999 }, { id: own, text: '' }], editor);
    expect(await problemsOf(twice)).toEqual([
      422,
      'items.1.id repeated',
      'items.2.text required',
      'items.0.id not-found',
    ]);
    expect(await textsOf(id)).toEqual(['closed', 'a']);
  });

  test('a version that does not hold is told before what is wrong with lines', async () => {
    const { id } = await create(named('a'));
    const items = [{ id: 999_999 }, { text: '' }];
    const work = of(Invoice).update(id, { items }, { ifMatch: () => false });
    expect(await problemsOf(work)).toEqual([412]);
  });

  test('everything that is wrong with a record and its lines is told together', async () => {
    const work = of(Invoice).create({
      tenant_id: 1,
      items: [{ text: 'a', quantity: 0 }, 7, { quantity: 'x', product_id: 'y', colour: 1 }],
    });
    expect(await problemsOf(work)).toEqual([
      422,
      'number required',
      'items.0.quantity too-small',
      'items.1 type',
      'items.2.text required',
      'items.2.quantity type',
      'items.2.product_id type',
      'items.2.colour unknown-field',
    ]);
    const { id } = await create(named('ab'));
    const [a] = await idsOf(id);
    const wrong = [{ id: a }, { id: a }, { id: 'x' }, { _delete: true }, { id: a, _delete: 1 }];
    expect(await problemsOf(patch(id, wrong))).toEqual([
      422,
      'items.1.id repeated',
      'items.2.id type',
      'items.3._delete value',
      'items.4._delete type',
    ]);
    expect(await problemsOf(of(Invoice).update(id, { items: {} }))).toEqual([422, 'items type']);
    const many = Array.from({ length: 501 }, () => ({ text: 'x' }));
    expect(await problemsOf(patch(id, many))).toEqual([422, 'items too-many']);
    const missing = patch(id, [{ id: a }, { text: 'x', product_id: 99 }, { text: 'y' }]);
    expect(await problemsOf(missing)).toEqual([422, 'items.1.product_id reference']);
    expect(await textsOf(id)).toEqual(['a', 'b']);
  });

  test('each line is held to what its writer may do with such records', async () => {
    const { id } = await create([{ text: 'a', cost: 5 }, ...named('b')]);
    const [a, b] = await idsOf(id);
    expect(await statusOf(patch(id, [{ id: a, _delete: true }], clerk))).toBe(403);
    const whole = { number: 'R1', tenant_id: 1 };
    expect(await statusOf(of(Invoice, clerk).replace(id, { ...whole, items: [{ id: b }] }))).toBe(
      403,
    );
    await patch(
      id,
      [
        { id: b, text: 'B' },
        { text: 'c', cost: 7 },
      ],
      clerk,
    );
    expect(await itemsOf(id)).toMatchObject([
      { cost: 5 },
      { text: 'B' },
      { text: 'c', cost: null },
    ]);
    expect((await itemsOf(id, manager))[0]).not.toHaveProperty('cost');
    const hidden = patch(id, [{ text: 'd' }, { text: 'e', closed: true }], editor);
    expect(await problemsOf(hidden)).toEqual([403, 'items.1 row-rule']);
    expect(await problemsOf(patch(id, [{ id: a, closed: true }], editor))).toEqual([
      403,
      'items.0 row-rule',
    ]);
    expect(await textsOf(id)).toEqual(['a', 'B', 'c']);
    const viewer = user(5, ['Viewer'], [1]);
    expect(await statusOf(patch(id, [{ text: 'x' }], viewer))).toBe(403);
    const stranger = user(6, ['Manager'], [2]);
    expect(await statusOf(patch(id, [{ text: 'x' }], stranger))).toBe(404);
    expect(await statusOf(read(id, stranger))).toBe(404);
  });

  test('a record that is refused leaves no lines, and a line that is refused no record', async () => {
    expect(await statusOf(create([{ text: 'a' }, { text: 'b', product_id: 9 }]))).toBe(422);
    const all = await of(Invoice).createMany([
      { number: 'R1', items: named('ab') },
      { number: 'R2', items: named('c') },
    ]);
    const [first, second] = all.records;
    expect(all.records.map((one) => (one['items'] as Line[]).length)).toEqual([2, 1]);
    const work = of(Invoice).createMany([
      { number: 'R3' },
      { number: 'R4', items: [{ text: '' }] },
    ]);
    const problem = await problemOf(work);
    expect(problem?.problems).toMatchObject([{ index: 1, field: 'items.0.text' }]);
    expect(await of(Invoice).count()).toBe(2);
    expect(await of(Item).count()).toBe(3);
    await of(Invoice).updateMany([
      { id: first!.id, values: { items: [{ text: 'x' }] } },
      { id: second!.id, values: { number: 'R22' } },
    ]);
    expect(await textsOf(first!.id)).toEqual(['a', 'b', 'x']);
  });

  test('each change of a line is one of its record, whichever way leads to it', async () => {
    const [one, other] = [await create(named('ab')), await create(named('c'))];
    const [a, b] = await idsOf(one.id);
    const { id: product } = (await of(Product).create({ name: 'p' })).record;
    const { id: mark } = (await of(Mark).create({ name: 'm' })).record;
    const moves = async (work: () => Promise<unknown>, ids = [one.id]) => {
      const before = await Promise.all(ids.map(versionOf));
      await work();
      const after = await Promise.all(ids.map(versionOf));
      for (const [at, version] of after.entries()) expect(version! > before[at]!).toBe(true);
    };
    await moves(() => patch(one.id, [{ id: a, quantity: 2 }]));
    await moves(() => of(Item).update(a!, { quantity: 3 }));
    await moves(() => of(Item).updateMany([{ id: a!, values: { product_id: product } }]));
    await moves(() => of(Item).update(a!, { marks: [mark] }));
    await moves(() => of(Mark).remove(mark));
    await moves(() => of(Product).remove(product));
    await moves(() => of(Item).create({ text: 'd', invoice_id: one.id }));
    await moves(() => of(Item).createMany(named('ef', { invoice_id: one.id })));
    await moves(
      () => of(Item).update(b!, { invoice_id: other.id, position: 9 }),
      [one.id, other.id],
    );
    await moves(() => invoices.engine.system(Item).update(a!, { text: 'A' }));
    await moves(() => of(Item).remove(a!));
    const all = (await idsOf(one.id)).map((id) => ({ id }));
    await patch(one.id, all);
    const version = await versionOf(one.id);
    await patch(one.id, all);
    await of(Invoice).get(one.id, { expand: ['items'] });
    expect(await versionOf(one.id)).toBe(version);
    await of(Invoice).remove(one.id);
    expect(await of(Item).count()).toBe(2);
  });

  test('a version of a record never comes again, however fast its lines and it itself change', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { id } = await create(named('ab'));
    const [a] = await idsOf(id);
    const versions = [await versionOf(id)];
    const same = { number: 'R1' };
    for (const work of [
      () => of(Item).update(a!, { quantity: 2 }),
      () => of(Invoice).update(id, same),
      () => patch(id, [{ id: a, quantity: 3 }]),
      () => of(Invoice).updateMany([{ id, values: same }]),
      () => of(Invoice).replace(id, { ...same, tenant_id: 1 }),
    ]) {
      await work();
      versions.push(await versionOf(id));
    }
    expect(versions).toEqual([...new Set(versions)].toSorted());
  });

  test('lines are read with one record, and not by a list', async () => {
    const { id } = await create(named('ab'));
    expect(await statusOf(of(Invoice).list({ _expand: 'items' }))).toBe(400);
    const viewer = user(5, ['Viewer'], [1]);
    expect(await itemsOf(id, viewer)).toHaveLength(2);
    await of(Item).createMany(Array.from({ length: 99 }, () => ({ text: 'x', invoice_id: id })));
    expect(await problemsOf(read(id))).toEqual([400, '_expand too-many']);
    expect(await patch(id, [{ text: 'y' }])).not.toHaveProperty('items');
  });

  describe('at the same time', () => {
    test('writers of a record with its lines and of single lines do not block each other', async () => {
      const { id } = await create(named('abcd'));
      const ids = await idsOf(id);
      const writes = Array.from({ length: 24 }, (_, at) => {
        const line = ids[at % 4]!;
        if (at % 3 === 0)
          return patch(
            id,
            ids.toReversed().map((one) => ({ id: one, quantity: at + 1 })),
          );
        if (at % 3 === 1) return of(Item).update(line, { quantity: at + 1 });
        return of(Item).create({ text: `n${at}`, invoice_id: id });
      });
      await Promise.all(writes);
      expect(await of(Item).count()).toBe(12);
      expect(new Set((await itemsOf(id)).map((one) => one['id'])).size).toBe(12);
    });

    test('one of two writers who read the same version is refused', async () => {
      const { id } = await create(named('ab'));
      const [a] = await idsOf(id);
      const before = await versionOf(id);
      const same = (record: Row) => record['updated_at'] === before;
      const results = await Promise.all([
        statusOf(of(Invoice).update(id, { items: [{ id: a, text: 'x' }] }, { ifMatch: same })),
        statusOf(of(Invoice).update(id, { items: [{ id: a, text: 'y' }] }, { ifMatch: same })),
      ]);
      expect(results.toSorted()).toEqual([0, 412]);
    });
  });
};

/** Where lines are after those that were sent have taken the places of theirs; new ones follow what was sent before them. */
function expectedOrder(before: readonly Line[], sent: readonly Line[]): unknown[] {
  const staying = sent.filter((one) => !one['_delete']);
  const existing = staying.filter((one) => 'id' in one);
  const groups = existing.map((one) => [one]);
  const leading: Line[] = [];
  for (const one of staying) {
    if ('id' in one) continue;
    const ahead = staying.slice(0, staying.indexOf(one)).filter((other) => 'id' in other).length;
    (ahead === 0 ? leading : groups[ahead - 1]!).push(one);
  }
  if (groups[0]) groups[0].unshift(...leading);
  const textOf = (one: Line) => one['text'] ?? before.find(({ id }) => id === one['id'])!['text'];
  const gone = new Set(sent.filter((one) => one['_delete']).map(({ id }) => id));
  const isSent = new Set(existing.map(({ id }) => id));
  const result = before
    .filter(({ id }) => !gone.has(id))
    .flatMap((one) => (isSent.has(one['id']) ? groups.shift()! : [one]));
  return [...result, ...(existing.length === 0 ? leading : [])].map(textOf);
}
