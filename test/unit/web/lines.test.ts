import { beforeAll, describe, expect, test } from 'vitest';
import { dataProvider as plain } from '../../../templates/features/admin/ui/api/data-provider';
import {
  copied,
  isBlank,
  rebased,
  sentLines,
  settled,
  sumOf,
  type FormLine,
} from '../../../templates/features/lines/ui/lines/lines';
import {
  isReordered,
  lineDifferences,
} from '../../../templates/features/lines/ui/lines/differences';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import {
  loadDefinition,
  type AppResource,
  type FieldFact,
  type ModelDefinition,
  type Versions,
} from '../../../templates/features/admin/ui/application';
import {
  conflictRows,
  keptChanges,
} from '../../../templates/features/admin/ui/components/form/conflict-dialog';
import { productText, productsIn } from '../../../templates/features/lines/ui/lines/line-totals';
import type { Values } from '../../../templates/features/admin/ui/api/record-values';
import { distinctProblems, isShared } from '../../../templates/features/admin/ui/components/texts';
import { parts } from '../../../templates/features/lines/ui/lines/parts';
import { withLines } from '../../../templates/features/lines/ui/lines/with-lines';
import { fakeService, type FakeAnswer } from './fake-service';

const dataProvider = withLines(plain);

const line = (id: number, code: string, quantity: number): FormLine => ({
  ...{ id, _label: code, order_id: 7, position: id, code, quantity },
  ...{ created_at: 'x', updated_at: 'y' },
});
const [F1, B7, W3] = [line(1, 'F1', 2), line(2, 'B7', 1), line(3, 'W3', 4)];
const READ = [F1, B7, W3];
const blank = { _first: { quantity: 1 }, quantity: 1, code: '' };
const NEW = { ...blank, code: 'N1' };

