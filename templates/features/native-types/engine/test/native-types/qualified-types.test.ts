import { expect, test } from 'vitest';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { native } from '../../native-types/index.js';

const typeOf = (name: string) => native(name).of('postgres', {} as ColumnMetadata);

test.each([
  ['cube', true, 'cube'],
  ['bit(4)', true, 'bit(4)'],
  ['public.cube', false, 'text'],
  ['"My types".cube', false, 'text'],
])('values of %s are sorted: %s, and compared as %s', (name, isSorted, compared) => {
  const type = typeOf(name);
  expect([type.column, type.isSorted, type.comparedAs]).toEqual([name, isSorted, compared]);
  expect(type.operators.includes('gt')).toBe(isSorted);
});
