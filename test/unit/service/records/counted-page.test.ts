import 'reflect-metadata';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { Connection } from '../../../../templates/service/engine/database/sqlite/connection.js';
import { findTrigrams } from '../../../../templates/service/engine/database/find-drift.js';
import { migrate } from '../../../../templates/service/engine/database/migrate.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import type { Engine } from '../../../../templates/service/engine/model/records.js';
import type { Query } from '../../../../templates/service/engine/model/operations.js';
import {
  ROLES,
  admin,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { CreatePage, openSearched, Page } from '../trigrams/trigrams-suite.js';

let server: TestPostgres;
let database: Database;
let engine: Engine;
let inFile: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openSearched(await server.createDatabase(), [Page], [CreatePage]);
  inFile = await openSearched('sqlite::memory:', [Page], [CreatePage]);
  engine = await fill(database);
}, 60_000);
afterAll(async () => {
  await Promise.all([database.close(), inFile.close()]);
  await server.stop();
});
afterEach(() => vi.restoreAllMocks());

async function fill(database: Database): Promise<Engine> {
  await migrate(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Page, access: defineAccess({}) }],
    roles: () => ROLES,
    searchedFields: () => [],
    trigrams: await findTrigrams(database),
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  const pages = engine.as(admin)(Page);
  for (const title of ['one apple', 'two apples', 'a pear', 'three Apples', null, 'four apples'])
    await pages.create({ title });
  // The first search asks for the server's statistics, too.
  await pages.list({ title__ilike: 'apple' });
  return engine;
}

/** The titles of a page, what tells its place, and how many statements it took. */
async function list(query: Query) {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const { text, start, end, total, next } = await engine.as(admin)(Page).list(query);
  const titles = (JSON.parse(text) as { title: string | null }[]).map(({ title }) => title);
  return { titles, place: [start, end, total], next, statements: asked.mock.calls.length };
}

test.each<[Query, (string | null)[], number[], boolean]>([
  [{ _end: '2' }, ['one apple', 'two apples'], [0, 2, 6], true],
  [{ _sort: 'title', _start: '4', _end: '9' }, ['three Apples', 'two apples'], [4, 6, 6], false],
  [{ title__ilike: 'apple', _end: '2' }, ['one apple', 'two apples'], [0, 2, 4], true],
  [
    { title__ilike: 'APPLE', _sort: 'title', _order: 'DESC', _end: '1' },
    ['two apples'],
    [0, 1, 4],
    true,
  ],
  [{ title__ilike: 'apple', _start: '3' }, ['four apples'], [3, 4, 4], false],
  [{ title__ilike: 'plum' }, [], [0, 0, 0], false],
])('a page and its total are one statement: %j', async (query, titles, place, goesOn) => {
  const found = await list(query);
  expect(found).toMatchObject({ titles, place, statements: 1 });
  expect(found.next !== undefined).toBe(goesOn);
});

test.each<[Query, number[]]>([
  [{ _start: '7', _end: '9' }, [7, 7, 6]],
  [{ title__ilike: 'apple', _start: '50', _end: '60' }, [50, 50, 4]],
  [{ _start: '0', _end: '0' }, [0, 0, 6]],
])('a page without rows has its total all the same: %j', async (query, place) => {
  expect(await list(query)).toMatchObject({ titles: [], place, next: undefined });
});

test('the cursor of a page is behind its last record', async () => {
  const { next } = await list({ title__ilike: 'apple', _sort: 'title', _end: '2' });
  const { titles } = await list({
    title__ilike: 'apple',
    _sort: 'title',
    _after: next!,
    _end: '2',
  });
  expect(titles).toEqual(['three Apples', 'two apples']);
});

test('on SQLite only a search by trigrams tells both, and a total is kept as any other', async () => {
  const pages = (await fill(inFile)).as(admin)(Page);
  const asked = vi.spyOn(Connection.prototype, 'select');
  const ask = async (query: Query) => {
    asked.mockClear();
    const { text, total } = await pages.list({ _end: '2', ...query });
    const titles = (JSON.parse(text) as { title: string }[]).map(({ title }) => title);
    return { titles, total, counts: asked.mock.calls.map(([sql]) => sql.includes('COUNT(*)')) };
  };
  const first = { titles: ['one apple', 'two apples'], total: 4 };
  await pages.create({ title: 'another pear' });
  expect(await ask({ title__ilike: 'apple' })).toEqual({ ...first, counts: [true] });
  const next = { titles: ['three Apples', 'four apples'], total: 4, counts: [false] };
  expect(await ask({ title__ilike: 'apple', _start: '2', _end: '4' })).toEqual(next);
  await pages.create({ title: 'no more pears' });
  expect(await ask({ title__ilike: 'apple' })).toEqual({ ...first, counts: [true] });
  expect(await ask({ title__ilike: 'apple', _start: '9', _end: '11' })).toMatchObject({
    titles: [],
    total: 4,
  });
  expect((await ask({ title__startswith: 'o' })).counts).toEqual([true, false]);
});
