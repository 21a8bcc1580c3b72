import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { expect, it } from 'vitest';
import { bytesOf } from '../../../src/disk/child/table-bytes.js';
import { startPostgres } from '../../support/postgres.js';

const TABLE = 'CREATE TABLE record_change (id integer PRIMARY KEY, changes text)';
const INDEX = 'CREATE INDEX of_changes ON record_change (changes)';
const ROWS = `INSERT INTO record_change (id, changes)
  WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
  SELECT n, 'changed ' || n FROM number`;

it('a table of SQLite is as large as its pages and those of its indexes', async () => {
  const database = new Sqlite(':memory:');
  const runner = {
    query: async (sql: string, values: unknown[]) => database.prepare(sql).all(...values),
  };
  for (const sql of [TABLE, INDEX, ROWS, 'CREATE TABLE other (changes text)']) database.exec(sql);
  const whole = database.pragma('page_count', { simple: true }) as number;
  // The schema has a page, and so has the other table.
  expect(await bytesOf('record_change', runner)).toBe((whole - 2) * 4096);
  expect(await bytesOf('nothing', runner)).toBeNull();
  database.close();
});

it('a table of PostgreSQL is as large as it says', async () => {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: await server.createDatabase() });
  await client.connect();
  const runner = {
    query: async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows,
  };
  for (const sql of [TABLE, INDEX, ROWS]) await client.query(sql);
  expect(await bytesOf('record_change', runner)).toBeGreaterThan(100_000);
  expect(await bytesOf('nothing', runner)).toBeNull();
  await client.end();
  await server.stop();
});
