import { describe, expect, it, test } from 'vitest';
import type { ColumnInfo } from '../../../../templates/service/engine/fields/column-info.js';
import {
  guessDates,
  guessDecimal,
  inZone,
  type Locale,
} from '../../../../templates/features/import/engine/import/locale.js';
import { readValue } from '../../../../templates/features/import/engine/import/read-value.js';
import { LIST } from '../../../../templates/features/value-lists/engine/value-lists/index.js';
import { column } from '../../../../templates/features/engine-tests/engine/test/fixtures/columns.js';

const POINT: Locale = { decimal: '.', dates: 'ymd', timeZone: 'UTC' };
const BERLIN: Locale = { decimal: ',', dates: 'dmy', timeZone: 'Europe/Berlin' };
const US: Locale = { decimal: '.', dates: 'mdy', timeZone: 'America/New_York' };

const read = (
  cell: Parameters<typeof readValue>[0],
  type: ColumnInfo['type'],
  locale = POINT,
  more: Partial<ColumnInfo> = {},
): unknown => {
  const { problem, ...rest } = readValue(cell, column(type, more), locale) as {
    problem?: { code: string };
    value?: unknown;
  };
  return problem ? `no ${problem.code}` : rest.value;
};

describe('a number', () => {
  it.each([
    ['1234.5', POINT, 1234.5],
    ['1,234.5', POINT, 1234.5],
    ["1'234.5", POINT, 1234.5],
    ['-12.5e3', POINT, -12_500],
    ['.5', POINT, 0.5],
    [' 7 ', POINT, 7],
    ['−3', POINT, -3],
    ['1.234,5', BERLIN, 1234.5],
    ['1.234', BERLIN, 1234],
    ['1\u00a0234,5', BERLIN, 1234.5],
    [',5', BERLIN, 0.5],
    ['12,34.5', POINT, 'no number'],
    ['1,23', POINT, 'no number'],
    ["1,234'567", POINT, 'no number'],
    ['1.5.5', POINT, 'no number'],
    ['1.5', BERLIN, 'no number'],
    ['12 €', POINT, 'no number'],
    ['', POINT, null],
    [1.25, BERLIN, 1.25],
    [true, POINT, 'no number'],
    ['1e999', POINT, 'no number'],
  ] as const)('%s', (text, locale, value) => expect(read(text, 'float', locale)).toBe(value));

  it('of 64 bits keeps its digits', () => {
    expect(read('9.223.372.036.854.775.807', 'bigint', BERLIN)).toBe('9223372036854775807');
    expect(read('1.5', 'bigint')).toBe('no number');
    expect(read(12, 'bigint')).toBe('12');
  });
});

describe('a number with its own unit', () => {
  it.each([
    ['€ 1,234.50', 'EUR', POINT, 1234.5],
    ['-€1,234.50', 'EUR', POINT, -1234.5],
    ['€ -5', 'EUR', POINT, -5],
    ['1.234,50 EUR', 'EUR', BERLIN, 1234.5],
    ['1.234,50\u00a0€', 'EUR', BERLIN, 1234.5],
    ['EUR 12', 'EUR', POINT, 12],
    ['CA$12', 'CAD', POINT, 12],
    ['$12', 'CAD', POINT, 12],
    ['12 km', 'km', POINT, 12],
    ['12km', 'km', POINT, 12],
    ['12 %', '%', POINT, 12],
    ['1e5', 'e5', POINT, 100_000],
    ['12', 'km', POINT, 12],
    [0.12, '%', POINT, 0.12],
    // What is of anything else is no number of this field.
    ['$12', 'EUR', POINT, 'no number'],
    ['12 eur', 'EUR', POINT, 'no number'],
    ['km 12', 'km', POINT, 'no number'],
    ['12 km km', 'km', POINT, 'no number'],
    ['€12 EUR', 'EUR', POINT, 'no number'],
    ['12 m', 'km', POINT, 'no number'],
    ['km', 'km', POINT, 'no number'],
    ['- -5 €', 'EUR', POINT, 'no number'],
    ['12 €', null, POINT, 'no number'],
  ] as const)('%s of %s', (text, unit, locale, value) =>
    expect(read(text, 'float', locale, { unit })).toBe(value),
  );

  it('of 64 bits keeps its digits', () => {
    expect(read('9.223.372.036.854.775.807 km', 'bigint', BERLIN, { unit: 'km' })).toBe(
      '9223372036854775807',
    );
  });
});

describe('a date', () => {
  it.each([
    ['2026-01-31', POINT, '2026-01-31'],
    ['2026/1/3', BERLIN, '2026-01-03'],
    ['31.1.2026', BERLIN, '2026-01-31'],
    ['31/01/2026', BERLIN, '2026-01-31'],
    ['01/31/2026', US, '2026-01-31'],
    ['31.1.2026', POINT, 'no date'],
    ['31.02.2026', BERLIN, 'no date'],
    ['31.1.26', BERLIN, 'no date'],
    ['2026-01-31T00:00:00Z', POINT, '2026-01-31'],
    [new Date('2026-01-31'), US, '2026-01-31'],
    [46_053, POINT, 'no date'],
  ] as const)('%s', (text, locale, value) => expect(read(text, 'date', locale)).toBe(value));
});

