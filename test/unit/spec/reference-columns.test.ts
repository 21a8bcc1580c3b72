import { describe, expect, it } from 'vitest';
import { findModel, removeField, renameField } from '../../../src/model/change.js';

import { checkSpec } from '../../../src/spec/check.js';
import { printField } from '../../../src/spec/print-field.js';
import { schemaOf } from '../../../src/schema/schema.js';
import type { App } from '../../../src/model/model.js';
import { readFieldChanges } from '../../../src/project/change/field-changes.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';
import { parseSpec } from '../../support/parse-spec.js';

const LINE = {
  Order: { fields: { number: 'string' } },
  OrderLine: { fields: { order: 'ref=Order:key', number: 'integer:key', note: 'string' } },
};

function checked(models: object) {
  const { spec, problems } = parseSpec('models.json', JSON.stringify({ models }));
  const result = checkSpec(spec);
  const app: App = { name: 'shop', database: 'sqlite', models: result.models };
  const all = [...problems, ...result.problems].filter(({ severity }) => severity !== 'warning');
  return { app, problems: all.map(({ code, message }) => `${code}: ${message}`) };
}

const delivery = (fields: object) => checked({ ...LINE, Delivery: { fields } });

const printedOf = (app: App, name = 'Delivery') => {
  const model = findModel(app, name);
  return model.fields.map((field) => printField(field, model.table));
};

