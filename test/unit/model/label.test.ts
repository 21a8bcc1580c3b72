import { describe, expect, it } from 'vitest';
import { addFields, renameModel } from '../../../src/model/change.js';
import { labelFields, withLabel } from '../../../src/model/label.js';
import { type App, type Field, type Model, PLAIN_FIELD } from '../../../src/model/model.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const made = (name: string, fields: string): Model =>
  checkSpec(parseSpec('m.yaml', `models:\n  ${name}: { fields: { ${fields} } }`).spec).models[0]!;
const appOf = (...models: Model[]): App => ({ name: 'a', database: 'sqlite', models });
const field = (name: string): Field => ({ ...PLAIN_FIELD, name, column: name, type: 'string' });

describe('the label of a new model', () => {
  it('of lines is the text that each of them has', () => {
    const lined = (fields: string) =>
      checkSpec(
        parseSpec(
          'm.yaml',
          `models:\n  Job: { fields: { name: string } }\n  JobLine: { fields: { ${fields} } }`,
        ).spec,
      ).models.find(({ name }) => name === 'JobLine')!.label;
    const job = 'job: "ref=Job:lines"';
    expect(lined(`${job}, note: string, description: "string:required"`)).toBe('{description}');
    expect(lined(`${job}, code: string, description: "string:required"`)).toBe('{code}');
    expect(lined(`${job}, description: string`)).toBe('Job line #{id}');
    expect(lined('job: ref=Job, description: "string:required"')).toBe('Job line #{id}');
  });

  it.each([
    ['Order', 'number: "string:unique", sku: string', '{number}'],
    ['Order', 'number: integer', '{number}'],
    ['Product', 'sku: string, price: float', '{sku}'],
    ['Order', 'number: date, code: "enum=a,b"', null],
    ['Order', 'number: string, title: string', null],
    ['OrderLine', 'quantity: integer', 'Order line #{id}'],
    ['OrderLine', '"n": "bigint:key=generated", quantity: integer', 'Order line #{id}'],
    ['OrderLine', '"number": "integer:key", day: "date:key"', 'Order line #{number}'],
    ['OrderLine', '"number": "integer", day: "date:key", a: "integer:key"', '{number}'],
    ['OrderLine', 'id: uuid, quantity: integer', 'Order line {id}'],
    ['SKU', 'quantity: integer', null],
    ['Order', 'quantity: integer', null],
    ['Client', 'email: string, first_name: string, last_name: string', '{first_name} {last_name}'],
    [
      'Client',
      'username: string, family_name: string, given_name: text',
      '{given_name} {family_name}',
    ],
    ['Client', 'code: string, first_name: string, surname: string', '{first_name} {surname}'],
    ['Client', 'name: string, first_name: string, last_name: string', null],
    ['Client', 'title: string, first_name: string, last_name: string', null],
    ['Client', 'email: string, last_name: string', null],
    ['Client', 'email: string, first_name: string, last_name: integer', null],
  ])('of a %s with %s is %s', (name, fields, label) => {
    expect(made(name, fields).label).toBe(label);
  });

  it('of rows without an id is the first text that they have', () => {
    const listed = (fields: string) =>
      checkSpec(
        parseSpec('m.yaml', `models:\n  Sale: { read_only: true, fields: { ${fields} } }`).spec,
      ).models[0]!.label;
    expect(listed('day: date, region: string, note: text')).toBe('{region}');
    expect(listed('region: string, title: string')).toBe(null);
    expect(listed('day: date, total: integer')).toBe(null);
  });

  it('is what somebody says', () => {
    const order = made('Order', 'number: string, place: "string:label"');
    expect(order.label).toBe('{place}');
    expect(labelFields(order).map(({ name }) => name)).toEqual(['place']);
  });

  it('follows a new name and new fields', () => {
    const app = appOf(made('OrderLine', 'quantity: integer'));
    const labelOf = ({ models }: App) => models[0]!.label;
    expect(labelOf(renameModel(app, 'OrderLine', 'InvoiceLine'))).toBe('Invoice line #{id}');
    expect(labelOf(renameModel(app, 'OrderLine', 'Line'))).toBeNull();
    expect(labelOf(addFields(app, 'OrderLine', [field('code')]))).toBe('{code}');
    expect(labelOf(addFields(app, 'OrderLine', [field('name')]))).toBeNull();
  });

  it('stays as it is in a model of an older crudgen, whatever happens to it', () => {
    const old = { ...made('OrderLine', 'number: string'), label: null };
    const app = appOf(old);
    expect(addFields(app, 'OrderLine', [field('code')]).models[0]!.label).toBeNull();
    expect(renameModel(app, 'OrderLine', 'InvoiceLine').models[0]!.label).toBeNull();
    expect(withLabel(old).label).toBe('{number}');
  });
});
