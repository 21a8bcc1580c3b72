import { expect, test } from 'vitest';
import {
  column,
  model,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/plain-model.js';
import { checkLines } from '../../../../templates/features/lines/engine/lines/check-lines.js';
import type { ColumnInfo } from '../../../../templates/service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../../templates/service/engine/model/model-info.js';

const OPEN = { roles: {}, rows: null, fields: {} };

/** An order whose lines have this key. */
function order(key: Partial<ColumnInfo>): readonly ModelInfo[] {
  const order_id = column('order_id', { nullable: false });
  const lines: ModelInfo = { ...model('Item', OPEN, [order_id]), key: column('id', key) };
  const parent: ModelInfo = {
    ...model('Order', OPEN, [column('updated_at', { role: 'updated' })]),
    children: [{ name: 'items', model: 'Item', field: 'order_id', isLines: true }],
    referrers: [{ model: 'Item', field: 'order_id', key: 'id', onDelete: 'CASCADE' }],
  };
  return [parent, lines];
}

test('an id that clients give cannot tell a new line from one that exists', () => {
  expect(checkLines(order({}))).toEqual([]);
  expect(checkLines(order({ type: 'uuid', role: 'key', makes: () => '' }))).toEqual([]);
  expect(checkLines(order({ type: 'string', role: 'key' }))).toEqual([
    expect.stringMatching(/^Order\.items: an `id` in a line names one that exists/),
  ]);
});
