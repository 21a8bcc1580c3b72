import { describe, expect, it } from 'vitest';
import { findModel, renameField } from '../../../src/model/change.js';
import type { App } from '../../../src/model/model.js';
import { inverseName, inverseNames } from '../../../src/model/relations.js';
import { readFieldChanges } from '../../../src/project/change/field-changes.js';
import { renameSchema } from '../../../src/schema/rename-schema.js';
import { schemaOf } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { commandLine } from '../../../src/spec/parse-arguments.js';
import { printField } from '../../../src/spec/print-field.js';
import { appOfSpec } from '../../golden/app-of-spec.js';
import { parseSpec } from '../../support/parse-spec.js';

const specOf = (country: object, city: object, more: object = {}): string =>
  JSON.stringify({ models: { Country: { fields: country }, City: { fields: city, ...more } } });

const problemsOf = (text: string) => {
  const { spec, problems } = parseSpec('models.json', text);
  return [...problems, ...checkSpec(spec).problems].map(
    ({ code, message, help }) => `${code}: ${message}; ${help}`,
  );
};

const COUNTRY = { name: 'string', iso: 'string=3:required:unique' };
const CITY = { name: 'string', country: 'ref=Country:required:to=iso' };

const appOf = (country: object = COUNTRY, city: object = CITY): App =>
  appOfSpec('places', specOf(country, city));

describe('a reference to a unique field', () => {
  it('has its type and length, and a foreign key to its column', () => {
    const { city } = schemaOf(appOf()).tables;
    expect(city!.columns['country_id']).toEqual({ type: 'string', length: 3 });
    expect(city!.foreignKeys).toEqual([
      { column: 'country_id', table: 'country', references: 'iso', onDelete: 'restrict' },
    ]);
  });

  it.each(['integer', 'bigint', 'uuid'])('may have values of the type %s', (type) => {
    const app = appOf({ iso: `${type}:unique` }, { country: 'ref=Country:to=iso:column=iso' });
    expect(schemaOf(app).tables['city']!.columns['iso']).toEqual({ type, nullable: true });
  });

  it('is printed as it was written', () => {
    const { fields, table } = findModel(appOf(), 'City');
    expect(printField(fields[1]!, table)).toBe('country:ref=Country:required:to=iso');
  });

  it('follows the field to a new name', () => {
    const renamed = renameField(appOf(), 'Country', 'iso', 'code');
    expect(findModel(renamed, 'City').fields[1]!.reference).toMatchObject({ to: 'code' });
    expect(schemaOf(renamed).tables['city']!.foreignKeys).toMatchObject([{ references: 'code' }]);
    const renames = { tables: {}, columns: { country: { iso: 'code' } } };
    expect(renameSchema(schemaOf(appOf()), renames).schema).toEqual(schemaOf(renamed));
  });

  const WITHOUT = 'remove `to`, so that the column has the key of the row';
  it.each([
    [
      { iso: 'string=3' },
      CITY,
      '`Country.iso` is not unique by itself, so its values name no single row; make it unique: crudgen model change-field Country iso:unique',
    ],
    [
      { iso: 'string:key' },
      CITY,
      `\`Country.iso\` is the key, to which references lead by themselves; ${WITHOUT}`,
    ],
    [
      { iso: 'decimal=5,2:unique' },
      CITY,
      `\`Country.iso\` is decimal, but a reference has values of one of: string, integer, bigint, uuid; ${WITHOUT}`,
    ],
    [
      { iso: 'string=3:unique:read=Admin' },
      CITY,
      `\`Country.iso\` is not readable by everybody, but whoever reads the reference reads its value; ${WITHOUT}, or remove the rule that says who reads \`iso\``,
    ],
    [{ ios: 'string=3:unique' }, CITY, '`Country` has no field `iso`; did you mean `ios`?'],
    [
      COUNTRY,
      { country: 'ref=Country:lines:to=iso' },
      `lines refer to the key of their row, and \`country\` to \`iso\`; ${WITHOUT}`,
    ],
    [
      COUNTRY,
      { code: 'string:unique', above: 'ref=City:to=code' },
      `\`above\` makes rows of \`City\` a tree, which goes by their key; ${WITHOUT}`,
    ],
    [
      COUNTRY,
      { mayor: 'ref=User:to=username' },
      `rows of \`User\` are referred to by their \`id\` alone; ${WITHOUT}`,
    ],
  ])('is refused: %j, %j', (country, city, problem) => {
    expect(problemsOf(specOf(country, city))).toContain(`bad-to: ${problem}`);
  });

  it('is refused for a field that is unique per tenant alone', () => {
    const country = { tenant: 'ref=Tenant', iso: 'string=3:unique' };
    const text = JSON.stringify({
      models: { Country: { fields: country, rows: { tenant: 'tenant' } }, City: { fields: CITY } },
    });
    expect(problemsOf(text)).toContain(
      'bad-to: `Country.iso` is not unique by itself, so its values name no single row; make it unique: crudgen model change-field Country iso:unique=global',
    );
    expect(problemsOf(text.replace('=3:unique', '=3:unique=global')).join()).not.toContain(
      'bad-to',
    );
  });

  it('is not changed to other values, nor its field to one that names no single row', () => {
    const changes = (name: string, text: string) => {
      const app = appOf();
      const line = commandLine(['model', 'change-field', name, text]);
      return readFieldChanges(app, findModel(app, name), [text], line).problems.map(
        ({ code, message }) => `${code}: ${message}`,
      );
    };
    expect(changes('City', 'country:to=name')).toEqual([
      'fixed-setting: `country_id` cannot change to other values, because its rows would refer to others',
    ]);
    expect(changes('City', 'country:to=iso')).toEqual([]);
    expect(changes('City', 'country:-required')).toEqual([]);
    expect(changes('Country', 'iso:-unique')).toEqual([
      'bad-to: `Country.iso` is not unique by itself, so its values name no single row',
    ]);
  });
});

