import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PERIODS, dayIn, isTimeZone, startOfPeriod } from '../../fields/periods.js';

test.each([
  ['2026-11-26', ['2026-01-01', '2026-10-01', '2026-11-01', '2026-11-23', '2026-11-26']],
  ['2026-01-01', ['2026-01-01', '2026-01-01', '2026-01-01', '2025-12-29', '2026-01-01']],
  ['2024-02-29', ['2024-01-01', '2024-01-01', '2024-02-01', '2024-02-26', '2024-02-29']],
])('%s falls into periods that begin on %s', (day, starts) => {
  expect(PERIODS.map((period) => startOfPeriod(day, period))).toEqual(starts);
});

test.each([
  ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29'],
  ['Europe/Berlin', '2026-10-24T21:59:59.999Z', '2026-10-24'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-12-31T23:00:00.000Z', '2027-01-01'],
  ['America/New_York', '2026-01-01T04:59:59.999Z', '2025-12-31'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00.000Z', '2026-01-02'],
  ['Pacific/Kiritimati', '2026-01-01T10:00:00.000Z', '2026-01-02'],
  ['UTC', '0099-12-31T23:59:59.999Z', '0099-12-31'],
  ['Asia/Tokyo', '9999-12-31T23:59:59.999Z', '9999-12-31'],
  ['America/New_York', '9999-12-31T23:59:59.999Z', '9999-12-31'],
  ['America/New_York', '0001-01-01T00:00:00.000Z', '0001-01-01'],
])('in %s %s is on %s', (timeZone, moment, day) => {
  expect(dayIn(timeZone, Date.parse(moment))).toBe(day);
});

test('days in a time zone are those that its calendar shows', () => {
  const zones = ['Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kolkata'];
  const calendars = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }),
    ]),
  );
  const moments = fc.integer({ min: Date.UTC(1990), max: Date.UTC(2040) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (timeZone, moment) => {
      expect(dayIn(timeZone, moment)).toBe(calendars.get(timeZone)!.format(moment));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+02:00', false],
  ['CET', false],
  ['BST', false],
  ['Mars/Olympus', false],
  ["Europe/Berlin'", false],
  ['', false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
