import { describe, expect, it } from 'vitest';
import { ownDatabase } from '../../../src/pull/again/own-database.js';
import type { DatabaseSchema } from '../../../src/pull/database.js';
import { foundTables } from '../../../src/pull/found-tables.js';
import { inSchemas, ownName, schemasIn } from '../../../src/pull/in-schemas.js';
import { pullSpec } from '../../../src/pull/pull.js';
import type { ColumnSpec, TableSchema } from '../../../src/schema/engine/schema.js';
import { EMPTY_TABLE } from '../../../src/schema/schema.js';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

const table = (columns: Record<string, ColumnSpec>, more: Partial<TableSchema> = {}) => ({
  ...EMPTY_TABLE,
  ...{ columns: { id: { type: 'id' } as const, ...columns }, primaryKey: ['id'] },
  ...more,
});
const reference = (column: string, to: string) => ({
  foreignKeys: [{ column, table: to, onDelete: 'restrict' as const }],
});

/** A database as PostgreSQL tells of it: each table by its own name, and its schema. */
const database: DatabaseSchema = (() => {
  const made = ownDatabase(
    {
      tables: {
        tag: table({ name: { type: 'text' } }),
        'people.customer': table({ name: { type: 'text' } }),
        'sales.customer': table(
          { person_id: { type: 'integer' } },
          reference('person_id', 'people.customer'),
        ),
        'sales.user': table(
          { customer_id: { type: 'integer' } },
          reference('customer_id', 'sales.customer'),
        ),
        'other.thing': table({}),
      },
    },
    'postgres',
  );
  return {
    ...made,
    tables: made.tables.map((one) => ({
      ...one,
      name: ownName(one),
      foreignKeys: one.foreignKeys.map((key) => ({
        ...key,
        table: ownName({ schema: key.schema, name: key.table }),
      })),
    })),
  };
})();

const ALL = ['public', 'people', 'sales'];

describe('the spec of several schemas', () => {
  const { text, models } = pullSpec(database, 'shop', { schema: ALL });

  it('has a model of each table, with its schema, by a name of its own', () => {
    expect(models.map(({ name, table: { name: of } }) => [name, of])).toEqual([
      ['Tag', 'tag'],
      ['Customer', 'people.customer'],
      ['SalesCustomer', 'sales.customer'],
      ['SalesUser', 'sales.user'],
    ]);
    const { spec, problems } = parseSpec('models.yaml', text);
    const checked = checkSpec(spec);
    expect([...problems, ...checked.problems].filter((one) => one.severity !== 'warning')).toEqual(
      [],
    );
    expect(checked.models.map(({ prefix }) => prefix)).toEqual([
      ...['/tag', '/customer', '/sales_customer', '/sales_user'],
    ]);
  });

  it('refers from one schema to another', () => {
    expect(text).toMatch(/person_id: ref=Customer:/);
    expect(text).toMatch(/customer_id: ref=SalesCustomer:/);
  });

  it('takes names with and without the schema', () => {
    const named = (tables: string[]) =>
      pullSpec(database, 'shop', { schema: ALL, tables }).models.map((one) => one.table.name);
    expect(named(['sales.customer', 'TAG'])).toEqual(['tag', 'sales.customer']);
    expect(named(['customer'])).toEqual(['people.customer', 'sales.customer']);
    const { unknown } = pullSpec(database, 'shop', { schema: ALL, tables: ['tag', 'a.tag'] });
    expect(unknown).toEqual(['a.tag']);
  });

  it('leaves the names of one schema alone', () => {
    const { models: alone } = pullSpec(database, 'shop', { schema: ['sales'] });
    expect(alone.map((one) => one.table.name)).toEqual(['customer', 'user']);
  });
});

describe('tables in schemas', () => {
  it('have the names that they have already', () => {
    const once = inSchemas(database, ALL);
    expect(inSchemas(once, ALL)).toEqual(once);
    expect(schemasIn(once.tables.map(({ name }) => name))).toEqual(ALL);
    expect(schemasIn(['tag'])).toEqual([]);
  });

  it('are found by the names that a project says, before those of the search path', () => {
    const found = (schemas: readonly string[], names: readonly string[]) =>
      foundTables(database, { schemas, names }).map(({ name, foreignKeys }) =>
        [name, ...foreignKeys.map((key) => key.table)].join(' -> '),
      );
    expect(found(['public'], ['tag'])).toEqual(['tag']);
    expect(found(['public'], ['tag', 'sales.customer'])).toEqual([
      ...['tag', 'sales.customer -> people.customer', 'sales.user -> sales.customer'],
    ]);
    // The search path finds the tables of a schema by their names alone, but for those that the project says with it.
    expect(found(['public', 'sales'], ['tag', 'sales.customer'])).toEqual([
      ...['tag', 'sales.customer -> people.customer', 'user -> sales.customer'],
    ]);
    expect(found(['sales'], ['customer', 'user'])).toEqual([
      ...['customer -> people.customer', 'user -> customer'],
    ]);
  });
});
