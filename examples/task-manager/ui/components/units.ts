import type { FieldFact } from '../application';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether a unit is a currency, by its ISO 4217 code. */
export const isCurrency = (unit = ''): boolean => CURRENCIES.has(unit);

/** The decimals of a double. */
const MOST = 15;

/** The decimals that all numbers of a field have: those of its currency, or else its own. */
export const leastDigits = (digits?: number, unit?: string): number =>
  isCurrency(unit) ? centsOf(unit!) : (digits ?? 0);

/** Asked once: each number of a grid needs them whenever it is drawn. */
const CENTS = new Map<string, number>();

/** How many decimals a currency has. */
function centsOf(currency: string): number {
  const known = CENTS.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const cents = format.resolvedOptions().maximumFractionDigits!;
  CENTS.set(currency, cents);
  return cents;
}

/** How many decimals a number has: 3 for 1.234, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}

/** How a number is written; of a currency with at least its own decimals, and none that the field has is rounded away. */
export function numberOptions(digits?: number, unit?: string): Intl.NumberFormatOptions {
  const maximumFractionDigits = digits ?? MOST;
  const minimumFractionDigits = leastDigits(digits, unit);
  return {
    ...(isCurrency(unit) && { style: 'currency', currency: unit! }),
    // Languages have the sign of percents at different places; it multiplies nothing.
    ...(unit === '%' && { style: 'unit', unit: 'percent' }),
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, maximumFractionDigits),
  };
}

/** What an input of numbers begins with: with the decimals that all numbers of its field have, and none rounded away. */
export function inputNumber(value: unknown, fact: NumberFact | undefined): string {
  const number = Number(value ?? NaN);
  if (value === '' || Number.isNaN(number)) return '';
  const least = inputDigits(fact);
  return decimalsOf(number) < least ? number.toFixed(least) : String(number);
}

/** The decimals of an input: none of whole numbers, though of a currency. */
export const inputDigits = (fact: NumberFact | undefined): number =>
  fact === undefined || fact.type === 'integer' ? 0 : leastDigits(fact.digits, fact.unit);

/** What is known of a field with numbers. */
type NumberFact = Pick<FieldFact, 'type' | 'digits' | 'unit'>;

/** What follows a number of a unit that `Intl` does not know, on the same line. */
export const suffixOf = (unit?: string): string =>
  unit === undefined || unit === '%' || isCurrency(unit)
    ? ''
    : `\u00a0${unit.replaceAll(' ', '\u00a0')}`;
