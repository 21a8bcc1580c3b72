import { currentLocale } from '../i18n/language';
import { leastDigits, numberOptions, suffixOf } from '../components/units';

/** A number with all its digits, as the service has it, in its parts; null for what is none. */
function partsOf(text: string) {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined ? null : { isNegative: sign === '-', whole, part };
}

/**
 * A number with all its digits and the separators of the page's language, and with what it is of. Zeros at its end are shown as those
 * of other numbers of the field are: `digits` in all, or the cents of a currency.
 */
export function formatExact(text: string, digits?: number, unit?: string): string {
  const found = partsOf(text);
  if (found === null) return text;
  const { isNegative, whole } = found;
  const part = found.part.replace(/0+$/, '').padEnd(leastDigits(digits, unit), '0');
  const places = part === '' ? 0 : 1;
  const format = new Intl.NumberFormat(currentLocale(), {
    ...numberOptions(places, unit),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  const size = BigInt(whole);
  // A long integer has no zero below zero.
  const value = isNegative ? (size === 0n ? -0 : -size) : size;
  const shown = format
    .formatToParts(value)
    .map((one) => (one.type === 'fraction' ? part : one.value));
  return shown.join('') + suffixOf(unit);
}

/** A number as people type it: with a comma where their language has one, and with blanks between its digits. */
export function typedNumber(typed: string): string {
  const text = typed.replace(/[\s\u00a0\u202f']/g, '');
  return /^-?\d*,\d+$/.test(text) && pointOf() === ',' ? text.replace(',', '.') : text;
}

/** The decimal separator of the page's language. */
const pointOf = (): string =>
  new Intl.NumberFormat(currentLocale()).formatToParts(1.5).find(({ type }) => type === 'decimal')!
    .value;

/** Why a text is no value of a field: the key of a message, with its arguments; null for one that is. */
export function exactFault(
  text: string,
  { min, max, digits }: { min?: number; max?: number; digits?: number },
): { message: string; args: object } | null {
  const found = partsOf(text);
  if (found === null) return { message: 'exact_decimals.wrong', args: {} };
  const places = found.part.replace(/0+$/, '').length;
  if (digits !== undefined && places > digits)
    return { message: 'form.too_many_decimals', args: { smart_count: digits } };
  // Near a limit the service tells, which compares all digits.
  if (min !== undefined && Number(text) < min)
    return { message: 'ra.validation.minValue', args: { min } };
  return max !== undefined && Number(text) > max
    ? { message: 'ra.validation.maxValue', args: { max } }
    : null;
}
