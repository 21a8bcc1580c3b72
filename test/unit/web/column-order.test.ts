import { expect, test } from 'vitest';
import {
  fullOrder,
  withMoved,
} from '../../../templates/features/admin/ui/components/list/column-chooser';

test('columns that came after the choice stand at the end', () => {
  expect(fullOrder([], 3)).toEqual([0, 1, 2]);
  expect(fullOrder([2, 0], 4)).toEqual([2, 0, 1, 3]);
});

test('columns that are gone are forgotten', () => {
  expect(fullOrder([3, 1, 0], 2)).toEqual([1, 0]);
});

test('an item moves to a place, and the others close up', () => {
  expect(withMoved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(withMoved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});
