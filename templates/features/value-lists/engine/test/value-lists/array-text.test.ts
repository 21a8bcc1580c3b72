import { expect, test } from 'vitest';
import { arrayItems, arrayText } from '../../value-lists/array-text.js';

test.each([
  ['{}', []],
  ['{a,b}', ['a', 'b']],
  ['{"a, \\"b\\" \\\\ {}",NULL,"NULL"}', ['a, "b" \\ {}', null, 'NULL']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[2:3]={a,b}', ['a', 'b']],
  ['{"2026-01-31 07:30:00+00"}', ['2026-01-31 07:30:00+00']],
  ['{"",ä}', ['', 'ä']],
])('reads the array %s', (text, items) => {
  expect(arrayItems(text)).toEqual(items);
});

test('what is written is read again', () => {
  const items = ['', 'NULL', 'a"b\\c', '{x}', ' y ', 'z,\n'];
  expect(arrayItems(arrayText(items))).toEqual(items);
});