describe('the inverses of several references to one model', () => {
  const namesOf = (fields: object): readonly string[] => {
    const named = Object.entries(fields).map(([name, text], at) => [name, `${text}:as=x${at}`]);
    const app = appOfSpec(
      'shop',
      JSON.stringify({
        models: {
          Address: { fields: { street: 'string' } },
          Order: { fields: Object.fromEntries(named) as object },
        },
      }),
    );
    const order = findModel(app, 'Order');
    return inverseNames(
      order.fields.map((field) => ({
        ...{ model: 'Order', target: 'Address' },
        ...{ relation: field.reference!.relation, usual: inverseName(order, field) },
      })),
    );
  };

  it.each([
    [['address'], ['orders']],
    [
      ['billing_address', 'shipping_address'],
      ['billing_orders', 'shipping_orders'],
    ],
    [
      ['address', 'billing_address'],
      ['orders', 'billing_orders'],
    ],
    [
      ['sender', 'receiver'],
      ['sender_orders', 'receiver_orders'],
    ],
    [
      ['billing', 'billing_address'],
      ['billing_orders', 'billing_address_orders'],
    ],
  ])('%j are named %j', (relations, names) => {
    const fields = Object.fromEntries(relations.map((name) => [name, 'ref=Address']));
    expect(namesOf(fields)).toEqual(names);
  });

  it('are one row where the reference is unique', () => {
    expect(
      namesOf({ billing_address: 'ref=Address:unique', shipping_address: 'ref=Address:unique' }),
    ).toEqual(['billing_order', 'shipping_order']);
  });

  it('are proposed where a spec names none', () => {
    const text = JSON.stringify({
      models: {
        Address: { fields: { street: 'string' } },
        Order: { fields: { billing_address: 'ref=Address', shipping_address: 'ref=Address' } },
      },
    });
    expect(problemsOf(text)).toEqual([
      'missing-as: `Order` refers to `Address` more than once; name the inverse relation of each reference: `as=billing_orders`',
      'missing-as: `Order` refers to `Address` more than once; name the inverse relation of each reference: `as=shipping_orders`',
    ]);
  });
});
