import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLiveSchema } from '../../../../templates/service/engine/database/find-drift.js';
import type { Database } from '../../../../templates/service/engine/database/database.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres(['TimeZone=Asia/Tokyo']);
let database: Database;

beforeAll(async () => {
  const url = await server.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE SCHEMA own;
    CREATE SCHEMA other;
    CREATE TABLE public.part (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
    CREATE TABLE own.note (id integer PRIMARY KEY, part_id integer REFERENCES public.part (id));
    CREATE TABLE own.clash (id integer PRIMARY KEY);
    CREATE TABLE public.clash (id integer PRIMARY KEY, more text);
    CREATE TABLE other.hidden (id integer PRIMARY KEY);`);
  await client.end();
  const place = new URL(url);
  place.searchParams.set('options', '-c search_path=own,public');
  database = await openDatabase(place.href.replaceAll('+', '%20'), [], [], { statementTimeout: 7 });
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.stop();
}, 60_000);

it('keeps its own options of sessions beside those of the URL', async () => {
  const rows: object[] = await database.dataSource.query(
    `SELECT current_setting('search_path') AS path, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout`,
  );
  expect(rows).toEqual([{ path: 'own,public', zone: 'UTC', timeout: '7s' }]);
});

it('finds the tables of all schemas that statements find them in', async () => {
  const runner = database.dataSource.createQueryRunner();
  const { tables } = await readLiveSchema(runner, database.dialect);
  await runner.release();
  expect([...tables.keys()].sort()).toEqual(['clash', 'note', 'part']);
  expect([...tables.get('clash')!.columns.keys()]).toEqual(['id']);
  expect(tables.get('note')!.foreignKeys).toMatchObject([{ table: 'part', references: ['id'] }]);
  expect(tables.get('part')!.indexes).toHaveLength(2);
});