describe('a reference to rows whose key has several columns', () => {
  it('has new columns that are called after it and the columns of the key', () => {
    const { app, problems } = delivery({
      line: 'ref=OrderLine',
      required: 'ref=OrderLine:required:as=more',
    });
    expect(problems).toEqual([]);
    expect(printedOf(app)).toEqual([
      'line_order_id:integer',
      'line_number:integer',
      'line:ref=OrderLine:columns=line_order_id+line_number',
      'required_order_id:integer:required',
      'required_number:integer:required',
      'required:ref=OrderLine:required:as=more:columns=required_order_id+required_number',
    ]);
  });

  it('shares columns that are fields of the model, and adds those that are none', () => {
    const { app, problems } = delivery({
      order: 'ref=Order:required',
      line: 'ref=OrderLine:required:columns=order_id+line_number',
    });
    expect(problems).toEqual([]);
    expect(printedOf(app)).toEqual([
      'order:ref=Order:required',
      'line_number:integer:required',
      'line:ref=OrderLine:required:columns=order_id+line_number',
    ]);
    expect(schemaOf(app).tables['delivery']).toMatchObject({
      indexes: [['order_id'], ['order_id', 'line_number']],
      foreignKeys: [
        { column: 'order_id', table: 'order', onDelete: 'restrict' },
        {
          column: ['order_id', 'line_number'],
          table: 'order_line',
          references: ['order_id', 'number'],
          onDelete: 'restrict',
        },
      ],
    });
  });

  it.each([
    [
      { line: 'ref=OrderLine:columns=a' },
      'bad-columns: `line` has 1 column, but the key of `OrderLine` has 2: order_id, number',
    ],
    [
      { line: 'ref=OrderLine:columns=a+a' },
      'bad-columns: `line` names `a` twice, but the key of `OrderLine` has 2 columns: order_id, number',
    ],
    [
      { order: 'ref=Order', line: 'ref=OrderLine:columns=order+n' },
      'bad-columns: `order` is a relation of `Delivery`, and its column is `order_id`',
    ],
    [
      { line: 'ref=OrderLine:unique' },
      'bad-columns: `unique` cannot be said of `line`, which has several columns',
    ],
    [
      { order: 'ref=Order', line: 'ref=OrderLine:lines:columns=order_id+n' },
      'bad-lines: `line` may be empty, but each line needs a row',
    ],
    [{ order: 'ref=Order:columns=a+b' }, 'bad-columns: the key of `Order` has one column'],
    [
      { order: 'string', line: 'ref=OrderLine:columns=order+n' },
      'bad-columns: `Delivery.order` is string, but `OrderLine.order_id`, to which `line` leads by it, is integer',
    ],
    [
      { order: 'ref=Order', line: 'ref=OrderLine:required:columns=order_id+n' },
      'bad-columns: `line` is required, but its column `order_id` may be empty',
    ],
    [
      { order: 'ref=Order', line: 'ref=OrderLine:on_delete=set_null:columns=order_id+n' },
      'bad-columns: `on_delete=set_null` would empty all columns of `line`: order_id, n',
    ],
  ])('is refused: %o', (fields, problem) => {
    expect(delivery(fields).problems).toContain(problem);
  });

  it('is required where its rows are lines, and has new columns or those of the key', () => {
    const { app, problems } = delivery({ number: 'integer', line: 'ref=OrderLine:lines' });
    expect(problems).toEqual([]);
    expect(printedOf(app)).toEqual([
      'number:integer',
      'line_order_id:integer:required',
      'line_number:integer:required',
      'line:ref=OrderLine:lines:columns=line_order_id+line_number',
    ]);
    const own = delivery({
      order: 'ref=Order:key',
      line_number: 'integer:key',
      n: 'integer:key',
      line: 'ref=OrderLine:lines:as=deliveries:columns=order_id+line_number',
    });
    expect(own.problems).toEqual([]);
    expect(schemaOf(own.app).tables['delivery']).toMatchObject({
      primaryKey: ['order_id', 'line_number', 'n'],
      foreignKeys: [
        { column: 'order_id', table: 'order' },
        { column: ['order_id', 'line_number'], table: 'order_line', onDelete: 'cascade' },
      ],
    });
  });

  it('may lead to another row of its model, but not to the same one', () => {
    const own = (fields: object) => checked({ ...LINE, OrderLine: { fields } });
    const fields = { order: 'ref=Order:key', number: 'integer:key' };
    const { app, problems } = own({
      ...fields,
      before: 'ref=OrderLine:as=next:columns=order_id+n',
      copy_of: 'ref=OrderLine:as=copies',
    });
    expect(problems).toEqual([]);
    expect(printedOf(app, 'OrderLine')).toEqual([
      'order:ref=Order:key',
      'number:integer:key',
      'n:integer',
      'before:ref=OrderLine:on_delete=restrict:as=next:columns=order_id+n',
      'copy_of_order_id:integer',
      'copy_of_number:integer',
      'copy_of:ref=OrderLine:as=copies:columns=copy_of_order_id+copy_of_number',
    ]);
    const { foreignKeys } = schemaOf(app).tables['order_line']!;
    expect(foreignKeys).toContainEqual({
      column: ['order_id', 'n'],
      table: 'order_line',
      references: ['order_id', 'number'],
      onDelete: 'restrict',
    });
    expect(own({ ...fields, self: 'ref=OrderLine:columns=order_id+number' }).problems).toEqual([
      'bad-columns: `self` would lead from each row to that row: its columns are the key of `OrderLine`',
    ]);
  });

  const { app } = delivery({
    order: 'ref=Order:required',
    line: 'ref=OrderLine:columns=order_id+line_number',
  });

  it('follows a column to its new name, and goes with the columns that are nothing else', () => {
    const renamed = renameField(app, 'Delivery', 'line_number', 'position');
    expect(printedOf(renamed)).toContain(
      'line:ref=OrderLine:on_delete=restrict:columns=order_id+position',
    );
    expect(printedOf(removeField(app, 'Delivery', 'line'))).toEqual(['order:ref=Order:required']);
    expect(() => removeField(app, 'Delivery', 'line_number')).toThrow(
      '`Delivery.line_number` is a column of the reference `line`',
    );
  });

  it('may be changed with the columns that it has, but not to others', () => {
    const changed = (text: string) => {
      const line = commandLine(['model', 'change-field', 'Delivery', text]);
      return readFieldChanges(app, findModel(app, 'Delivery'), [text], line);
    };
    const text = 'line:ref=OrderLine:columns=order_id+line_number:on_delete=cascade';
    const { after, problems } = changed(text);
    expect(problems).toEqual([]);
    expect(printedOf(after)).toContain(
      'line:ref=OrderLine:on_delete=cascade:columns=order_id+line_number',
    );
    expect(changed('line:columns=line_number+order_id').problems).toMatchObject([
      { code: 'fixed-setting', message: '`columns` cannot be changed here' },
    ]);
  });

  it('is required with the columns that are nothing else', () => {
    const text = 'line:required';
    const line = commandLine(['model', 'change-field', 'Delivery', text]);
    const { after, problems } = readFieldChanges(app, findModel(app, 'Delivery'), [text], line);
    expect(problems).toEqual([]);
    expect(printedOf(after)).toEqual([
      'order:ref=Order:required',
      'line_number:integer:required',
      'line:ref=OrderLine:required:columns=order_id+line_number',
    ]);
  });
});
