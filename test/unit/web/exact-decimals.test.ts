import { afterAll, expect, test } from 'vitest';
import { beginLanguage } from '../../../templates/features/admin/ui/i18n/language';
import {
  exactFault,
  formatExact,
  typedNumber,
} from '../../../templates/features/exact-decimals/ui/exact-decimals/exact-number';

afterAll(() => beginLanguage('en'));

const LONG = '12345678901234567890.1234567891';

test.each([
  ['en', LONG, 10, undefined, '12,345,678,901,234,567,890.1234567891'],
  ['de', `-${LONG}`, 10, 'EUR', '-12.345.678.901.234.567.890,1234567891_€'],
  ['en', '0.5000000000', 10, undefined, '0.5000000000'],
  ['en', '0.5000000000', 10, 'EUR', '€0.50'],
  ['en', '-0.05', 2, undefined, '-0.05'],
  ['en', '-0.5', undefined, 'USD', '-$0.50'],
  ['en', '1234.0', undefined, 'km', '1,234_km'],
  ['en', '1234', 0, undefined, '1,234'],
  ['en', '0.10', undefined, undefined, '0.1'],
  ['en', 'NaN', 2, undefined, 'NaN'],
])('in %s, %s with %s digits of %s is %s', (language, text, digits, unit, shown) => {
  beginLanguage(language);
  expect(formatExact(text, digits, unit).replaceAll('\u00a0', '_')).toBe(shown);
});

test.each([
  ['en', '12.5', '12.5'],
  ['en', '1 234.5', '1234.5'],
  ['en', '12,5', '12,5'],
  ['de', '12,5', '12.5'],
  ['de', '-1 234,50', '-1234.50'],
  ['de', '12,', '12,'],
])('in %s, what is typed as %s is %s', (language, typed, text) => {
  beginLanguage(language);
  expect(typedNumber(typed)).toBe(text);
});

test.each([
  ['12.50', {}, undefined],
  ['12,5', {}, 'exact_decimals.wrong'],
  ['1e5', {}, 'exact_decimals.wrong'],
  ['0.123', { digits: 2 }, 'form.too_many_decimals'],
  ['0.1200', { digits: 2 }, undefined],
  ['-1', { min: 0 }, 'ra.validation.minValue'],
  ['101', { max: 100 }, 'ra.validation.maxValue'],
])('%s with the limits %j is refused with %s', (text, limits, message) => {
  expect(exactFault(text, limits)?.message).toBe(message);
});
