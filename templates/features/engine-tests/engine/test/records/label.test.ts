import { expect, test } from 'vitest';
import { labelText } from '../../records/reading/label.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { ModelInfo } from '../../model/model-info.js';

const model = { name: 'Note', key: { type: 'integer' } } as ModelInfo;
const title = { name: 'title' } as ColumnInfo;
const label = (value: unknown) =>
  labelText({ parts: [{ before: '', column: title }], after: '' }, model, { id: 7, title: value });

test.each([
  ['  two  words ', 'two  words'],
  ['\ttab ', '\ttab'],
  ['', 'Note #7'],
  ['   ', 'Note #7'],
  [null, 'Note #7'],
])('the label of %j is %j', (value, expected) => {
  expect(label(value)).toBe(expected);
});

test('many spaces within take no longer than other letters', () => {
  const text = `a${' '.repeat(1_000_000)}b`;
  expect(label(text) === text).toBe(true);
});
