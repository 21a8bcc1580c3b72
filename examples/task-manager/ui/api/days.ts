// Days are written as the service takes them, `2026-11-21`, and are days of the reader's calendar.

/** The day of a date in the reader's time zone: `2026-11-21`. */
export function localDay(date: Date): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The start of a day in the reader's time zone, as the service takes it. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00`).toISOString();
}

/** The end of a day in the reader's time zone. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

/** Moments that stay the same words in an address and in the browser's memory, so that a list opens at today on any day. */
const RELATIVE: Readonly<Record<string, () => string>> = {
  start_of_today: () => startOfDay(localDay(new Date())),
  end_of_yesterday: () => {
    const now = new Date();
    return endOfDay(localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)));
  },
};

/** Whether a value of a filter moves with the day. */
export const isRelative = (value: unknown): boolean =>
  typeof value === 'string' && Object.hasOwn(RELATIVE, value);

/** What a moment is at present. */
export const momentOf = (value: string): string => (isRelative(value) ? RELATIVE[value]!() : value);
