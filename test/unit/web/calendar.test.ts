import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldFact, Row } from '../../../templates/features/admin/ui/application';
import {
  daysFrom,
  firstOfWeek,
  isDay,
  plusMonths,
  rangeOf,
  turned,
  weekOf,
} from '../../../templates/features/calendar/ui/calendar/days';
import {
  entryOf,
  movedTo,
  newOn,
  rangeFilter,
  within,
} from '../../../templates/features/calendar/ui/calendar/entries';
import { slotsOf } from '../../../templates/features/calendar/ui/calendar/lanes';

const zone = process.env['TZ'];
beforeAll(() => void (process.env['TZ'] = 'Europe/Berlin'));
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const moment = (source: string): FieldFact => ({ source, type: 'datetime' });
const PERIOD = { from: moment('starts_at'), to: moment('ends_at') };
const DAY = { from: { source: 'due_on', type: 'date' } as FieldFact, to: undefined };
const rowOf = (values: object): Row => ({ id: 1, _label: 'One', ...values });
const booked = (starts_at: string, ends_at: string | null = null) =>
  entryOf(rowOf({ starts_at, ends_at }), PERIOD)!;

describe('days', () => {
  test.each([
    ['en-US', 0],
    ['en-GB', 1],
    ['de-DE', 1],
    ['ar-EG', 6],
  ])('a week of %s begins where it does there', (locale, first) => {
    expect(firstOfWeek(locale)).toBe(first);
  });

  test('a month is seen with the weeks that it is in', () => {
    expect(rangeOf('month', '2026-11-16', 1)).toEqual({ first: '2026-10-26', last: '2026-12-06' });
    expect(rangeOf('month', '2026-02-10', 0)).toEqual({ first: '2026-02-01', last: '2026-02-28' });
    expect(rangeOf('week', '2026-11-18', 1)).toEqual({ first: '2026-11-16', last: '2026-11-22' });
    expect(weekOf('2026-11-16', 1)).toBe('2026-11-16');
    expect(daysFrom('2026-02-27', '2026-03-01')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  test('months are turned to the same day, or to the last one', () => {
    expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(turned('month', '2026-12-15', 1)).toBe('2027-01-15');
    expect(turned('week', '2026-12-30', 1)).toBe('2027-01-06');
  });

  test('an address may say anything', () => {
    expect(['2026-11-30', '2026-13-30', '30.11.2026', null].map(isDay)).toEqual([
      ...[true, false, false, false],
    ]);
  });
});

describe('the records of a period', () => {
  const november = { first: '2026-11-01', last: '2026-11-30' };

  test('are those that overlap it, in the reader’s zone', () => {
    expect(rangeFilter(PERIOD, november)).toEqual({
      starts_at__lte: '2026-11-30T22:59:59.999Z',
      ends_at__gte: '2026-10-31T23:00:00.000Z',
    });
    expect(rangeFilter(DAY, november)).toEqual({
      due_on__lte: '2026-11-30',
      due_on__gte: '2026-11-01',
    });
  });

  test('are within the filter of the list: of two conditions on a date the narrower one holds', () => {
    const period = rangeFilter(DAY, november);
    expect(within({ status: 'open', due_on__gte: '2026-11-10' }, period)).toEqual({
      ...{ status: 'open', due_on__gte: '2026-11-10', due_on__lte: '2026-11-30' },
    });
    expect(within({ due_on__lte: '2027-01-01' }, period)).toEqual(period);
    expect(within({ starts_at__gte: 'start_of_today' }, rangeFilter(PERIOD, november))).toEqual(
      rangeFilter(PERIOD, november),
    );
  });

  test('stand on their days: what ends at midnight is not there on the next one', () => {
    const entry = booked('2026-11-10T21:00:00.000Z', '2026-11-11T23:00:00.000Z');
    expect([entry.first, entry.last]).toEqual(['2026-11-10', '2026-11-11']);
    expect(booked('2026-11-10T23:30:00.000Z').first).toBe('2026-11-11');
    expect(entryOf(rowOf({ starts_at: null }), PERIOD)).toBeNull();
    // An end before the beginning is none.
    expect(booked('2026-11-10T09:00:00.000Z', '2026-11-09T09:00:00.000Z').last).toBe('2026-11-10');
  });
});

describe('a record that is moved', () => {
  test('keeps its time of day where clocks change in between, and its length', () => {
    const entry = booked('2026-10-24T08:00:00.000Z', '2026-10-24T09:30:00.000Z');
    expect(movedTo(entry, PERIOD, '2026-10-26')).toEqual({
      starts_at: '2026-10-26T09:00:00.000Z',
      ends_at: '2026-10-26T10:30:00.000Z',
    });
    expect(movedTo(entry, PERIOD, '2026-10-24', 13 * 60 + 15)).toEqual({
      starts_at: '2026-10-24T11:15:00.000Z',
      ends_at: '2026-10-24T12:45:00.000Z',
    });
  });

  test('of whole days keeps their number', () => {
    const dates = { from: DAY.from, to: { source: 'until', type: 'date' } as FieldFact };
    const entry = entryOf(rowOf({ due_on: '2026-10-24', until: '2026-10-26' }), dates)!;
    expect(movedTo(entry, dates, '2026-10-30')).toEqual({
      due_on: '2026-10-30',
      until: '2026-11-01',
    });
    expect(newOn(DAY, '2026-10-30')).toEqual({ due_on: '2026-10-30' });
    expect(newOn(PERIOD, '2026-10-30', 600)).toEqual({
      starts_at: '2026-10-30T09:00:00.000Z',
      ends_at: '2026-10-30T10:00:00.000Z',
    });
  });

  test('stands beside others at the same time', () => {
    const at = (from: number, to: number) =>
      booked(
        new Date(Date.UTC(2026, 10, 10, from - 1)).toISOString(),
        new Date(Date.UTC(2026, 10, 10, to - 1)).toISOString(),
      );
    const slots = slotsOf([at(9, 12), at(10, 11), at(11, 13), at(14, 15)], '2026-11-10');
    expect(slots.map(({ from, lane, lanes }) => [from / 60, lane, lanes])).toEqual([
      [9, 0, 2],
      [10, 1, 2],
      [11, 1, 2],
      [14, 0, 1],
    ]);
  });

  test('what is beside nothing takes the lanes that others have left', () => {
    const at = (from: number, to: number) =>
      booked(new Date(2026, 10, 10, from).toISOString(), new Date(2026, 10, 10, to).toISOString());
    const slots = slotsOf([at(9, 11), at(9, 10), at(9, 10), at(10, 12)], '2026-11-10');
    expect(slots.map(({ lane, lanes, wide }) => [lane, lanes, wide])).toEqual([
      [0, 3, 1],
      [1, 3, 1],
      [2, 3, 1],
      [1, 3, 2],
    ]);
  });
});
