import { inLanguage } from '../i18n/language';

const RELATIVE = inLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
];

/** The time since a datetime: `5 minutes ago`. */
export function formatAgo(value: string, now: number): string {
  let amount = (new Date(value).getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return RELATIVE().format(Math.round(amount), unit);
    amount /= size;
  }
  return value;
}
