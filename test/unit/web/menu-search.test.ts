import { expect, it } from 'vitest';
import { isMeant } from '../../../templates/features/admin/ui/layout/menu-search.js';

it.each([
  ['', true],
  ['order', true],
  ['ord it', true],
  ['ITEMS', true],
  [' order  ', true],
  ['orders', false],
  ['it ord x', false],
])('a label `Order items` is meant by `%s`: %s', (words, expected) => {
  expect(isMeant('Order items', words)).toBe(expected);
});
