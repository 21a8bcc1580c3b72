import { expect, test } from 'vitest';
import { momentOf, withForeignValues } from '../../baseline/foreign-values.js';
import { sqliteDialect } from '../../database/sqlite/sqlite-dialect.js';
import type { AddedType } from '../../fields/added-type.js';

test.each([
  ['2009-01-01 00:00:00', '2009-01-01T00:00:00.000Z'],
  ['2009-01-01T10:30:00.25', '2009-01-01T10:30:00.250Z'],
  ['2009-01-01 10:30', '2009-01-01T10:30:00.000Z'],
  ['2009-01-01', '2009-01-01T00:00:00.000Z'],
  ['2009-01-01 10:30:00+02', '2009-01-01T08:30:00.000Z'],
  ['2009-01-01 10:30:00 +0530', '2009-01-01T05:00:00.000Z'],
  ['2022-02-15 09:46:27.123456+00', '2022-02-15T09:46:27.123456Z'],
  ['2022-02-15 09:46:27.123000', '2022-02-15T09:46:27.123Z'],
  ['2022-02-15 09:46:27.0004', '2022-02-15T09:46:27.000400Z'],
  ['2022-02-15 09:46:27.1234567', '2022-02-15T09:46:27.123456Z'],
  [1_230_768_000, '2009-01-01T00:00:00.000Z'],
  [1_230_768_000_000, '2009-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.000Z'],
  ['0000-00-00 00:00:00', '0000-00-00 00:00:00'],
  ['2009-02-31 00:00:00', '2009-02-31 00:00:00'],
  ['yesterday', 'yesterday'],
  [1e300, '1e+300'],
])('the stored moment %j is %s', (stored, expected) => {
  expect(momentOf(stored)).toBe(expected);
});

test('bytes in a column of texts are the text, and those of a type that a feature adds are its own', () => {
  const { decode } = withForeignValues(sqliteDialect);
  const added = { decode: ({ length }: Uint8Array) => length } as unknown as AddedType;
  expect(decode(Buffer.from('text'), { type: 'text', transformer: null })).toBe('text');
  expect(decode(Buffer.from('text'), { type: 'added', added, transformer: null })).toBe(4);
});
