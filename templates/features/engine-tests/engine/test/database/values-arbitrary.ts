import fc from 'fast-check';
import type { PlainType } from '../../fields/plain-type.js';

/** Without what the API refuses: NUL and halves of surrogate pairs. */
const wellFormed = (text: string): string =>
  Buffer.from(text.replaceAll('\0', '').replaceAll('\\u0000', '')).toString();

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => wellFormed(value));

const awkwardText = fc.constantFrom(
  '',
  '"\\/\b\f\n\r\t',
  '\u0001\u001f\u007f\u0080\u2028\u2029',
  '😀 𝒳 é e\u0301 İıKſßΣςσ',
  `it's; DROP TABLE`,
  '%_\\',
);

const moment = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const awkwardNumbers = fc.constantFrom(
  0,
  -0,
  29,
  29.5,
  0.1,
  1 / 3,
  1e15,
  1e15 - 1,
  999999999999999.9,
  1e21,
  1e20,
  123456789012345680000,
  1e-4,
  1e-5,
  1e-6,
  1e-7,
  1.5e-7,
  0.00012345,
  5e-324,
  1.7976931348623157e308,
  -1e300,
  1e9,
  999999999.9999,
  0.0001,
  0.00009,
  2 ** 53,
);

/** Values that the API can hold, by type. */
export const valuesOf: Record<PlainType, fc.Arbitrary<unknown>> = {
  string: fc.oneof(text, awkwardText),
  text: fc.oneof(text, awkwardText),
  enum: fc.oneof(text, awkwardText),
  integer: fc.maxSafeInteger(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  float: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Math.round(value * 100) / 100),
    awkwardNumbers,
  ),
  decimal: fc
    .integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 })
    .map((value) => value / 10_000),
  boolean: fc.boolean(),
  date: moment.map((value) => value.slice(0, 10)),
  time: moment.map((value) => value.slice(11, 19)),
  datetime: moment,
  uuid: fc.uuid(),
  color: fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  json: fc.oneof(
    fc
      .jsonValue({ maxDepth: 3 })
      .map((value) => JSON.parse(wellFormed(JSON.stringify(value))) as unknown)
      .filter((value) => value !== null),
    awkwardText,
    awkwardNumbers,
  ),
};

export const FIELD_TYPES = Object.keys(valuesOf) as PlainType[];
