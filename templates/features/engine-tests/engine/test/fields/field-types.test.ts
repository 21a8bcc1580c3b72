import { describe, expect, test } from 'vitest';
import { checkGiven, checkValue } from '../../fields/check-value.js';
import { FIELD_TYPES } from '../../fields/field-types.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { PlainType } from '../../fields/plain-type.js';

/** A text of a query for each type, the stored value, and a value of another type. */
const SAMPLES: Readonly<Record<PlainType, readonly [text: string, stored: unknown, odd: unknown]>> =
  {
    string: ['a', 'a', 5],
    text: ['a\nb', 'a\nb', false],
    enum: ['a', 'a', ['a']],
    integer: ['7', 7, '7'],
    bigint: ['007', '7', 7],
    float: ['1.5e1', 15, '1.5'],
    decimal: ['1.50', 1.5, '1.5'],
    boolean: ['true', true, 'true'],
    date: ['2026-01-31', '2026-01-31', '2026-02-31'],
    time: ['07:30', '07:30:00', '7:30'],
    datetime: ['2026-01-31T07:30:00+01:00', '2026-01-31T06:30:00.000Z', '2026-01-31T07:30:00'],
    uuid: [
      'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11',
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      'a0eebc99',
    ],
    color: ['#ABC', '#aabbcc', 'red'],
    json: ['{"a":[1,true]}', { a: [1, true] }, undefined],
  };

const TYPES = Object.entries(SAMPLES).map(
  ([type, sample]) => [type as PlainType, ...sample] as const,
);

const column = (type: PlainType, more: Partial<ColumnInfo> = {}): ColumnInfo =>
  ({
    ...{ name: 'a', type, nullable: true, min: null, max: null, values: [], format: null },
    ...more,
  }) as ColumnInfo;

describe.each(TYPES)('a value of the type %s', (type, text, stored, odd) => {
  test('has one stored form, from a query, from JSON and from code', () => {
    expect(FIELD_TYPES[type].parse(text)).toEqual(stored);
    expect(FIELD_TYPES[type].accept(stored)).toEqual(stored);
    expect(FIELD_TYPES[type].compare(stored as never)).toEqual(stored);
    expect(checkValue(stored, column(type))).toEqual({ value: stored });
  });

  test('is refused if it has another type', () => {
    expect(checkValue(odd, column(type))).toMatchObject({
      code: type === 'json' ? 'text' : 'type',
    });
  });

  test('is absent if it is null, or empty in a column that does not keep an empty text', () => {
    expect(checkGiven(null, column(type))).toEqual({ value: null });
    expect(checkGiven('', column(type))).toEqual({ value: isText(type) ? '' : null });
    for (const value of [null, ''])
      expect(checkGiven(value, column(type, { nullable: false }))).toMatchObject({
        code: 'required',
      });
  });
});

const isText = (type: PlainType): boolean =>
  type === 'string' || type === 'text' || type === 'enum';

test('an empty address is null', () => {
  expect(checkGiven('', column('string', { format: 'email' }))).toEqual({ value: null });
});

test('code compares a date with a moment, a moment with a date, and a bigint with both of its forms', () => {
  expect(FIELD_TYPES.date.compare('2026-01-31T07:30:00Z')).toBe('2026-01-31');
  expect(FIELD_TYPES.datetime.compare('2026-01-31')).toBe('2026-01-31T00:00:00.000Z');
  expect(FIELD_TYPES.bigint.compare(7n)).toBe('7');
  expect(FIELD_TYPES.bigint.compare('7')).toBe('7');
});
