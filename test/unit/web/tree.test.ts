import type { RecordId } from '../../../templates/features/admin/ui/application';
import { describe, expect, test } from 'vitest';
import {
  closesCycle,
  filtersBefore,
  lineage,
  pagesBetween,
} from '../../../templates/features/tree/ui/tree/tree-query';
import { moveIndex } from '../../../templates/features/tree/ui/tree/use-cursor';

const ROWS = [
  { id: 1, _label: 'one', parent_id: null },
  { id: 2, _label: 'two', parent_id: 1 },
  { id: 3, _label: 'three', parent_id: 2 },
  { id: 8, _label: 'eight', parent_id: 9 },
  { id: 9, _label: 'nine', parent_id: 8 },
];
const read = (id: RecordId) => Promise.resolve(ROWS.find((row) => row.id === id)!);
const idsAbove = async (id: number) => (await lineage(id, 'parent_id', read)).map((row) => row.id);

describe('the way up', () => {
  test('goes from the top down to the record', async () => {
    expect(await idsAbove(3)).toEqual([1, 2, 3]);
    expect(await idsAbove(1)).toEqual([1]);
  });

  test('ends where data already have a cycle', async () => {
    expect(await idsAbove(8)).toEqual([9, 8]);
  });

  test('a record cannot move below itself or what stands below it', async () => {
    expect(closesCycle(1, await lineage(3, 'parent_id', read))).toBe(true);
    expect(closesCycle(3, await lineage(3, 'parent_id', read))).toBe(true);
    expect(closesCycle(3, await lineage(2, 'parent_id', read))).toBe(false);
  });
});

test('a record stands behind those with a smaller place, and those without one', () => {
  const tree = { resource: 'category', parentField: 'parent_id' };
  const row = { id: 7, _label: 'seven', position: 3 };
  expect(filtersBefore(tree, row)).toEqual([{ id__lt: 7 }]);
  const placed = { ...tree, place: 'position' };
  expect(filtersBefore(placed, row)).toEqual([
    { position__isnull: true },
    { position__lt: 3 },
    { position: 3, id__lt: 7 },
  ]);
  expect(filtersBefore(placed, { ...row, position: null })).toEqual([
    { position__isnull: true, id__lt: 7 },
  ]);
});

test('only the pages in sight are read', () => {
  expect(pagesBetween(0, 0)).toEqual([0]);
  expect(pagesBetween(95, 205)).toEqual([0, 1, 2]);
  expect(pagesBetween(2950, 2970)).toEqual([29]);
});

test.each([
  ['ArrowDown', null, 0],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 0, 0],
  ['ArrowUp', null, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['x', 1, null],
])('%s from %s leads to %s of three', (key, index, next) => {
  expect(moveIndex(key, index, 3)).toBe(next);
});
