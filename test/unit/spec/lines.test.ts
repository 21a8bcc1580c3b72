import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/model/model.js';
import { checkFields, checkSpec } from '../../../src/spec/check.js';
import { commandLine, parseFieldArguments } from '../../../src/spec/parse-arguments.js';
import { parseSpec } from '../../support/parse-spec.js';

/** Parses and checks the models of a spec. */
function check(models: string, existing: readonly Model[] = []) {
  const { spec, problems } = parseSpec('models.yaml', `models:\n${models}`);
  const checked = checkSpec(spec, existing);
  return { models: checked.models, problems: [...problems, ...checked.problems] };
}

/** What is wrong, where, and what to do. */
const faults = (...given: Parameters<typeof check>): string[] =>
  check(...given).problems.map(
    ({ message, at, help }) =>
      `${at!.text.slice(at!.column - 1, at!.column - 1 + at!.length)}: ${message}; ${help}`,
  );

const fieldOf = (models: readonly Model[], model: string, name: string) =>
  models.find((one) => one.name === model)!.fields.find((one) => one.name === name)!;

const ORDER = '  Order: { fields: { number: string } }\n';
const PART = '  Part: { fields: { name: string, price: "decimal=10,2", unit: ref=Unit } }\n';
const UNIT = '  Unit: { fields: { name: string } }\n';

describe('lines', () => {
  it.each([
    'order: ref=Order:lines:as=lines',
    'order: ref=Order:required:lines:on_delete=cascade:as=lines',
    'order: { ref: Order, lines: true, as: lines }',
    'order: { type: ref=Order, lines: true, required: true, on_delete: cascade, as: lines }',
  ])('are required and deleted with their row: %s', (text) => {
    const { models, problems } = check(`${ORDER}  Line: { fields: { ${text} } }`);
    expect(problems).toEqual([]);
    expect(fieldOf(models, 'Line', 'order_id')).toMatchObject({
      required: true,
      reference: { model: 'Order', inverse: 'lines', onDelete: 'cascade', lines: true },
    });
  });

  it.each(['id: uuid=v4, ', 'number: uuid:key, '])('without an order are warned of: %s', (key) => {
    const line = (fields: string, model = '') =>
      faults(`${ORDER}  Line: { ${model}fields: { ${fields}order: ref=Order:lines } }`);
    const none = 'timestamps: false, ';
    expect(line(key, none)).toEqual([
      'Line: the lines of `Line` have no order: their ids are random, and nothing tells when a line was made; add `position: integer`, or leave out `timestamps: false`',
    ]);
    expect(line(key)).toEqual([]);
    expect(line(`${key}position: integer, `, none)).toEqual([]);
    expect(line(`${key}made: datetime:created, `, none)).toEqual([]);
    expect(line('id: uuid, ', none)).toEqual([]);
    expect(line('id: public, ', none)).toEqual([]);
    expect(line('', none)).toEqual([]);
  });

  it('are none where the object form says so', () => {
    const { models } = check(`${ORDER}  Line: { fields: { order: { ref: Order, lines: false } } }`);
    expect(fieldOf(models, 'Line', 'order_id')).toMatchObject({
      required: false,
      reference: { onDelete: 'set_null', lines: false },
    });
  });

  it.each([
    [
      'order: { ref: Order, lines: true, required: false }',
      'required: a line always belongs to a row, so its reference is required; leave `required` out',
    ],
    [
      'order: ref=Order:lines:on_delete=restrict',
      'lines: `order` has an `on_delete` other than `cascade`, but lines are deleted with their row; use `on_delete=cascade`, or remove `lines`',
    ],
    [
      'order: ref=Order:lines:on_delete=set_null',
      'lines: `order` has an `on_delete` other than `cascade`, but lines are deleted with their row; use `on_delete=cascade`, or remove `lines`',
    ],
    [
      'order: ref=Order:lines:unique',
      'lines: `order` is unique, so a row could only have one line; remove `unique`, or `lines`',
    ],
    [
      'user: ref=User:lines',
      'lines: rows of `User` cannot have lines: the model is built into every project; remove `lines`',
    ],
    [
      'tenant: ref=Tenant:lines',
      'lines: rows of `Tenant` cannot have lines: the model is built into every project; remove `lines`',
    ],
    [
      'order: ref=Order:lines, other: ref=Order:lines:as=others',
      'lines: rows of `Line` are already lines of `Order` by `order`; remove `lines` from one of the two references: rows can be lines of one model only',
    ],
    ['order: ref=Order:lines=yes', 'yes: `lines` takes no value; write `lines`'],
    [
      'orders: refs=Order:lines',
      'lines: `lines` cannot be used with `refs`; use it with a `ref`: `project:ref=Project:lines`',
    ],
    [
      'order: "ref=Order,lines"',
      ',lines: `lines` is a modifier and has to follow a colon; write `ref=Order:lines`',
    ],
  ])('are refused: %s', (text, fault) => {
    expect(faults(`${ORDER}  Line: { fields: { ${text} } }`)).toEqual([fault]);
  });

  it('are none of their own model, whose rows may form a tree', () => {
    expect(faults('  Line: { fields: { line: ref=Line:lines } }')).toContain(
      'lines: `Line` cannot be lines of itself, because its rows could form a tree; remove `lines`',
    );
  });

  it('need to tell of their change by the row that they belong to', () => {
    const order = '  Order: { timestamps: false, fields: { number: string } }\n';
    expect(faults(`${order}  Line: { fields: { order: ref=Order:lines } }`)).toEqual([
      'lines: `Order` has no `updated_at`, which has to change with each line; give `Order` timestamps or a field such as `changed_on:datetime:updated`, or remove `lines`',
    ]);
  });

  it('may belong to a row without timestamps that has `updated_at` in its own way', () => {
    const [order] = check(ORDER).models;
    const own: Model = {
      ...order!,
      timestamps: false,
      others: [{ column: 'updated_at', kind: 'moment' }],
    };
    expect(faults('  Line: { fields: { order: ref=Order:lines } }', [own])).toEqual([]);
    expect(
      faults('  Line: { fields: { order: ref=Order:lines } }', [{ ...own, others: [] }]),
    ).toHaveLength(1);
  });

  it('are more than one of a row, also where they would be unique per tenant', () => {
    const line =
      '  Line: { rows: { tenant: tenant }, fields: { order: ref=Order:lines:unique, tenant: ref=Tenant } }';
    expect(faults(ORDER + line)).toContain(
      'lines: `order` is unique, so a row could only have one line; remove `unique`, or `lines`',
    );
  });

  it('are no users and no tenants', () => {
    expect(faults(`${ORDER}  User: { fields: { order: ref=Order:lines:as=people } }`)).toContain(
      'lines: rows of `User` cannot be lines of other rows; remove `lines`',
    );
  });

  it('of a model that is lines already are refused on the command line', () => {
    const { models } = check(
      `${ORDER}  Line: { fields: { order: ref=Order:lines } }\n  Bill: { fields: { number: string } }`,
    );
    const text = 'bill:ref=Bill:lines';
    const { fields } = parseFieldArguments([text], commandLine([text]));
    const { problems } = checkFields(models[1]!, fields, models);
    expect(problems.map(({ message }) => message)).toEqual([
      'rows of `Line` are already lines of `Order` by `order`',
    ]);
  });
});

