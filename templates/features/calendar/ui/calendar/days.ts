// A day is written as the service takes it, `2026-11-21`. Days are counted without a time zone.

import { localDay } from '../api/days';
import { currentLocale, inLanguage } from '../i18n/language';

export type Day = string;
export type Unit = 'month' | 'week';

/** The day so many days later. */
export function plus(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The days from one to another. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** All days from one to another, both included. */
export const daysFrom = (from: Day, to: Day): readonly Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => plus(from, at));

export const today = (): Day => localDay(new Date());

/** Whether a text is a day: the address of a page may say anything. */
export const isDay = (text: string | null): text is Day =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const REGIONS = {
  // By the Common Locale Data Repository; everywhere else a week begins on Monday.
  sunday:
    'AG AS AU BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  saturday: 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY',
};

interface Weeks extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The first day of the week of the reader: 0 is Sunday. */
export function firstOfWeek(code = currentLocale() ?? 'en'): number {
  const locale = new Intl.Locale(code) as Weeks;
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (known !== undefined) return known.firstDay % 7;
  const { region = '' } = locale.maximize();
  if (REGIONS.sunday.split(' ').includes(region)) return 0;
  return REGIONS.saturday.split(' ').includes(region) ? 6 : 1;
}

/** The first day of the week in which a day is. */
export function weekOf(day: Day, first = firstOfWeek()): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return plus(day, -((weekday - first + 7) % 7));
}

export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** The day of another month with this day's number, or that month's last day. */
export function plusMonths(day: Day, months: number): Day {
  const first = new Date(`${monthOf(day)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const month = first.toISOString().slice(0, 10);
  const last = plus(plusOneMonth(month), -1);
  const same = `${month.slice(0, 8)}${day.slice(8)}`;
  return same > last ? last : same;
}

function plusOneMonth(month: Day): Day {
  const date = new Date(`${month}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
}

export interface Range {
  first: Day;
  last: Day;
}

/** What is seen around a day: its week, or the weeks of its month. */
export function rangeOf(unit: Unit, day: Day, first = firstOfWeek()): Range {
  if (unit === 'week') return { first: weekOf(day, first), last: plus(weekOf(day, first), 6) };
  const end = plus(plusOneMonth(monthOf(day)), -1);
  return { first: weekOf(monthOf(day), first), last: plus(weekOf(end, first), 6) };
}

/** The day one unit further, or back. */
export function turned(unit: Unit, day: Day, by: 1 | -1): Day {
  if (unit === 'month') return plusMonths(day, by);
  return plus(day, by * 7);
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = inLanguage(
    (locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
  );
  return (day: Day): string => made().format(new Date(`${day}T00:00:00Z`));
};

export const monthName = format({ month: 'long', year: 'numeric' });
export const weekdayName = format({ weekday: 'short' });
export const dayNumber = format({ day: 'numeric' });
export const dayName = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

const RANGE = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** `1 – 7 Dec 2026`. */
export const rangeName = ({ first, last }: Range): string =>
  RANGE().formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));

const TIME = inLanguage((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** The time of day of a moment, in the reader's time zone. */
export const timeName = (moment: string): string => TIME().format(new Date(moment));

/** The times of day from one moment to another, `09:00 – 10:30`, or the first alone. */
export const timesName = ({ from, to }: { from: string; to: string | null }): string =>
  to === null || to <= from ? timeName(from) : TIME().formatRange(new Date(from), new Date(to));

/** The reader's time zone: `Europe/Berlin`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
