import { expect, it } from 'vitest';
import type { ColumnInfo } from '../../../../templates/service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../../templates/service/engine/model/model-info.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { Positions } from '../../../../templates/tools/fake/positions.js';
import { field } from '../fixtures/made-rows.js';

const database = {
  dialect: { quote: (name: string) => `"${name}"` },
  read: () => Promise.resolve([]),
} as unknown as Database;

const reference = (model: string, more: Partial<ColumnInfo> = {}): ColumnInfo =>
  field(`${model.toLowerCase()}_id`, 'integer', {
    role: 'data',
    reference: { model, relation: model.toLowerCase(), key: 'id' },
    ...more,
  });

/** What the positions of a line are counted in, where it goes with its order. */
async function parentOf(columns: readonly ColumnInfo[], uniques: readonly string[][] = []) {
  const position = field('position', 'integer', { role: 'data' });
  const line = {
    ...{ name: 'Line', table: 'line' },
    ...{ columns: [...columns, position], stored: [...columns, position] },
    uniques: uniques.map((names) => ({ columns: names })),
  } as unknown as ModelInfo;
  const referrers = [{ model: 'Line', field: 'order_id', onDelete: 'CASCADE' }];
  const chosen = new Map([
    ['Part', { name: 'Part', referrers: [{ ...referrers[0], onDelete: 'RESTRICT' }] }],
    ['Order', { name: 'Order', referrers }],
  ]) as unknown as ReadonlyMap<string, ModelInfo>;
  return (await Positions.read(database, line, chosen))?.parent?.name;
}

it('counts lines in the record that they go with, whatever else they need before', async () => {
  expect(await parentOf([reference('Part'), reference('Order')])).toBe('order_id');
  expect(await parentOf([reference('Part'), reference('Order', { nullable: true })])).toBe(
    'part_id',
  );
  const both = [reference('Part'), reference('Order')];
  expect(await parentOf(both, [['part_id', 'position']])).toBe('part_id');
});