describe('a datetime', () => {
  it.each([
    ['2026-01-31T07:30:00.123+01:00', POINT, '2026-01-31T06:30:00.123Z'],
    ['31.01.2026 07:30', BERLIN, '2026-01-31T06:30:00.000Z'],
    ['31.07.2026, 07:30:15', BERLIN, '2026-07-31T05:30:15.000Z'],
    ['7/31/2026 7:30 PM', US, '2026-07-31T23:30:00.000Z'],
    ['2026-01-31', BERLIN, '2026-01-30T23:00:00.000Z'],
    ['2026-01-31 25:00', POINT, 'no date'],
    [new Date('2026-01-31T07:29:59.999Z'), BERLIN, '2026-01-31T06:30:00.000Z'],
  ] as const)('%s', (text, locale, value) => expect(read(text, 'datetime', locale)).toBe(value));

  it('where clocks change is the first of two, or goes on from before', () => {
    expect(inZone('2026-10-25T02:30:00.000', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(inZone('2026-03-29T02:30:00.000', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(inZone('2026-02-30T02:30:00.000', 'Europe/Berlin')).toBeNull();
  });
});

test('other types', () => {
  expect(read('7:30', 'time')).toBe('07:30:00');
  expect(read('12:05 am', 'time')).toBe('00:05:00');
  expect(read('ja', 'boolean')).toBe(true);
  expect(read('NO', 'boolean')).toBe(false);
  expect(read('maybe', 'boolean')).toBe('no boolean');
  expect(read('{5C7F5B5E-0000-4000-8000-000000000000}', 'uuid')).toBe(
    '5c7f5b5e-0000-4000-8000-000000000000',
  );
  expect(read(' 1E88E5 ', 'color')).toBe('#1e88e5');
  expect(read('#abc', 'color')).toBe('#aabbcc');
  expect(read('blue', 'color')).toBe('no color');
  // Spreadsheets make numbers of digits, and drop zeros before them: of 000123 and 123 there is 123 left.
  expect(read(123456, 'color')).toBe('#123456');
  expect(read(123, 'color')).toBe('no color');
  expect(read('123', 'color')).toBe('#112233');
  expect(read('{"a":1}', 'json')).toEqual({ a: 1 });
  expect(read('{a}', 'json')).toBe('no json');
  expect(read(`${'['.repeat(200)}${']'.repeat(200)}`, 'json')).toBe('no json');
  expect(read(' x ', 'string')).toBe(' x ');
  expect(read(1234, 'string')).toBe('1234');
  const values = { values: ['in_work', 'done'] };
  expect(read('In Work', 'string', POINT, values)).toBe('in_work');
  expect(read('other', 'string', POINT, values)).toBe('other');
});

test('an empty cell is no value, or the default of a field that needs one', () => {
  expect(read(null, 'string')).toBeNull();
  expect(read('', 'string')).toBe('');
  expect(read('', 'date')).toBeNull();
  const required = { nullable: false, default: { kind: 'value', value: 1 } } as const;
  expect(read(null, 'integer', POINT, required)).toBeUndefined();
  expect(read(null, 'integer', POINT, { nullable: false })).toBeNull();
});

describe('a guess', () => {
  const decimal = (numbers: readonly string[], separator: string | null, language?: string) =>
    guessDecimal({ numbers, dates: [], separator, language: language ?? null });
  const dates = (texts: readonly string[], language?: string) =>
    guessDates({ numbers: [], dates: texts, separator: ';', language: language ?? null });

  it('of the decimal sign goes by what can be read in one way only', () => {
    expect(decimal(['1,5'], ',')).toBe(',');
    expect(decimal(['1.234,5'], ';')).toBe(',');
    expect(decimal(['1.5', '1,234'], ';', 'de')).toBe('.');
    expect(decimal(['1.234'], ';', 'de')).toBe(',');
    expect(decimal(['1.234'], ';', 'en')).toBe('.');
    expect(decimal(['1.234'], ',', 'de')).toBe('.');
    expect(decimal([], ';')).toBe(',');
  });

  it('of the order of dates does so, too', () => {
    expect(dates(['2026-01-31'])).toBe('ymd');
    expect(dates(['31/01/2026'], 'en-US')).toBe('dmy');
    expect(dates(['01/31/2026'], 'de')).toBe('mdy');
    expect(dates(['01.02.2026'], 'en-US')).toBe('dmy');
    expect(dates(['01/02/2026'], 'en-US')).toBe('mdy');
    expect(dates(['01/02/2026'], 'en-GB')).toBe('dmy');
  });
});

describe('a list', () => {
  const listOf = (type: string) =>
    LIST.of('sqlite', { type, length: '', entityMetadata: {}, propertyName: 'x' } as never);
  it.each([
    ['varchar', 'red, big', ['red', 'big']],
    ['varchar', 'red; "a, b"; "say ""hi"""', ['red', 'a, b', 'say "hi"']],
    ['varchar', "'=1+1, x", ['=1+1', 'x']],
    ['integer', '3, -1', [3, -1]],
    ['integer', 7, [7]],
    ['date', '2026-01-31,2026-02-01', ['2026-01-31', '2026-02-01']],
    ['boolean', 'true, false', [true, false]],
    ['integer', '3, x', 'no type'],
    ['varchar', '"open', 'no value'],
    ['varchar', ' ', null],
  ] as const)('of %s: %s', (type, cell, value) => {
    expect(read(cell, 'added', POINT, { added: listOf(type) })).toEqual(value);
  });
});
