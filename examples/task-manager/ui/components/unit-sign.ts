import { currentLocale } from '../i18n/language';
import { numberOptions } from './units';

/** The sign of a unit by itself, and whether the page's language has it before numbers. */
export function unitSign(unit: string): { sign: string; isBefore: boolean } {
  const format = new Intl.NumberFormat(currentLocale(), numberOptions(0, unit));
  const parts = format.formatToParts(1);
  const at = parts.findIndex(({ type }) => type === 'currency' || type === 'unit');
  const isBefore = at >= 0 && at < parts.findIndex(({ type }) => type === 'integer');
  return { sign: parts[at]?.value ?? unit, isBefore };
}
