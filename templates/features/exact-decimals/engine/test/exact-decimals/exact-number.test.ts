import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exactText,
  isLess,
  sortedText,
  unsortedText,
  withoutExponent,
} from '../../exact-decimals/exact-number.js';

test.each<[string, number | null, string | null]>([
  ['1.0', null, '1'],
  ['1.0', 2, '1.00'],
  ['-007.250', null, '-7.25'],
  ['-0.00', 2, '0.00'],
  ['.5', null, '0.5'],
  ['5.', 1, '5.0'],
  ['1.2345', 2, '1.2345'],
  ...['', '-', '.', '1e5', '+1', ' 1', '1,5', 'NaN', '1'.repeat(3000)].map(
    (text): [string, null, null] => [text, null, null],
  ),
])('%s with the scale %s is %s', (text, scale, expected) => {
  expect(exactText(text, scale)).toBe(expected);
});

test.each([
  ['1.2e3', '1200.'],
  ['12e-1', '1.2'],
  ['-.5E+0', '-0.5'],
  ['1e-3', '0.001'],
  ['1e1000', '1e1000'],
  ['e5', 'e5'],
])('%s without its exponent is %s', (text, plain) => {
  expect(withoutExponent(text)).toBe(plain);
});

test('a text of a million digits is no number, and is not searched for an exponent', () => {
  const long = '9'.repeat(1_000_000);
  expect(withoutExponent(long)).toBe(long);
  expect(exactText(long, null)).toBeNull();
});

describe('sorted texts', () => {
  test.each([
    ['12.5', '0002 12.5'],
    ['0', '0000 0'],
    ['0.05', '0000 0.05'],
    ['-12.5', '-9997 87,4~-12.5'],
  ])('of %s', (text, sorted) => {
    expect(sortedText(text)).toBe(sorted);
    expect(unsortedText(sorted)).toBe(text);
  });

  const number = fc
    .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 30 }))
    .map(([value, scale]) => ({ value, scale, text: decimal(value, scale) }));

  test('are in the order of their numbers, and equal where these are', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [left, right] = [one.value * 10n ** 30n, other.value * 10n ** 30n];
        const [a, b] = [left / 10n ** BigInt(one.scale), right / 10n ** BigInt(other.scale)];
        expect(isLess(one.text, other.text)).toBe(a < b);
        expect(sortedText(one.text) === sortedText(other.text)).toBe(a === b);
        expect(unsortedText(sortedText(one.text)!)).toBe(exactText(one.text, null));
      }),
    );
  });
});

/** A whole number with its point moved to the left. */
function decimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${value < 0n ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`;
}