describe('what is sent of lines', () => {
  test('nothing, where nothing has changed, nobody has typed into a new one, or it was removed again', () => {
    expect(sentLines(READ, READ)).toBeNull();
    expect(sentLines(READ, [...READ, blank, { ...NEW, _delete: true }])).toBeNull();
    expect(sentLines([], [])).toBeNull();
  });

  test('all by their ids with their changes, so that the order is said', () => {
    expect(sentLines(READ, [F1, { ...B7, quantity: 5 }, W3])?.items).toEqual([
      { id: 1 },
      { id: 2, quantity: 5 },
      { id: 3 },
    ]);
    expect(sentLines(READ, [W3, F1, B7])?.items).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
  });

  test('removed ones as such, and new ones with what they have', () => {
    const sent = sentLines(READ, [{ ...F1, _delete: true }, blank, NEW, B7, W3]);
    expect(sent?.items).toEqual([
      { id: 1, _delete: true },
      { code: 'N1', quantity: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(sent?.places).toEqual([0, 2, 3, 4]);
  });

  test('one that somebody else has removed as a new one', () => {
    const sent = sentLines([F1], [F1, { ...B7, quantity: 9 }]);
    expect(sent?.items).toEqual([{ id: 1 }, { order_id: 7, position: 2, code: 'B7', quantity: 9 }]);
  });
});

test('a new line is blank until something else than at first is in it', () => {
  expect(isBlank(blank)).toBe(true);
  expect(isBlank({ ...blank, quantity: 2 })).toBe(false);
  expect(isBlank(NEW)).toBe(false);
  // A line of a copy is one, even with nothing in it.
  expect(isBlank({})).toBe(false);
});

test('a copy has the values of the lines, and nothing that is theirs alone', () => {
  const left = new Set(['position', 'order_id']);
  expect(copied([{ id: 1, _label: 'F1', order_id: 7, position: 1, code: 'F1' }], left)).toEqual([
    { code: 'F1' },
  ]);
});

test('a sum is that of the lines which stay, and exact', () => {
  const lines = [
    { id: 1, amount: 0.1 },
    { id: 2, amount: 0.2 },
    { id: 3, amount: 5, _delete: true },
    { id: 4, amount: null },
    { _first: { amount: 3 }, amount: 3 },
  ];
  expect(sumOf(lines, 'amount', 2)).toBe(0.3);
  expect(sumOf(lines, 'amount')).toBe(0.3);
  expect(sumOf([F1, W3], 'quantity * position', 2)).toBe(14);
});

const DEFINITION = {
  fields: [],
  lines: [{ source: 'lines', reference: 'line', target: 'order_id' }],
} as unknown as ModelDefinition;
// A name that no other test has: files of one process share what has been opened.
const NAME = 'order_of_lines';
const ORDER = { name: NAME, load: () => Promise.resolve(DEFINITION) } as unknown as AppResource;

/** A service that answers an administrator; the model has been opened. */
async function orders(answer: (method: string) => FakeAnswer) {
  const asked = fakeService(({ method }) => answer(method));
  writeCached('user', { id: 1, roles: ['Admin'] });
  await loadDefinition(ORDER);
  return asked;
}

const order = { id: 7, _label: 'A-1', _etag: '"v1"', number: 'A-1', lines: READ };

describe('a record with lines', () => {
  test('is read with them, by those who may see them', async () => {
    const asked = await orders(() => ({ body: order }));
    await dataProvider.getOne(NAME, { id: 7 });
    writeCached('user', { id: 2, roles: ['Stranger'] });
    await dataProvider.getOne(NAME, { id: 7 });
    expect(asked.map(({ url }) => url)).toEqual([`/api/${NAME}/7?_expand=lines`, `/api/${NAME}/7`]);
  });

  test('is saved with them by one request, and without them where they are as they were', async () => {
    const asked = await orders(() => ({ body: order }));
    const save = (data: object) =>
      dataProvider.update(NAME, { id: 7, data: { ...order, ...data }, previousData: order });
    await save({ number: 'A-2' });
    await save({ lines: [F1, { ...B7, quantity: 5 }, W3] });
    const data = { number: 'A-3' };
    await dataProvider.update(NAME, { id: 7, data, previousData: order });
    expect(asked.map(({ body }) => body)).toEqual([
      { number: 'A-2' },
      { lines: [{ id: 1 }, { id: 2, quantity: 5 }, { id: 3 }] },
      { number: 'A-3' },
    ]);
    expect(asked[1]?.headers['if-match']).toBe('"v1"');
  });

  test('is created with them', async () => {
    const asked = await orders(() => ({ status: 201, body: order }));
    await dataProvider.create(NAME, { data: { number: 'A-1', lines: [NEW, blank] } });
    await dataProvider.create(NAME, { data: { number: 'A-1', lines: [blank] } });
    expect(asked.map(({ body }) => body)).toEqual([
      { number: 'A-1', lines: [{ code: 'N1', quantity: 1 }] },
      { number: 'A-1' },
    ]);
  });

  test('problems of lines have the places that they have in the form', async () => {
    const field = 'lines.1.quantity';
    await orders(() => ({
      status: 422,
      body: {
        problems: [
          { field, code: 'min', message: 'm' },
          { field: 'number', code: 'unique', message: 'u' },
        ],
        errors: { [field]: 'm', number: 'u' },
      },
    }));
    const data = { number: 'A-1', lines: [NEW, blank, NEW] };
    const error = await dataProvider.create(NAME, { data }).catch((one: unknown) => one);
    expect(error).toMatchObject({
      body: {
        problems: [{ field: 'lines.2.quantity' }, { field: 'number' }],
        errors: { 'lines.2.quantity': 'm', number: 'u' },
      },
    });
  });

  test('what is wrong of a line together with its record is told at what the form has', async () => {
    const unique = (field: string) => ({ field, code: 'unique', message: 'm' });
    const told = async (...fields: string[]) => {
      await orders(() => ({ status: 409, body: { problems: fields.map(unique) } }));
      const data = { number: 'A-1', lines: [blank, NEW] };
      const error: unknown = await dataProvider.create(NAME, { data }).catch((one: unknown) => one);
      return (error as { body: { problems: { field: string }[] } }).body.problems.map(
        ({ field }) => field,
      );
    };
    expect(await told('lines.0.order_id', 'lines.0.code')).toEqual(['lines.1.code']);
    expect(await told('lines.0.order_id')).toEqual(['lines.1.order_id']);
    expect(await told('order_id', 'number')).toEqual(['order_id', 'number']);
  });

  test('that has the wanted lines already is in no conflict: an earlier attempt has arrived', async () => {
    const saved = [{ ...F1, quantity: 5 }, { id: 9, code: 'N1', quantity: 1 }, W3];
    const data = { ...order, lines: [{ ...F1, quantity: 5 }, { ...B7, _delete: true }, NEW, W3] };
    const save = async (lines: readonly object[]) => {
      await orders((method) =>
        method === 'PATCH' ? { status: 412, body: {} } : { body: { ...order, lines } },
      );
      return dataProvider.update(NAME, { id: 7, data, previousData: order });
    };
    await expect(save(saved)).resolves.toMatchObject({ data: { lines: saved } });
    await expect(save([...saved].reverse())).rejects.toMatchObject({ status: 412 });
    await expect(save(READ)).rejects.toMatchObject({ status: 412 });
  });
});

describe('lines that two people have changed', () => {
  const lists = ['lines'];
  beforeAll(() => loadDefinition(ORDER));
  const merging = {
    settled: (values: Values) => parts.settled(NAME, values),
    rebased: (source: string, versions: Versions) => parts.rebased(NAME, source, versions),
  };
  const theirs = { ...order, lines: [{ ...F1, quantity: 9 }, W3, { id: 4, code: 'T1' }] };
  const mine = {
    ...order,
    lines: [W3, { ...F1, code: 'F2' }, { ...B7, quantity: 3 }, NEW, blank],
  };

  test('are told as one field, as saving would leave them', () => {
    const [row, ...others] = conflictRows({ read: order, theirs, mine }, merging);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ source: 'lines', theyChanged: true, iChanged: true, clash: true });
    expect(row?.mine).toHaveLength(4);
    expect(settled(lists, mine)['lines']).toHaveLength(4);
    const untouched = { ...order, lines: [...READ, blank] };
    expect(conflictRows({ read: order, theirs: order, mine: untouched }, merging)).toEqual([]);
  });

  test('are told one by one: what each side has changed, added and removed, and not what it has left', () => {
    const told = (side: Values) =>
      lineDifferences(
        READ,
        (settled(lists, side)['lines'] ?? []) as FormLine[],
        new Set(['order_id', 'position']),
      ).map(({ kind, place, values }) => [kind, place, values]);
    expect(told(theirs)).toEqual([
      ['changed', 1, { quantity: 9 }],
      ['gone', 2, {}],
      ['new', 3, { code: 'T1' }],
    ]);
    expect(told(mine).slice(0, 2)).toEqual([
      ['changed', 1, { code: 'F2' }],
      ['changed', 2, { quantity: 3 }],
    ]);
    expect(told(mine)[2]?.slice(0, 2)).toEqual(['new', 4]);
    expect(told(order)).toEqual([]);
    expect([isReordered(READ, theirs.lines), isReordered(READ, mine.lines)]).toEqual([false, true]);
  });

  test('get the changes of the user on top of the others`, in the order of the user', () => {
    const { lines } = keptChanges({ read: order, theirs, mine }, new Set(), merging);
    expect(lines).toEqual([
      W3,
      { ...F1, quantity: 9, code: 'F2' },
      // They have removed it, but the user had changed it.
      { ...B7, quantity: 3 },
      NEW,
      blank,
      { id: 4, code: 'T1' },
    ]);
    expect(keptChanges({ read: order, theirs, mine }, new Set(lists), merging)).toEqual({});
  });

  test('keep what the user has removed, and leave out what they have', () => {
    const removed = [{ ...F1, _delete: true }, B7, W3];
    expect(rebased(READ, theirs.lines, removed)).toEqual([
      { ...F1, quantity: 9, _delete: true },
      W3,
      { id: 4, code: 'T1' },
    ]);
  });
});

test('what several fields have together is told of one line at a time', () => {
  const unique = (field: string) => ({ field, code: 'unique', message: 'm' });
  const apart = [unique('lines.0.code'), unique('lines.1.code')];
  const together = [...apart, unique('lines.1.color')];
  expect(apart.map((problem) => isShared(problem, apart))).toEqual([false, false]);
  expect(together.map((problem) => isShared(problem, together))).toEqual([false, true, true]);
  expect(distinctProblems(together)).toEqual(apart);
});

test('a line has the amount of a product of its fields once it has all of them', () => {
  const facts: FieldFact[] = [
    { source: 'quantity', type: 'decimal', digits: 2 },
    { source: 'price', type: 'decimal', digits: 2, unit: 'EUR' },
  ];
  const amount = (line: Readonly<Record<string, unknown>>) =>
    productText(line, 'quantity * price', facts);
  expect(amount({ quantity: 3, price: '12.35' })).toBe('€37.05');
  expect(amount({ quantity: 0, price: 5 })).toBe('€0.00');
  expect([{}, { quantity: 2 }, { quantity: '', price: 5 }].map(amount)).toEqual([null, null, null]);
  expect(productsIn(['amount', 'quantity * price'])).toEqual(['quantity * price']);
});

test('a problem of a line is at its place, counted from one; any other is of the record', async () => {
  await loadDefinition(ORDER);
  const at = { reference: 'line', place: 3 };
  expect(parts.placeOf(NAME, 'lines.2.quantity')).toEqual({
    ...{ ...at, source: 'quantity', label: 'lines.field' },
  });
  expect(parts.placeOf(NAME, 'lines.2.id')).toEqual({ ...at, source: '', label: 'lines.one' });
  expect(['number', 'lines', 'lines.x.id'].map((path) => parts.placeOf(NAME, path))).toEqual([
    ...[null, null, null],
  ]);
});

test('a copy of a record waits for its lines, and has those that the user may create', async () => {
  await loadDefinition(ORDER);
  writeCached('user', { id: 1, roles: ['Admin'] });
  const { _etag, ...row } = order;
  expect(parts.copied(NAME, row)).toBeNull();
  expect(parts.copied(NAME, order)).toEqual({
    lines: READ.map(({ order_id, position, code, quantity }) => ({
      ...{ order_id, position, code, quantity },
    })),
  });
  writeCached('user', { id: 2, roles: ['Stranger'] });
  expect(parts.copied(NAME, order)).toEqual({ lines: [] });
});
