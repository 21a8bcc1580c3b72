const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const DATETIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A date without a time, the same day in every zone. */
export function formatDate(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? value : DATE.format(date);
}

/** A moment in the reader's zone. */
export function formatDatetime(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : DATETIME.format(date);
}

/** A number with the reader's separators. */
export function formatNumber(value: number, digits?: number): string {
  const options = digits === undefined ? { maximumFractionDigits: 15 } : fixed(digits);
  return new Intl.NumberFormat(undefined, options).format(value);
}

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
];

/** How long ago a moment was: `5 minutes ago`. */
export function formatAgo(value: string, now: number): string {
  let amount = (new Date(value).getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return RELATIVE.format(Math.round(amount), unit);
    amount /= size;
  }
  return value;
}
