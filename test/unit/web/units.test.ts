import { afterAll, describe, expect, test } from 'vitest';
import {
  formatNumber,
  numberIn,
  plainText,
} from '../../../templates/features/admin/ui/components/formats';
import { unitSign } from '../../../templates/features/admin/ui/components/unit-sign';
import { inputNumber } from '../../../templates/features/admin/ui/components/units';
import {
  formatAmount,
  formatShort,
} from '../../../templates/features/dashboard/ui/dashboard/card-frame';
import type { Planned } from '../../../templates/features/dashboard/ui/dashboard/cards';
import { beginLanguage } from '../../../templates/features/admin/ui/i18n/language';

/** In a language, with spaces that end no line shown as `_`. */
function shown(language: string, ...form: Parameters<typeof formatNumber>): string {
  beginLanguage(language);
  return formatNumber(...form).replaceAll('\u00a0', '_');
}

afterAll(() => beginLanguage('en'));

describe('a number with its unit', () => {
  test.each([
    ['en', 1234.5, 2, 'EUR', '€1,234.50'],
    ['de', 1234.5, 2, 'EUR', '1.234,50_€'],
    ['en', -1234.5, 2, 'USD', '-$1,234.50'],
    ['en', 1234.5, 2, 'CHF', 'CHF_1,234.50'],
    // A currency has its own decimals, and no digit of the value is rounded away.
    ['en', 1000, undefined, 'EUR', '€1,000.00'],
    ['en', 1000, 0, 'EUR', '€1,000.00'],
    ['en', 0.0315, 4, 'EUR', '€0.0315'],
    ['en', 1.5, 4, 'EUR', '€1.50'],
    ['en', 0.125, undefined, 'EUR', '€0.125'],
    ['en', 1000, 2, 'JPY', '¥1,000'],
    ['en', 1000.5, 2, 'JPY', '¥1,000.5'],
    ['en', 1.5, 3, 'KWD', 'KWD_1.500'],
    // Averages of what has decimals have no more.
    ['en', 10 / 3, 2, 'EUR', '€3.33'],
    ['en', 12, undefined, 'km', '12_km'],
    ['de', 1234.5, undefined, 'km', '1.234,5_km'],
    ['en', 1.5, 2, 'kg', '1.50_kg'],
    ['en', 0.125, undefined, 'l/100 km', '0.125_l/100_km'],
    ['en', 12, undefined, 'XQX', '12_XQX'],
    ['en', 12, undefined, 'eur', '12_eur'],
    ['en', 12, undefined, '°C', '12_°C'],
    // Percents are not multiplied, and have their sign as the language has it.
    ['en', 12.5, undefined, '%', '12.5%'],
    ['de', 12.5, 2, '%', '12,50_%'],
    ['tr', 12, undefined, '%', '%12'],
    ['en', 9223372036854775807n, undefined, 'km', '9,223,372,036,854,775,807_km'],
    ['en', 1234.5, undefined, undefined, '1,234.5'],
    ['en', 1234.5, 2, undefined, '1,234.50'],
  ] as const)('%s: %s with %s digits of %s is %s', (language, value, digits, unit, text) =>
    expect(shown(language, value, digits, unit)).toBe(text),
  );

  test('has little room in charts, and no cents where it is large', () => {
    const card = { kind: 'series', on: 'day', sum: 'total' } as const;
    const of = (unit?: string) => {
      const fields = [{ source: 'total', type: 'decimal', digits: 2, unit }];
      return { key: '', resource: { fields }, card, asks: [] } as unknown as Planned;
    };
    beginLanguage('en');
    expect(formatShort(of('EUR'), 1500)).toBe('€1.5K');
    expect(formatShort(of('km'), 1500)).toBe('1.5K\u00a0km');
    expect(formatShort(of(), 1500)).toBe('1.5K');
    expect(formatAmount(of('EUR'), 1234.5)).toBe('€1,234.50');
    expect(formatAmount(of('EUR'), 1234567.89)).toBe('€1,234,568');
    beginLanguage('de');
    expect(formatAmount(of(), 1234567.89)).toBe('1.234.568');
    expect(formatAmount(of('%'), 1234567.89)).toBe('1.234.568\u00a0%');
  });

  test('has a sign of its own, before or after inputs', () => {
    const signs = (language: string) => {
      beginLanguage(language);
      return ['EUR', '%', 'km'].map((unit) => {
        const { sign, isBefore } = unitSign(unit);
        return isBefore ? `${sign}_` : `_${sign}`;
      });
    };
    expect(signs('en')).toEqual(['€_', '_%', '_km']);
    expect(signs('de')).toEqual(['_€', '_%', '_km']);
    expect(signs('tr')).toEqual(['€_', '%_', '_km']);
  });

  test.each([
    [3.5, { type: 'decimal', digits: 2 }, '3.50'],
    [3.5, { type: 'decimal', digits: 4, unit: 'EUR' }, '3.50'],
    [3.5125, { type: 'decimal', digits: 4, unit: 'EUR' }, '3.5125'],
    [3.125, { type: 'decimal', digits: 2 }, '3.125'],
    [3, { type: 'float', unit: 'EUR' }, '3.00'],
    [3, { type: 'float', unit: 'km' }, '3'],
    [3, { type: 'decimal', digits: 2, unit: 'JPY' }, '3'],
    [3, { type: 'decimal', digits: 2, unit: 'km' }, '3.00'],
    // Nobody types cents into whole euros.
    [3, { type: 'integer', unit: 'EUR' }, '3'],
    ['3.5', { type: 'decimal', digits: 2 }, '3.50'],
    [1e-7, { type: 'decimal', digits: 2 }, '1e-7'],
    [null, { type: 'decimal', digits: 2 }, ''],
    ['', { type: 'decimal', digits: 2 }, ''],
    [NaN, undefined, ''],
    [3.5, undefined, '3.5'],
  ] as const)('%s in an input of %o is %s', (value, fact, text) =>
    expect(inputNumber(value, fact)).toBe(text),
  );

  test('is a text without one, where it is longer than a double', () => {
    expect([
      numberIn('12'),
      numberIn('12', 'km'),
      numberIn('x', 'km'),
      numberIn(null, 'km'),
    ]).toEqual([null, 12n, null, null]);
  });

  test('is the same where there is room for a text alone', () => {
    beginLanguage('en');
    const text = (value: unknown, fact: object) =>
      plainText(value, { source: 'a', type: 'decimal', ...fact }, (key) => key, 'task');
    expect(text('5', { digits: 2, unit: 'EUR' })).toBe('€5.00');
    expect(text(5, { digits: 2 })).toBe('5.00');
    expect(text(5, { type: 'float' })).toBe('5');
    // What a filter compares with may be finer than what is stored.
    expect(text('3.555', { digits: 2, unit: 'EUR' })).toBe('€3.555');
    expect(text('5000', { type: 'bigint', unit: 'km' })).toBe('5,000\u00a0km');
    expect(text('much', { type: 'bigint', unit: 'km' })).toBe('much');
    expect(text('5000', { type: 'bigint' })).toBe('5000');
  });
});
