/** The periods that a date or a datetime falls into; a week begins on Monday (ISO 8601). */
export const PERIODS = ['year', 'quarter', 'month', 'week', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** Days and longer periods begin in this time zone unless another one is asked for. */
export const UTC = 'UTC';

/**
 * Whether a time zone has this name: `UTC`, or that of an area and a place (IANA, such as `Europe/Berlin`). Offsets and
 * abbreviations are none, as PostgreSQL and JavaScript read them differently.
 */
export function isTimeZone(name: string): boolean {
  if (name === UTC) return true;
  if (!/^[A-Za-z]\w*\/[\w+/-]{1,60}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000;
/** Cached days: two years' worth. */
const CACHED_DAYS = 730;

const texts = new Map<number, string>();

/**
 * The day of a time in UTC, as `2026-11-21`; throws a RangeError for an invalid time. Rows of one table share their days, so
 * their texts are cached instead of built by `toISOString` for each value.
 */
export function dayText(time: number): string {
  const day = Math.floor(time / DAY);
  const known = texts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, -14);
  if (texts.size >= CACHED_DAYS) texts.clear();
  texts.set(day, text);
  return text;
}

/** The first day of the period that a day (`2026-11-21`) falls into. */
export function startOfPeriod(day: string, period: Period): string {
  switch (period) {
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
    case 'quarter': {
      const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
      return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`;
    }
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'week': {
      const moment = Date.parse(day);
      const sinceMonday = (new Date(moment).getUTCDay() + 6) % 7;
      return new Date(moment - sinceMonday * DAY).toISOString().slice(0, 10);
    }
    case 'day':
      return day;
  }
}

/** Offsets change at full quarters of an hour. */
const QUARTER = 900_000;
/** The number of cached offsets: some ten years of days, in several time zones. */
const CACHED_OFFSETS = 20_000;

/** A name can be written in any case: what is kept of them is limited. */
const CACHED_FORMATS = 50;

const formats = new Map<string, Intl.DateTimeFormat>();
/** The offsets by time zone and day in UTC; null for a day on which the clocks are changed. */
const offsets = new Map<string, number | null>();

/** The first and the last moment that a date can be in. */
const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const between = (least: number, value: number, most: number): number =>
  Math.min(Math.max(least, value), most);

/** The day of a moment (milliseconds since 1970) in a time zone; none is before the year 1, or after 9999. */
export function dayIn(timeZone: string, moment: number): string {
  // So near to the first and the last day it is another year in some place.
  const known = between(FIRST + 2 * DAY, moment, LAST - 2 * DAY);
  const quarter = Math.floor(known / QUARTER) * QUARTER;
  const offset = offsetOnDay(timeZone, known) ?? offsetAt(timeZone, quarter);
  return dayText(between(FIRST, moment + offset, LAST));
}

function offsetOnDay(timeZone: string, moment: number): number | null {
  const day = Math.floor(moment / DAY);
  const key = `${timeZone} ${day}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const start = offsetAt(timeZone, day * DAY);
    offset = start === offsetAt(timeZone, (day + 1) * DAY) ? start : null;
    if (offsets.size >= CACHED_OFFSETS) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/** How many milliseconds the clocks of a time zone are ahead of UTC at a moment, which is a whole second. */
export function offsetAt(timeZone: string, moment: number): number {
  const format = formats.get(timeZone) ?? keptFormat(timeZone);
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  const local = `${year!.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Date.parse(local) - moment;
}

function keptFormat(timeZone: string): Intl.DateTimeFormat {
  if (formats.size >= CACHED_FORMATS) formats.clear();
  const format = formatOf(timeZone);
  formats.set(timeZone, format);
  return format;
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
