import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/model/model.js';
import { readValue, type ValueRules } from '../../../src/model/value.js';

const rules = (type: Field['type'], more: Partial<ValueRules> = {}): ValueRules => ({
  type,
  values: [],
  enforce: false,
  min: null,
  max: null,
  items: null,
  itemLength: null,
  format: null,
  pattern: null,
  precision: null,
  scale: null,
  ...more,
});
const read = (type: Field['type'], text: string, more?: Partial<ValueRules>) =>
  readValue({ form: 'text', text }, rules(type, more));

describe('a value is read as the service keeps it', () => {
  it.each([
    ['integer', '-7', -7],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['float', '1e3', 1000],
    ['boolean', 'false', false],
    ['time', '08:30', '08:30:00'],
    ['datetime', '2026-11-21T10:30:00+02:00', '2026-11-21T08:30:00.000Z'],
    ['uuid', '123E4567-E89B-42D3-A456-426614174000', '123e4567-e89b-42d3-a456-426614174000'],
    ['color', '#1E88E5', '#1e88e5'],
    ['color', '#aBc', '#aabbcc'],
    ['json', '{"a":[1]}', { a: [1] }],
    ['ref', '12', 12],
  ] as const)('%s %s', (type, text, value) => {
    expect(read(type, text)).toEqual({ value });
  });

  it('takes numbers and truth of a file as they stand, and no text in their place', () => {
    expect(readValue({ form: 'value', value: 5 }, rules('integer'))).toEqual({ value: 5 });
    expect(readValue({ form: 'value', value: '5' }, rules('integer'))).toHaveProperty('not');
    expect(readValue({ form: 'value', value: 5 }, rules('string'))).toHaveProperty('not');
  });
});

describe('what does not fit is said', () => {
  it.each([
    ['integer', '1.5', {}],
    ['integer', '9007199254740993', {}],
    ['integer', '4', { min: 5 }],
    ['bigint', '9223372036854775808', {}],
    ['bigint', '9', { max: 8 }],
    ['decimal', '1.234', { precision: 5, scale: 2 }],
    ['date', '2026-02-30', {}],
    ['datetime', '2026-11-21T08:30:00', {}],
    ['color', '1e88e5', {}],
    ['color', '#1e88', {}],
    ['color', 'red', {}],
    ['ref', '0', {}],
    ['json', '{a}', {}],
    ['string', 'x'.repeat(256), {}],
    ['string', 'ab', { min: 3 }],
    ['string', 'mailto:ann@example.org', { format: 'url' }],
    ['string', 'nobody', { format: 'email' }],
    ['enum', 'c', { values: ['a', 'b'], enforce: true }],
    ['refs', '1', {}],
  ] as const)('%s %s', (type, text, more) => {
    expect(read(type, text, more)).toHaveProperty('not');
  });

  it('offers an example that fits', () => {
    for (const type of [
      'integer',
      'bigint',
      'boolean',
      'date',
      'time',
      'datetime',
      'uuid',
      'color',
    ] as const) {
      const misread = read(type, 'x');
      const { example } = misread as { example: string };
      expect(read(type, example)).toHaveProperty('value');
    }
  });
});
