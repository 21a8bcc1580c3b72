import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../records/create-engine.js';
import { asRecord } from '../fixtures/as-record.js';
import { migrate, revertLast } from '../../database/migrate.js';
import { findDrift } from '../../database/find-drift.js';
import { openDatabase } from '../../database/open-database.js';
import {
  Crate,
  crate,
  CreateCrate20260101000001,
  CreateStop20260101000000,
  Stop,
  stop,
} from '../fixtures/odd-names.js';
import { admin, problemOf, ROLES } from '../fixtures/open-library.js';

/** The same number in each column of numbers; as a text, a `big` of two digits would sort before one of a single digit. */
const numbers = (number: number) => ({
  ...{ start: number, count: number, sum: number, max: number },
  big: String(number),
});

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
      await stops.create({ record: name, one: name, at: name, ...numbers(name.charCodeAt(0)) });
    for (const column of ['record', 'one', 'at', 'start', 'count', 'sum', 'max', 'big']) {
      const page = await stops.list({ _sort: column, _start: '0', _end: '10' });
      expect((JSON.parse(page.text) as Stop[]).map(({ id }) => id)).toEqual([2, 3, 1]);
    }
  });

  test('records are grouped by each of its columns', async () => {
    const stops = await open();
    for (const number of [10, 9, 10]) await stops.create(numbers(number));
    const measured = { sum: ['sum'], avg: ['max'], min: ['start'], max: ['count'] } as const;
    const one = { count: 1, sum: { sum: 9 }, avg: { max: 9 }, min: { start: 9 } };
    const other = { count: 2, sum: { sum: 20 }, avg: { max: 10 }, min: { start: 10 } };
    for (const column of ['start', 'count', 'sum', 'max'] as const)
      expect(await stops.groupBy([column], measured)).toMatchObject([
        { by: { [column]: 9 }, ...one, max: { count: 9 } },
        { by: { [column]: 10 }, ...other, max: { count: 10 } },
      ]);
    const order = { big: 'desc' } as const;
    expect(await stops.groupBy(['big'], { order })).toMatchObject([
      { by: { big: '10' } },
      { by: { big: '9' } },
    ]);
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

  async function openCrates() {
    const database = await openDatabase(await url(), [Crate], [CreateCrate20260101000001]);
    onTestFinished(() => database.close());
    await migrate(database);
    const settings = { maxPageSize: 100, maxQueryCost: 300 };
    const searchedFields = () => ['size', 'body'];
    const parts = { database, modules: [crate], roles: () => ROLES, searchedFields, settings };
    return { database, crates: createEngine(parts).as(admin)(Crate) };
  }

  test('a table whose names only quotes carry has no drift, and is made and dropped', async () => {
    const { database } = await openCrates();
    expect(await findDrift(database)).toEqual([]);
    await revertLast(database);
    await migrate(database);
    expect(await findDrift(database)).toEqual([]);
  });

  test('records of such a table are written, filtered, sorted, searched and deleted', async () => {
    const { crates } = await openCrates();
    const outer = await crates.create({ size: 'A', unit: 'kg', part: '1', share: 5 });
    const inner = await crates.create({ size: 'B', body: 'gherkins in a jar', outer_id: outer.id });
    const ids = async (query: Record<string, string>) => {
      const { text } = await crates.list({ _start: '0', _end: '10', ...query });
      return (JSON.parse(text) as Crate[]).map(({ id }) => id);
    };
    expect(await ids({ _sort: 'size', _order: 'desc' })).toEqual([inner.id, outer.id]);
    expect(await ids({ part: '1', share__gte: '5' })).toEqual([outer.id]);
    expect(await ids({ q: 'gherkin' })).toEqual([inner.id]);
    expect(await ids({ outer_id: String(outer.id) })).toEqual([inner.id]);
    expect(await crates.groupBy(['unit'], { sum: ['share'] })).toHaveLength(2);
    expect(asRecord(await crates.update(inner.id, { body: 'jam' }))).toMatchObject({ body: 'jam' });
    expect(await ids({ q: 'gherkin' })).toEqual([]);
    await crates.remove(outer.id);
    expect(await ids({ outer_id__isnull: 'true' })).toEqual([inner.id]);
  });

  test('values that are taken are named by the fields of such columns', async () => {
    const { crates } = await openCrates();
    await crates.create({ size: 'A', unit: 'kg', part: '1' });
    const refused = async (values: Partial<Crate>) => {
      const problem = await problemOf(crates.create(values));
      return [problem!.status, ...problem!.problems.map(({ field }) => field)];
    };
    expect(await refused({ size: 'A' })).toEqual([409, 'size']);
    expect(await refused({ unit: 'kg', part: '1' })).toEqual([409, 'unit', 'part']);
  });
};
