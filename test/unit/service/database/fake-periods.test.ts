import { expect, it } from 'vitest';
import { findPeriods } from '../../../../templates/tools/fake/periods.js';
import { field, madeRows } from '../fixtures/made-rows.js';

it.each([
  [['starts_on', 'ends_on'], 'date', [['starts_on', 'ends_on']]],
  [['end_at', 'start_at'], 'datetime', [['start_at', 'end_at']]],
  [['valid_from', 'valid_until'], 'date', [['valid_from', 'valid_until']]],
  [['opens', 'closes'], 'time', [['opens', 'closes']]],
  [['starting', 'ending'], 'date', []],
  [['starts_on', 'ends_at'], 'date', []],
  [['start', 'end'], 'integer', []],
] as const)('%j of %s', (names, type, expected) => {
  const found = findPeriods(names.map((name) => field(name, type)));
  expect(found.map(({ from, to }) => [from, to])).toEqual(expected);
});

it.each(['Booking', 'Contract'])(
  'a made period of a %s ends after it begins, or has no end',
  (model) => {
    const columns = [
      field('starts_at', 'datetime'),
      field('ends_at', 'datetime', { nullable: true }),
      field('opens', 'time'),
      field('closes', 'time'),
    ];
    const rows = madeRows(model, columns);
    expect(rows.some((row) => row['ends_at'] === null)).toBe(true);
    for (const { starts_at, ends_at, opens, closes } of rows) {
      if (ends_at !== null)
        expect((ends_at as Date).getTime()).toBeGreaterThan((starts_at as Date).getTime());
      expect(String(closes) > String(opens)).toBe(true);
    }
  },
);
