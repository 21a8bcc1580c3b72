import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseSchema, Row } from '../../src/pull/database.js';
import { queriesOf, readSchema } from '../../src/pull/pull.js';
import { withViews } from '../../src/pull/view-rows.js';

/** A schema that other people use in public, as `test/fixtures/schemas` keeps it. */
export interface PublicSchema {
  readonly name: string;
  /** How people call it. */
  readonly title: string;
  readonly database: 'sqlite' | 'postgres';
  /** The file that makes it, without its extension. */
  readonly file: string;
  /** The schemas of PostgreSQL that projects are made of; none on SQLite. */
  readonly schemas: readonly string[];
}

/** All of them, from small to large. */
export const PUBLIC_SCHEMAS: readonly PublicSchema[] = [
  of('chinook', 'Chinook', 'sqlite', []),
  of('chinook-postgres', 'Chinook', 'postgres'),
  of('northwind', 'Northwind', 'sqlite', []),
  of('pagila', 'Pagila', 'postgres'),
  of('openstreetmap', 'OpenStreetMap', 'postgres'),
  of('adventureworks', 'AdventureWorks', 'postgres', [
    ...['humanresources', 'person', 'production', 'purchasing', 'sales'],
  ]),
  of('musicbrainz', 'MusicBrainz', 'postgres', ['musicbrainz']),
];

function of(
  name: string,
  title: string,
  database: PublicSchema['database'],
  schemas: readonly string[] = ['public'],
): PublicSchema {
  return { name, title, database, file: name, schemas };
}

/** The schema of a name. */
export const publicSchema = (name: string): PublicSchema =>
  PUBLIC_SCHEMAS.find((one) => one.name === name)!;

export const FIXTURES = join(import.meta.dirname, '../fixtures/schemas');

/** The statements that make a schema, with its rows where there are some. */
export const sqlOf = ({ file }: PublicSchema): string =>
  brotliDecompressSync(readFileSync(join(FIXTURES, `${file}.sql.br`))).toString('utf8');

/** Makes a schema in an empty database of PostgreSQL, or in a new file of SQLite. */
export async function makeDatabase(schema: PublicSchema, place: string): Promise<void> {
  if (schema.database === 'postgres')
    return withClient(place, async (client) => void (await client.query(sqlOf(schema))));
  const database = new Sqlite(place);
  database.pragma('foreign_keys = OFF');
  database.exec(sqlOf(schema));
  database.close();
}

/** Works with a connection to PostgreSQL. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of queries by name. */
export async function rowsOf(
  kind: PublicSchema['database'],
  place: string,
  queries: Readonly<Record<string, string>>,
): Promise<Record<string, readonly Row[]>> {
  const rows: Record<string, readonly Row[]> = {};
  if (kind === 'sqlite') {
    const database = new Sqlite(place, { readonly: true });
    for (const [name, sql] of Object.entries(queries))
      rows[name] = database.prepare<[], Row>(sql).all();
    database.close();
    return rows;
  }
  await withClient(place, async (client) => {
    for (const [name, sql] of Object.entries(queries))
      rows[name] = (await client.query<Row>(sql)).rows;
  });
  return rows;
}

/** The tables and views of a database as `pull` reads them. */
export async function readDatabase(
  { database: kind, schemas }: Pick<PublicSchema, 'database' | 'schemas'>,
  place: string,
): Promise<DatabaseSchema> {
  const schema = readSchema(kind, await rowsOf(kind, place, queriesOf(kind)));
  const choice = schemas.length === 0 ? {} : { schema: schemas };
  return withViews(schema, choice, async (queries) => {
    const found: Record<string, readonly Row[]> = {};
    // A view that cannot be read says nothing.
    for (const [name, sql] of Object.entries(queries))
      found[name] = (await rowsOf(kind, place, { rows: sql }).catch(() => ({ rows: [] })))['rows']!;
    return found;
  });
}
