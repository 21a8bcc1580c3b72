import { expect, test } from 'vitest';
import { placing } from '../../../templates/features/board/ui/board/place';

test.each([
  ['alone', [], 0, 1, []],
  ['at the end', [1, 2], 2, 3, []],
  ['into a gap', [1, 5], 1, 3, []],
  ['before the first one, where there is room', [4, 5], 0, 3, []],
  ['before the first one, where there is none', [1, 2, 4], 0, 1, [2, 3]],
  ['between neighbours, which push as few as it takes', [1, 2, 3, 7], 1, 2, [3, 4]],
  ['among records without places of their own', [0, 0, 0], 2, 1, [2]],
])('a card is put %s', (_where, places, index, own, behind) => {
  expect(placing(places, index)).toEqual({ own, behind });
});