describe('a source', () => {
  it.each([
    ['price: "decimal=12,2:from=part.price"', 'price', { relation: 'part', field: 'price' }],
    ['price: { type: decimal, from: part.price }', 'price', { relation: 'part', field: 'price' }],
    ['price: "decimal:from=part_id.price"', 'price', { relation: 'part', field: 'price' }],
    ['unit: ref=Unit:from=part.unit', 'unit_id', { relation: 'part', field: 'unit_id' }],
    ['note: string:from=maker.email', 'note', { relation: 'maker', field: 'email' }],
    ['name: string:from=other.name', 'name', { relation: 'other', field: 'name' }],
  ])('is a field of what a reference names: %s', (text, name, from) => {
    const line = `  Line: { fields: { ${text}, part: ref=Part, maker: ref=User, other: ref=Line:as=more } }`;
    const { models, problems } = check(UNIT + PART + line);
    expect(problems).toEqual([]);
    expect(fieldOf(models, 'Line', name).from).toEqual(from);
  });

  it.each([
    [
      'price: decimal:from=prt.price',
      'prt.price: `Line` has no reference `prt`; did you mean `part`?',
    ],
    [
      'price: decimal:from=part.prise',
      'part.prise: `Part` has no field `prise`; did you mean `price`?',
    ],
    ['price: decimal:from=part.zzz', 'part.zzz: `Part` has no field `zzz`; known: price'],
    [
      'price: integer:from=part.price',
      'part.price: `Line.price` is integer, but `Part.price` is decimal; give both fields one type, or remove `from`',
    ],
    [
      'owner: ref=User:from=part.unit',
      'part.unit: `Line.owner_id` is ref=User, but `Part.unit_id` is ref=Unit; give both fields one type, or remove `from`',
    ],
    [
      'price: decimal:from=parts.price',
      'parts.price: `parts` is refs, which does not lead to a single record; name a reference: part, tenant',
    ],
    [
      'name: string:from=tenant.nme',
      'tenant.nme: `Tenant` has no field `nme`; did you mean `name`?',
    ],
    [
      'price: decimal:from=price',
      'price: `price` is not a valid source; write a reference of this model, a dot and a field of the other model: `part.price`',
    ],
    [
      'price: { type: decimal, from: 3 }',
      '3: `from` must be a string; write a reference of this model, a dot and a field of the other model: `part.price`',
    ],
  ])('is refused: %s', (text, fault) => {
    const line = `  Line: { fields: { ${text}, part: ref=Part, parts: refs=Part:as=many, tenant: ref=Tenant } }`;
    expect(faults(UNIT + PART + line)).toEqual([fault]);
  });

  it('is not the field itself', () => {
    expect(faults('  Line: { fields: { above: ref=Line:from=above.above } }')).toEqual([
      'above.above: `above` cannot be filled from itself; remove `from`',
    ]);
  });

  it('is not reported where what it leads to has a problem of its own', () => {
    const line = '  Line: { fields: { part: rf=Part, price: decimal:from=part.price } }';
    expect(check(UNIT + PART + line).problems.map(({ code }) => code)).toEqual(['unknown-type']);
    const part = '  Part: { fields: { price: decmal } }\n';
    const other = '  Line: { fields: { part: ref=Part, price: decimal:from=part.price } }';
    expect(check(part + other).problems.map(({ code }) => code)).toEqual(['unknown-type']);
  });

  it('is found among the fields that a model has', () => {
    const { models } = check(`${UNIT}${PART}  Line: { fields: { part: ref=Part } }`);
    const text = 'price:decimal:from=part.price';
    const { fields: specs } = parseFieldArguments([text], commandLine([text]));
    const { fields, problems } = checkFields(models[2]!, specs, models);
    expect(problems).toEqual([]);
    expect(fields.map(({ from }) => from)).toEqual([{ relation: 'part', field: 'price' }]);
  });
});
