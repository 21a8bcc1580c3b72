import { Faker, en } from '@faker-js/faker';
import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../templates/service/src/engine/fields/column-info.js';
import type { ModelInfo } from '../../../../templates/service/src/engine/model/model-info.js';
import { findPeriods } from '../../../../templates/tools/fake/periods.js';
import { RowMaker } from '../../../../templates/tools/fake/row-maker.js';
import type { UniqueRows } from '../../../../templates/tools/fake/unique-rows.js';
import { column } from '../../../../templates/service/test/engine/fixtures/columns.js';

const named = (name: string, type: ColumnInfo['type'], nullable = false): ColumnInfo => ({
  ...column(type),
  name,
  column: name,
  nullable,
});

it.each([
  [['starts_on', 'ends_on'], 'date', [['starts_on', 'ends_on']]],
  [['end_at', 'start_at'], 'datetime', [['start_at', 'end_at']]],
  [['valid_from', 'valid_until'], 'date', [['valid_from', 'valid_until']]],
  [['opens', 'closes'], 'time', [['opens', 'closes']]],
  [['starting', 'ending'], 'date', []],
  [['starts_on', 'ends_at'], 'date', []],
  [['start', 'end'], 'integer', []],
] as const)('%j of %s', (names, type, expected) => {
  const found = findPeriods(names.map((name) => named(name, type)));
  expect(found.map(({ from, to }) => [from, to])).toEqual(expected);
});

it('a made period ends after it begins, or has no end', () => {
  const faker = new Faker({ locale: [en], seed: 7 });
  const columns = [named('starts_at', 'datetime'), named('ends_at', 'datetime', true)];
  const model = { name: 'Booking', columns, access: { rows: null } } as unknown as ModelInfo;
  const uniques = { conflict: () => null, add: () => undefined } as unknown as UniqueRows;
  const parts = { model, faker, now: new Date(0), deferred: [], pools: new Map(), uniques };
  const maker = new RowMaker(parts);
  const rows = Array.from({ length: 300 }, (_, id) => maker.make(id)!);
  expect(rows.some((row) => row['ends_at'] === null)).toBe(true);
  for (const { starts_at, ends_at } of rows as { starts_at: Date; ends_at: Date | null }[])
    if (ends_at !== null) expect(starts_at.getTime()).toBeLessThanOrEqual(ends_at.getTime());
});
