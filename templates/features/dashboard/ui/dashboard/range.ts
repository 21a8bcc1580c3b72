import { useSearchParams } from 'react-router';
import { dayFrom, dayIn, lastMonths, sameDaysBefore, soFar, type Period } from './periods';

/** How far back a dashboard looks: this month by default, as its address says. */
export const RANGES = ['month', 'days', 'quarter', 'year'] as const;
export type Range = (typeof RANGES)[number];

/** The range of the address, and what changes it. */
export function useRange(): [range: Range, choose: (range: Range) => void] {
  const [parameters, setParameters] = useSearchParams();
  const range = RANGES.find((one) => one === parameters.get('range')) ?? 'month';
  const choose = (chosen: Range) =>
    setParameters(chosen === 'month' ? {} : { range: chosen }, { replace: true });
  return [range, choose];
}

/** Days of the range that is named after them, of which today is the last. */
const DAYS = 30;
const WEEKS = 13;
const MONTHS = 12;

/** A period until today, and the one before, of which there is as much. */
export function comparedIn(range: Range, now: Date): { now: Period; before: Period } {
  const today = dayFrom(now, 0);
  switch (range) {
    case 'days':
      return {
        now: { from: dayFrom(now, 1 - DAYS), to: today },
        before: { from: dayFrom(now, 1 - 2 * DAYS), to: dayFrom(now, -DAYS) },
      };
    case 'quarter':
      return yearPart(now, now.getMonth() % 3, 3);
    case 'year':
      return yearPart(now, now.getMonth(), 12);
    case 'month':
      return { now: soFar(now), before: sameDaysBefore(now) };
  }
}

/** What there is of a part of the year that began some months ago, and as much of the part before. */
function yearPart(now: Date, begun: number, months: number): { now: Period; before: Period } {
  return {
    now: { from: dayIn(now, -begun, 1), to: dayFrom(now, 0) },
    before: { from: dayIn(now, -begun - months, 1), to: sameDaysBefore(now, months).to },
  };
}

/** The bars of a chart, each of one of these periods of the service. */
export interface Steps {
  readonly unit: 'day' | 'week' | 'month';
  readonly periods: readonly Period[];
}

/** What a chart shows: days of 30 days, weeks of a quarter, months of a year. */
export function stepsIn(range: Range, now: Date): Steps {
  if (range === 'days') return { unit: 'day', periods: spans(now, DAYS, 1, 0) };
  if (range !== 'quarter') return { unit: 'month', periods: lastMonths(now, MONTHS) };
  // The service's weeks begin on Mondays.
  return { unit: 'week', periods: spans(now, WEEKS, 7, 6 - ((now.getDay() + 6) % 7)) };
}

/** Spans of some days, oldest first; the last one ends some days from today. */
const spans = (now: Date, count: number, days: number, end: number): readonly Period[] =>
  Array.from({ length: count }, (_, at) => end - (count - 1 - at) * days).map((last) => ({
    from: dayFrom(now, last - days + 1),
    to: dayFrom(now, last),
  }));
