import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { ownSchema } from '../../../../templates/features/own-schema/engine/own-schema/index.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { startPostgres } from '../../../support/postgres.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

/** The URL of a new database with a table of others, for sessions with a search path. */
async function newPlace(path: string | null, before = 'CREATE TABLE part (id integer)') {
  const url = await server.createDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(before);
  await client.end();
  if (path === null) return url;
  const place = new URL(url);
  place.searchParams.set('options', `-c search_path=${path}`);
  return place.href.replaceAll('+', '%20');
}

/** What a new table of the service is called, with its schema, once the feature has prepared the database. */
async function placeOfNewTable(url: string): Promise<unknown> {
  const database = await openDatabase(url, [], []);
  try {
    await ownSchema.prepare!(database);
    await ownSchema.prepare!(database);
    const runner = database.dataSource.createQueryRunner();
    await runner.query('CREATE TABLE IF NOT EXISTS migrations (id integer)');
    expect(await runner.hasTable('migrations')).toBe(true);
    const [found] = (await runner.query(
      `SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'migrations' ORDER BY schemaname = 'public'`,
    )) as { schema: string }[];
    await runner.release();
    return found!.schema;
  } finally {
    await database.close();
  }
}

it('makes the first schema of the search path, where tables are then created', async () => {
  expect(await placeOfNewTable(await newPlace('crudgen,public'))).toBe('crudgen');
});

it('leaves a table of others with the name of an own one as it is', async () => {
  const before = 'CREATE TABLE migrations (migration text, batch integer)';
  expect(await placeOfNewTable(await newPlace('crudgen,public', before))).toBe('crudgen');
});

it('needs no schema in a database without tables of others, and not again where own tables are', async () => {
  expect(await placeOfNewTable(await newPlace(null, 'SELECT 1'))).toBe('public');
  const own = 'CREATE TABLE auth_user (id integer); CREATE TABLE part (id integer)';
  expect(await placeOfNewTable(await newPlace(null, own))).toBe('public');
});

it.each([null, 'public', '"$user",public'])(
  'refuses tables of others in the schema where it would create its own: %s',
  async (path) => {
    await expect(placeOfNewTable(await newPlace(path))).rejects.toThrow(
      /among those of the schema `public`: name a schema for them in front of it, in DATABASE_URL: \?options=-c%20search_path%3Dcrudgen%2Cpublic/,
    );
  },
);

it('says who may make a schema that it may not make', async () => {
  const url = await newPlace('crudgen,public', "CREATE ROLE guest LOGIN PASSWORD 'guest'");
  const guest = Object.assign(new URL(url), { username: 'guest', password: 'guest' }).href;
  await expect(placeOfNewTable(guest)).rejects.toThrow(
    /the schema `crudgen`, in which the service keeps its own tables, cannot be made: .*; have it made with: CREATE SCHEMA "crudgen" AUTHORIZATION/,
  );

  const other = await newPlace(
    'crudgen,public',
    'CREATE SCHEMA crudgen; GRANT ALL ON SCHEMA public TO PUBLIC',
  );
  const second = Object.assign(new URL(other), { username: 'guest', password: 'guest' }).href;
  await expect(placeOfNewTable(second)).rejects.toThrow(
    'GRANT USAGE, CREATE ON SCHEMA "crudgen" TO the_user_of_the_service',
  );
});
