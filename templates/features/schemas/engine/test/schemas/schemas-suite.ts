import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDrift, findTriggers } from '../../database/find-drift.js';
import { migrate, revertLast } from '../../database/migrate.js';
import { StepMigration } from '../../database/steps/step-migration.js';
import {
  addColumn,
  createTable,
  dropIndex,
  dropTable,
  dropUnique,
  renameColumn,
  renameTable,
  sql,
} from '../../database/steps/step.js';
import type { Query } from '../../model/operations.js';
import { execute, wholeSchema } from '../database/whole-schema.js';
import { admin, problemOf } from '../fixtures/open-library.js';
import { CreateShop20260101000000, Customer, openShop, openTables, Person, Tag } from './shop.js';

/** Changes of each kind, and a table that moves into another schema under another name. */
class ChangeShop20260102000000 extends StepMigration {
  readonly name = 'ChangeShop20260102000000';
  readonly steps = [
    addColumn('sales.customer', 'note', { type: 'text', nullable: true }),
    renameColumn('sales.customer', 'city', 'town'),
    dropUnique('sales.customer', ['number']),
    dropIndex('sales.customer', ['town']),
    renameTable('sales.customer_tags', 'sales.customer_labels'),
    renameTable('sales.customer', 'archive.client'),
    renameTable('tag', 'sales.tag'),
    renameTable('people.customer', 'customer'),
    createTable('archive.note', { id: { type: 'id' } }),
    createTable('archive.passing', { id: { type: 'id' } }),
    dropTable('archive.passing'),
  ];
}

/** A trigger of the developer's on the table of customers. */
class WatchCustomers20260103000000 extends StepMigration {
  readonly name = 'WatchCustomers20260103000000';
  readonly steps = [
    sql({
      sqlite: `CREATE TRIGGER watch AFTER UPDATE OF city ON sales_customer BEGIN SELECT 1; END`,
      postgres: [
        `CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
        `CREATE TRIGGER watch AFTER UPDATE ON sales.customer FOR EACH ROW EXECUTE FUNCTION watch()`,
      ],
    }),
  ];
}

/** Tables in schemas; `url` gives a fresh database. */
export const describeSchemas = (url: () => Promise<string>): void => {
  describe('records of tables in schemas', () => {
    let shop: Awaited<ReturnType<typeof openShop>>;
    beforeAll(async () => {
      shop = await openShop(await url());
    }, 60_000);
    afterAll(() => shop.database.close());

    const of = (entity: new () => object) => shop.engine.operations(admin)(entity);
    const listed = async (entity: new () => object, query: Query = {}) =>
      JSON.parse((await of(entity).list(query)).text) as Record<string, unknown>[];

    test('are written and read, with those of the other table of the name', async () => {
      const { record: person } = await of(Person).create({ name: 'Ann' });
      const { records: tags } = await of(Tag).createMany([{ name: 'new' }, { name: 'big' }]);
      const { record: customer } = await of(Customer).create({
        ...{ number: 'C1', city: 'Bonn', person_id: person.id, tags: tags.map(({ id }) => id) },
      });
      const whole = { number: 'C1', person: { name: 'Ann' }, tags: tags.map(({ id }) => id) };
      expect(await listed(Customer, { _expand: 'person' })).toMatchObject([whole]);
      expect(await listed(Customer, { tags: String(tags[1]!.id) })).toMatchObject([
        { number: 'C1' },
      ]);
      expect(await of(Customer).update(customer.id, { city: 'Köln' })).toMatchObject({
        city: 'Köln',
      });
      expect(await listed(Customer, { person_id: String(person.id), q: 'köln' })).toHaveLength(1);

      const more = ['C2', 'C3'].map((number) => ({ number, person_id: person.id }));
      const { records } = await of(Customer).createMany(more);
      const changes = records.map(({ id }) => ({ id, values: { city: 'Ulm' } }));
      expect(await of(Customer).updateMany(changes)).toMatchObject([
        { city: 'Ulm' },
        { city: 'Ulm' },
      ]);
      await of(Customer).remove(records[0]!.id);
      expect((await of(Customer).list({})).total).toBe(2);
      await of(Person).remove(person.id);
      expect(await listed(Customer)).toEqual([]);
    });

    test('tell by name which field the database refuses', async () => {
      const { record: person } = await of(Person).create({ name: 'Ann' });
      const values = { number: 'D1', person_id: person.id };
      await of(Customer).create(values);
      const refused = { status: 409, problems: [{ field: 'number' }] };
      expect(await problemOf(of(Customer).create(values))).toMatchObject(refused);
    });

    test('are found by TypeORM, too', async () => {
      const { manager } = shop.database.dataSource;
      const ann = await manager.save(Person, { name: 'Cid' });
      const tag = await manager.save(Tag, { name: 'own' });
      await manager.save(Customer, { number: 'T1', person_id: ann.id, tags: [tag] });
      const found = await manager.find(Customer, {
        where: { number: 'T1' },
        relations: { person: true, tags: true },
      });
      expect(found).toMatchObject([{ person: { name: 'Cid' }, tags: [{ name: 'own' }] }]);
    });
  });

  describe('migrations of tables in schemas', () => {
    test('make what the entities need', async () => {
      const database = await openTables(await url());
      await migrate(database);
      expect(await findDrift(database)).toEqual([]);
      await database.dataSource.query(
        `DROP INDEX ${database.dialect.name === 'postgres' ? 'sales.' : ''}"idx_sales_customer_city"`,
      );
      const { table } = of(database.dialect.name);
      expect(await findDrift(database)).toEqual([`\`${table}\` has no index on city`]);
      await database.close();
    });

    test('are reverted to the state before', async () => {
      const place = await url();
      const first = await openTables(place);
      await migrate(first);
      await first.close();
      const before = await wholeSchema(place);
      const database = await openTables(place, [
        CreateShop20260101000000,
        ChangeShop20260102000000,
      ]);
      await migrate(database);
      expect((await findDrift(database)).length).toBeGreaterThan(0);
      await revertLast(database);
      expect(await findDrift(database)).toEqual([]);
      await database.close();
      // The schema that a table needed stays, as others may use it.
      await execute(place, of(database.dialect.name).clean);
      expect(named(await wholeSchema(place))).toEqual(named(before));
    });

    test('know the tables with triggers', async () => {
      const database = await openTables(await url(), [
        CreateShop20260101000000,
        WatchCustomers20260103000000,
      ]);
      await migrate(database);
      expect([...(await findTriggers(database))]).toEqual([of(database.dialect.name).table]);
      await database.close();
    });
  });
};

/** The names of objects. PostgreSQL still counts columns that are gone, and calls those of indexes as before. */
const named = (schema: unknown): readonly string[] =>
  (schema as { objects: readonly { kind?: string; type?: string; name: string }[] }).objects
    .filter(({ kind }) => kind !== 'column')
    .map(({ kind, type, name }) => `${kind ?? type} ${name}`)
    .sort();

/** What is different on each database. */
const of = (dialect: 'sqlite' | 'postgres') =>
  ({
    sqlite: { table: 'sales_customer', clean: 'SELECT 1' },
    postgres: { table: 'sales.customer', clean: 'DROP SCHEMA archive' },
  })[dialect];
