import { expect, onTestFinished, test } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import { createEngine } from '../../records/create-engine.js';
import { asRecord } from '../fixtures/as-record.js';
import { CreateGuest20260101000000, Guest, guest } from '../fixtures/guest.js';
import { admin, problemOf, ROLES } from '../fixtures/open-library.js';

/** Columns that the database computes are read like any others, and nobody writes them. */
export const describeGenerated = (url: () => Promise<string>) => {
  async function open() {
    const database = await openDatabase(await url(), [Guest], [CreateGuest20260101000000]);
    onTestFinished(() => database.close());
    await migrate(database);
    expect(await findDrift(database)).toEqual([]);
    const settings = { maxPageSize: 100, maxQueryCost: 300 };
    const parts = { database, modules: [guest], roles: () => ROLES, searchedFields: () => [] };
    const engine = createEngine({ ...parts, settings });
    const isPostgres = database.dialect.name === 'postgres';
    const operations = engine.operations(admin)(Guest);
    return { guests: engine.as(admin)(Guest), operations, isPostgres };
  }

  test('a record has the computed values when it is created, and after each change', async () => {
    const { guests, operations } = await open();
    const made = await guests.create({ first: 'Ann', last: 'Lee', price: 90 });
    expect(made).toMatchObject({ full_name: 'Ann Lee', cost: 90 });
    const changed = asRecord(await operations.update(made.id, { last: null, nights: 3 }));
    expect(changed).toMatchObject({ full_name: 'Ann ', cost: 270 });
    expect(asRecord(await operations.get(made.id))).toMatchObject({ cost: 270 });
  });

  test('a value that is sent back is ignored, also in many records', async () => {
    const { guests, operations } = await open();
    const sent = { first: 'Bo', full_name: 'Somebody else', cost: 7, price: 2 };
    expect(asRecord(await operations.create(sent))).toMatchObject({ full_name: 'Bo ', cost: 2 });
    const many = await guests.createMany([
      { first: 'Cy', price: 3 },
      { first: 'Di', nights: 2, price: 5 },
    ]);
    expect(many.map(({ cost }) => cost)).toEqual([3, 10]);
    await guests.updateMany(many.map(({ id }) => ({ id, values: { price: 10 } })));
    const page = await guests.list({ _sort: 'cost', _order: 'DESC' });
    expect((JSON.parse(page.text) as Guest[]).map(({ cost }) => cost)).toEqual([20, 10, 2]);
  });

  test('lists filter and sort by it, and figures add it up', async () => {
    const { guests, operations } = await open();
    for (const [first, price] of [
      ['Eve', 5],
      ['Flo', 4],
      ['Gus', 900],
    ] as const)
      await guests.create({ first, price });
    const named = async (query: Record<string, string>) =>
      (JSON.parse((await operations.list(query)).text) as Guest[]).map(({ first }) => first);
    expect(await named({ full_name__startswith: 'Fl' })).toEqual(['Flo']);
    expect(await named({ cost__lt: '100', _sort: 'cost' })).toEqual(['Flo', 'Eve']);
    const { groups } = await operations.aggregate({ _sum: 'cost' });
    expect(groups).toMatchObject([{ sum: { cost: 909 } }]);
  });

  test('a row rule sees what the database would compute', async () => {
    const { guests, operations } = await open();
    const costly = operations.create({ first: 'Hal', price: 600, nights: 2 });
    expect(await problemOf(costly)).toMatchObject({ status: 403 });
    const made = await guests.create({ first: 'Ida', price: 600 });
    expect(await problemOf(operations.update(made.id, { nights: 2 }))).toMatchObject({
      status: 403,
    });
    expect(asRecord(await operations.get(made.id))).toMatchObject({ cost: 600 });
  });

  test('a value that a new record lacks is made by the database, as far as it can', async () => {
    const { guests, operations, isPostgres } = await open();
    const [number, next] = isPostgres ? [1, 2] : [null, null];
    const made = asRecord(await operations.create({ first: 'Kim', number: 70 }));
    expect(made).toMatchObject({ token: 'new guest', hint: null, number });
    const given = asRecord(await operations.create({ first: 'Lou', token: 'mine' }));
    expect(given).toMatchObject({ token: 'mine', number: next });
    const many = await guests.createMany([{ first: 'Max' }, { first: 'Ned', token: 'his' }]);
    expect(many.map(({ token }) => token)).toEqual(['new guest', 'his']);
    const replaced = await operations.replace(1, { first: 'Kim' });
    expect(asRecord(replaced)).toMatchObject({ token: 'new guest', number });
    const none = operations.create({ first: 'Oda', token: null });
    expect(await problemOf(none)).toMatchObject({ status: 422 });
  });

  test('code that writes it is told so', async () => {
    const { guests } = await open();
    const made = guests.create({ first: 'Jo', cost: 5 });
    await expect(made).rejects.toThrow('Guest.cost');
  });
};
