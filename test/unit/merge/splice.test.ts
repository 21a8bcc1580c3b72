import { expect, it } from 'vitest';
import { applySplices } from '../../../src/merge/splice.js';

it.each([
  [
    'insertions at one place in their order',
    [
      [1, 0, 'x'],
      [1, 0, 'y'],
    ],
    'axybc',
  ],
  [
    'an insertion before what is removed there',
    [
      [1, 1, ''],
      [1, 0, 'x'],
    ],
    'axc',
  ],
  [
    'what is removed twice once',
    [
      [0, 2, ''],
      [1, 2, ''],
    ],
    '',
  ],
  [
    'nothing where two claim the same',
    [
      [0, 2, 'x'],
      [1, 1, 'y'],
    ],
    null,
  ],
] as const)('applies %s', (_, edits, result) => {
  const splices = edits.map(([at, remove, insert]) => ({ at, remove, insert }));
  expect(applySplices('abc', splices)).toBe(result);
});
