import { endOfDay, localDay, startOfDay } from '../api/days';
import type { FieldFact } from '../application';

// Days are written as the service takes them, `2026-11-21`, and are days of the reader's calendar.

/** The first and the last day of a period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A day of a month, which may lie outside of it: 0 is the last one of the month before. */
export function dayIn(now: Date, months: number, day: number): string {
  return localDay(new Date(now.getFullYear(), now.getMonth() + months, day));
}

/** Some days from today. */
export const dayFrom = (now: Date, days: number): string => dayIn(now, 0, now.getDate() + days);

/** This month until today. */
export const soFar = (now: Date): Period => ({ from: dayIn(now, 0, 1), to: dayFrom(now, 0) });

/** The same days of the last month, or of a month some months ago, which may be shorter. */
export function sameDaysBefore(now: Date, months = 1): Period {
  const last = dayIn(now, 1 - months, 0);
  const to = dayIn(now, -months, now.getDate());
  return { from: dayIn(now, -months, 1), to: to < last ? to : last };
}

/** The last months, oldest first, this one last. */
export const lastMonths = (now: Date, count: number): readonly Period[] =>
  Array.from({ length: count }, (_, at) => at - count + 1).map((month) => ({
    from: dayIn(now, month, 1),
    to: dayIn(now, month + 1, 0),
  }));

/** The filter of the records whose field is within a period; either end may be open. */
export const within = (
  { source, type }: FieldFact,
  { from, to }: Partial<Period>,
): Readonly<Record<string, string>> => ({
  ...(from !== undefined && { [`${source}__gte`]: type === 'date' ? from : startOfDay(from) }),
  ...(to !== undefined && { [`${source}__lte`]: type === 'date' ? to : endOfDay(to) }),
});
