import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useListContext, useResourceContext } from 'react-admin';
import { endOfDay, isRelative, localDay, startOfDay } from '../api/days';
import { OUTDATED_BY_WRITES } from '../api/http';
import { ofTenant } from '../api/tenants';
import type { FieldFact, Row } from '../application';
import { plus, type Day, type Range } from './days';

/** Records that are read of a period; of more, the first ones. */
export const MOST = 500;

/** The fields by which records stand in a calendar. */
export interface Dates {
  from: FieldFact;
  to: FieldFact | undefined;
}

/** A record in a calendar. */
export interface Entry {
  row: Row;
  /** Its first and its last day, in the reader's time zone. */
  first: Day;
  last: Day;
  /** When it begins and ends; null where it has whole days. */
  times: { from: string; to: string | null } | null;
}

/** The conditions of the records of a period: those that begin in it, or that overlap it. */
export function rangeFilter({ from, to }: Dates, { first, last }: Range): Record<string, unknown> {
  const isMoment = from.type === 'datetime';
  const begin = isMoment ? startOfDay(first) : first;
  const end = isMoment ? endOfDay(last) : last;
  return { [`${from.source}__lte`]: end, [`${(to ?? from).source}__gte`]: begin };
}

/** The filter of the list within a period: of two conditions on the same date, the narrower one holds. */
export function within(
  filter: Readonly<Record<string, unknown>>,
  period: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const both = Object.entries(period).map(([key, value]) => {
    const given = filter[key];
    // Which side of today a table shows is no matter of a calendar.
    if (typeof given !== 'string' || typeof value !== 'string' || isRelative(given))
      return [key, value] as const;
    const [first, last] = [given, value].toSorted();
    return [key, key.endsWith('__gte') ? last : first] as const;
  });
  const others = Object.entries(filter).filter(([, value]) => !isRelative(value));
  return { ...Object.fromEntries(others), ...Object.fromEntries(both) };
}

export const calendarKey = (resource: string) => [resource, 'calendar'];

/** The records of a period, by their beginning, and how many there are. */
export function useEntries(dates: Dates, range: Range) {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  const { filterValues } = useListContext();
  const filters = filtersOf(dates, range).map((period) => ({
    ...ofTenant(resource),
    ...within(filterValues, period),
  }));
  const sort = { field: dates.from.source, order: 'ASC' } as const;
  return useQuery({
    queryKey: [...calendarKey(resource), filters],
    queryFn: async ({ signal }) => {
      const asked = { sort, pagination: { page: 1, perPage: MOST }, signal };
      const found = await Promise.all(
        filters.map((filter) => provider.getList<Row>(resource, { ...asked, filter })),
      );
      const rows = new Map(found.flatMap(({ data }) => data).map((row) => [row.id, row]));
      const total = found.reduce((sum, one) => sum + (one.total ?? one.data.length), 0);
      return { rows: [...rows.values()], total };
    },
    placeholderData: keepPreviousData,
    meta: OUTDATED_BY_WRITES,
  });
}

/** Records without an end are there on the day on which they begin. */
function filtersOf(dates: Dates, range: Range): readonly Record<string, unknown>[] {
  const overlapping = rangeFilter(dates, range);
  if (dates.to === undefined || dates.to.required === true) return [overlapping];
  const beginning = rangeFilter({ from: dates.from, to: undefined }, range);
  return [overlapping, { ...beginning, [`${dates.to.source}__isnull`]: true }];
}

/** A record as a calendar shows it; null for one without a beginning. */
export function entryOf(row: Row, { from, to }: Dates): Entry | null {
  const start = row[from.source] as string | null | undefined;
  const end = ((to && row[to.source]) ?? null) as string | null;
  if (start === null || start === undefined || start === '') return null;
  if (from.type === 'date')
    return { row, first: start, last: end !== null && end > start ? end : start, times: null };
  const first = localDay(new Date(start));
  return { row, first, last: lastDay(first, start, end), times: { from: start, to: end } };
}

/** What ends at midnight is not there on the day that begins then. */
function lastDay(first: Day, start: string, end: string | null): Day {
  if (end === null || end <= start) return first;
  const day = localDay(new Date(Date.parse(end) - 1));
  return day > first ? day : first;
}

/** The values with which a record begins on another day, and, where it has times, at another minute of it. */
export function movedTo(
  { row, first, times }: Entry,
  { from, to }: Dates,
  day: Day,
  minute?: number,
): Record<string, unknown> {
  const end = to && ((row[to.source] ?? null) as string | null);
  if (times === null) {
    const days = Math.round((Date.parse(day) - Date.parse(first)) / 86_400_000);
    return { [from.source]: day, ...(to && end && { [to.source]: plus(end, days) }) };
  }
  const old = new Date(times.from);
  // The time of day stays, whatever the clocks do between both days.
  const [hour, min] =
    minute === undefined
      ? [old.getHours(), old.getMinutes()]
      : [Math.floor(minute / 60), minute % 60];
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const begin = new Date(year, month - 1, date, hour, min, old.getSeconds());
  const length = end ? Date.parse(end) - old.getTime() : 0;
  return {
    [from.source]: begin.toISOString(),
    ...(to && end && { [to.source]: new Date(begin.getTime() + length).toISOString() }),
  };
}

/** The values of a new record of a day, and of a time of it. */
export function newOn({ from, to }: Dates, day: Day, minute = 9 * 60): Record<string, unknown> {
  if (from.type === 'date') return { [from.source]: day, ...(to && { [to.source]: day }) };
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const at = (minutes: number) => new Date(year, month - 1, date, 0, minutes).toISOString();
  return { [from.source]: at(minute), ...(to && { [to.source]: at(minute + 60) }) };
}

/** The entries that are there on a day, those of several days first, then by their beginning. */
export const entriesOn = (entries: readonly Entry[], day: Day): readonly Entry[] =>
  entries
    .filter(({ first, last }) => first <= day && day <= last)
    .toSorted(
      (one, other) =>
        Number(one.first === one.last) - Number(other.first === other.last) ||
        (one.times?.from ?? one.first).localeCompare(other.times?.from ?? other.first),
    );
