/** What a date or a datetime falls into; a week begins on Monday (ISO 8601). */
export const PERIODS = ['year', 'quarter', 'month', 'week', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** Days and longer periods begin in this time zone unless another one is asked for. */
export const UTC = 'UTC';

/**
 * Whether a time zone has this name (IANA, such as `Europe/Berlin`). Offsets are no names: databases and JavaScript read their
 * signs differently.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000;

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
/** Two years of quarters, in one time zone. */
const CACHED = 70_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** The day of a moment (milliseconds since 1970) in a time zone. */
export function dayIn(timeZone: string, moment: number): string {
  const quarter = Math.floor(moment / QUARTER) * QUARTER;
  const key = `${timeZone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= CACHED) offsets.clear();
    offset = offsetOf(timeZone, quarter);
    offsets.set(key, offset);
  }
  return new Date(moment + offset).toISOString().slice(0, 10);
}

/** How many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetOf(timeZone: string, moment: number): number {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  const local = `${year!.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Date.parse(local) - moment;
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
