const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether a unit is a currency, by its ISO 4217 code. */
export const isCurrency = (unit = ''): boolean => CURRENCIES.has(unit);

/** The decimals of a double. */
const MOST = 15;

/** How a number is written; of a currency with at least its own decimals, and none that the field has is rounded away. */
export function numberOptions(digits?: number, unit?: string): Intl.NumberFormatOptions {
  const maximumFractionDigits = digits ?? MOST;
  if (isCurrency(unit)) {
    const style = { style: 'currency', currency: unit } as const;
    const own = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits!;
    return { ...style, maximumFractionDigits: Math.max(own, maximumFractionDigits) };
  }
  return {
    // Languages have the sign of percents at different places; it multiplies nothing.
    ...(unit === '%' && { style: 'unit', unit: 'percent' }),
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits,
  };
}

/** What follows a number of a unit that `Intl` does not know, on the same line. */
export const suffixOf = (unit?: string): string =>
  unit === undefined || unit === '%' || isCurrency(unit)
    ? ''
    : `\u00a0${unit.replaceAll(' ', '\u00a0')}`;
