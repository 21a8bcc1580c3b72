/** How much room a number has: it may be short (`€1.5K`), or without decimals. */
export type Room = 'short' | 'whole';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether a unit is a currency, by its ISO 4217 code. */
export const isCurrency = (unit = ''): boolean => CURRENCIES.has(unit);

/** What `Intl` knows of a unit: currencies, and where a language has the sign of percents, which multiplies nothing. */
function styleOf(unit: string): Intl.NumberFormatOptions {
  if (isCurrency(unit)) return { style: 'currency', currency: unit };
  return unit === '%' ? { style: 'unit', unit: 'percent' } : {};
}

/** How a number is written; of a currency with at least its own decimals, and none that the field has is rounded away. */
export function numberOptions(digits?: number, unit = '', room?: Room): Intl.NumberFormatOptions {
  const style = styleOf(unit);
  if (room === 'short') return { ...style, notation: 'compact', maximumFractionDigits: 1 };
  if (room === 'whole') return { ...style, ...exactly(0) };
  if (style.currency === undefined)
    return {
      ...style,
      ...(digits === undefined ? { maximumFractionDigits: MOST } : exactly(digits)),
    };
  const { maximumFractionDigits: own = 0 } = new Intl.NumberFormat('en', style).resolvedOptions();
  return { ...style, maximumFractionDigits: Math.max(own, digits ?? MOST) };
}

/** The decimals of a double. */
const MOST = 15;

const exactly = (digits: number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

/** What follows a number of a unit that `Intl` does not know; signs of angles and feet are close to it, and no line ends within. */
export function suffixOf(unit = ''): string {
  if (unit === '' || styleOf(unit).style !== undefined) return '';
  const suffix = unit.replaceAll(' ', '\u00a0');
  return /^[°'"′″]$/.test(unit) ? suffix : `\u00a0${suffix}`;
}
