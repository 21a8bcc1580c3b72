import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../../src/engine/crud/create-engine.js';
import { asRecord } from '../../../src/engine/model/records.js';
import { migrate } from '../../../src/engine/database/migrate.js';
import { openDatabase } from '../../../src/engine/database/open-database.js';
import { CreateStop20260101000000, Stop, stop } from '../fixtures/odd-names.js';
import { admin, problemOf, ROLES } from '../fixtures/open-library.js';

/** Columns may have any name, also one that the engine's SQL gives to something of its own. */
export const describeOddNames = (url: () => Promise<string>) => {
  async function open() {
    const database = await openDatabase(await url(), [Stop], [CreateStop20260101000000]);
    onTestFinished(() => database.close());
    await migrate(database);
    const settings = { maxPageSize: 100, maxQueryCost: 300 };
    const parts = { database, modules: [stop], roles: () => ROLES, searchedFields: () => [] };
    return createEngine({ ...parts, settings }).as(admin)(Stop);
  }

  test('a list sorts by each of its columns', async () => {
    const stops = await open();
    for (const name of ['c', 'a', 'b'])
      await stops.create({ record: name, one: name, at: name, start: name.charCodeAt(0) });
    for (const column of ['record', 'one', 'at', 'start']) {
      const page = await stops.list({ _sort: column, _start: '0', _end: '10' });
      expect((JSON.parse(page.text) as Stop[]).map(({ id }) => id)).toEqual([2, 3, 1]);
    }
  });

  test('a tree is checked for cycles', async () => {
    const stops = await open();
    const { id } = await stops.create({ at: 'a' });
    const below = await stops.create({ at: 'b', child_id: id });
    expect(asRecord(await stops.update(below.id, { child_id: id, one: 'x' }))).toMatchObject({
      child_id: id,
    });
    expect(await problemOf(stops.update(id, { child_id: below.id }))).toMatchObject({
      status: 422,
    });
  });

  test('a refused value is named, or not where the row would be hidden', async () => {
    const stops = await open();
    await stops.create({ at: 'a' });
    const { id } = await stops.create({ at: 'b' });
    expect(await problemOf(stops.update(id, { at: 'a' }))).toMatchObject({ status: 409 });
    expect(await problemOf(stops.create({ at: 'a' }))).toMatchObject({ status: 409 });
    const hidden = stops.update(id, { at: 'a', record: 'hidden' });
    expect(await problemOf(hidden)).toMatchObject({ status: 403 });
  });
};
