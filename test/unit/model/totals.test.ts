import { describe, expect, test } from 'vitest';
import {
  changeFields,
  removeField,
  removeModel,
  renameField,
  renameModel,
} from '../../../src/model/change.js';
import type { App } from '../../../src/model/model.js';
import { totalIn, totalText } from '../../../src/model/totals.js';
import { printField } from '../../../src/spec/print-field.js';
import { featuresOf } from '../../../src/render/features.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { templates } from '../../golden/example.js';

const spec = (total: string, line = 'order: ref=Order:lines') => `
models:
  Order:
    fields:
      number: string
      total: ${total}
  OrderItem:
    fields:
      ${line}
      amount: decimal=12,2
      note: string
`;
const SUM = 'decimal=12,2:sum=order_items.amount';
const appWith = (total: string, line?: string): App => appOfSpec('models.yaml', spec(total, line));
const totalOf = (app: App, name = 'Order') => {
  const total = app.models.find((one) => one.name === name)!.fields.at(-1)!.total;
  return total && totalText(total);
};
const refusalOf = (total: string, line?: string): string => {
  try {
    appWith(total, line);
    return '';
  } catch (error) {
    return JSON.stringify(error, Object.getOwnPropertyNames(error));
  }
};

describe('a total of lines', () => {
  test('is read and printed as it is written', () => {
    for (const total of [
      ...[SUM, 'integer:count=order_items', 'decimal=12,2:min=order_items.amount'],
      'decimal=12,2:unit=EUR:max=order_items.amount:read=Admin',
    ]) {
      const [order] = appWith(total).models;
      const field = order!.fields.at(-1)!;
      expect(printField(field, 'order')).toBe(`total:${total}`);
      expect(totalIn(totalText(field.total!))).toEqual(field.total);
      const isNumber = field.total!.kind === 'sum' || field.total!.kind === 'count';
      expect([field.required, field.default !== null]).toEqual([isNumber, isNumber]);
    }
    for (const text of ['sum(a)', 'count(a.b)', 'avg(a.b)', 'sum(a.b', ''])
      expect(totalIn(text)).toBeNull();
  });

  test('is refused where it could not be kept', () => {
    for (const [total, said, line] of [
      ['decimal=12,2:sum=items.amount', 'has no lines `items`'],
      ['decimal=12,2:sum=order_items.amont', 'has no field `amont`'],
      ['integer:sum=order_items.amount', 'is integer, but'],
      [SUM, 'are not lines of', 'order: ref=Order'],
      ['decimal=12,1:sum=order_items.amount', '`decimal=12,1` does not hold'],
      ['decimal=11,2:max=order_items.amount', '`decimal=11,2` does not hold'],
      [`${SUM}:required`, '`required` cannot be used'],
      [`${SUM}:default=3`, '`default` cannot be used'],
      [`${SUM}:count=order_items`, 'cannot be used with `decimal`'],
      ['integer:count=order_items:min=order_items.amount', 'one total'],
      ['decimal=12,2:sum=amount', 'is not a field of lines'],
      ['string:sum=order_items.note', 'cannot be used with `string`'],
    ] as const)
      expect(refusalOf(total, line), total).toContain(said);
  });

  test('follows new names, and ends with what it is of', () => {
    const app = appWith(SUM);
    expect(totalOf(renameField(app, 'OrderItem', 'amount', 'price'))).toBe(
      'sum(order_items.price)',
    );
    expect(totalOf(renameField(app, 'OrderItem', 'order_id', 'sale'))).toBe(
      'sum(order_items.amount)',
    );
    expect(totalOf(renameModel(app, 'OrderItem', 'SaleItem'))).toBe('sum(sale_items.amount)');
    expect(totalOf(renameModel(app, 'Order', 'Sale'), 'Sale')).toBe('sum(order_items.amount)');
    expect(totalOf(removeField(app, 'OrderItem', 'note'))).toBe('sum(order_items.amount)');
    const [, item] = app.models;
    const [order] = item!.fields;
    const renamed = { ...order!, reference: { ...order!.reference!, inverse: 'things' } };
    expect(totalOf(changeFields(app, 'OrderItem', new Map([[order!, renamed]])))).toBe(
      'sum(things.amount)',
    );
    expect(totalOf(removeField(app, 'OrderItem', 'amount'))).toBeNull();
    expect(totalOf(removeField(app, 'OrderItem', 'order_id'))).toBeNull();
    expect(totalOf(removeModel(app, 'OrderItem'))).toBeNull();
  });

  test('brings its feature, which nothing else does', () => {
    const names = (app: App) => featuresOf(app, templates()).map(({ name }) => name);
    expect(names(appWith(SUM))).toContain('sums');
    expect(names(appWith('decimal=12,2'))).not.toContain('sums');
  });
});
