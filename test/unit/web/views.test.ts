import { describe, expect, test } from 'vitest';
import { conditionOf, isFilterable } from '../../../templates/features/views/ui/views/cell-filter';
import {
  addressOf,
  isSameContent,
  ownView,
  parametersIn,
  readableView,
  teamLines,
  teamView,
} from '../../../templates/features/views/ui/views/view';

const LATE = ownView({
  ...{ id: 7, model: 'order', name: "Ann's late ones" },
  filter: { status: ['open'], due_on__within: 'overdue', price__gte: 100 },
  sort: { field: 'due_on', order: 'ASC' },
  columns: ['number', 'price'],
  parameters: { layout: 'board' },
});

describe('the address of a view', () => {
  test('has all that it shows, and other parameters of the list', () => {
    const [path, search = ''] = addressOf('order', LATE).split('?');
    expect(path).toBe('/order');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      ...{ view: 'own-7', sort: 'due_on', order: 'ASC', layout: 'board' },
      filter: JSON.stringify(LATE.filter),
    });
    expect(parametersIn(search)).toEqual({ layout: 'board' });
  });

  test('of all records takes filters away', () => {
    expect(addressOf('order', null)).toBe('/order?filter=%7B%7D');
  });
});

test('a view shows what of it is there, and says what is not', () => {
  const { view, missing } = readableView(LATE, (field) => !['price', 'due_on'].includes(field));
  expect(missing).toEqual(['due_on', 'price']);
  expect(view).toMatchObject({ filter: { status: ['open'] }, sort: null, columns: ['number'] });
  const none = readableView(LATE, () => false).view;
  expect([none.filter, none.columns]).toEqual([{}, null]);
  const search = { ...LATE, filter: { q: 'x' }, sort: null, columns: null };
  expect(readableView(search, () => false).missing).toEqual([]);
});

test('views are the same whatever the order of their filters, and of numbers as texts', () => {
  const { status, ...others } = LATE.filter;
  const other = { ...LATE, filter: { ...others, price__gte: '100', status: status! } };
  expect(isSameContent(LATE, other)).toBe(true);
  expect(isSameContent(LATE, { ...other, columns: null })).toBe(false);
  expect(isSameContent(LATE, { ...other, parameters: {} })).toBe(false);
});

test('a view is shared as lines of code', () => {
  expect(teamLines(LATE)).toBe(
    [
      '{',
      "  name: 'ann_s_late_ones',",
      "  label: 'Ann\\'s late ones',",
      "  filter: { status: ['open'], due_on__within: 'overdue', price__gte: 100 },",
      "  sort: { field: 'due_on', order: 'ASC' },",
      "  columns: ['number', 'price'],",
      "  parameters: { layout: 'board' },",
      '},',
    ].join('\n'),
  );
  const short = teamView({ name: 'all', label: 'Überblick' });
  expect(teamLines(short)).toBe("{\n  name: 'uberblick',\n  label: 'Überblick',\n},");
});

test('a list is filtered by the value of a cell, of a moment by its day', () => {
  const status = { source: 'status', type: 'enum' } as const;
  expect(conditionOf({ fact: status, value: 'open' })).toEqual({ status: 'open' });
  expect(conditionOf({ fact: status, value: null })).toEqual({ status__isnull: true });
  const at = { source: 'paid_at', type: 'datetime' } as const;
  const day = conditionOf({ fact: at, value: new Date(2026, 2, 1, 15).toISOString() });
  expect(Object.values(day)).toEqual([
    new Date(2026, 2, 1).toISOString(),
    new Date(2026, 2, 1, 23, 59, 59, 999).toISOString(),
  ]);
  expect([isFilterable(status, 'open'), isFilterable(status, null)]).toEqual([true, true]);
  expect(isFilterable({ ...status, required: true }, null)).toBe(false);
  expect(isFilterable({ source: 'note', type: 'text' }, 'x'.repeat(101))).toBe(false);
  expect(isFilterable({ source: 'data', type: 'json' }, { a: 1 })).toBe(false);
});
