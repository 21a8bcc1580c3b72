import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Choice } from '../../../src/pull/choose-tables.js';
import type { DatabaseSchema, Queries, Row, Rows } from '../../../src/pull/database.js';
import { queriesOf, readSchema } from '../../../src/pull/pull.js';
import { withViews } from '../../../src/pull/view-rows.js';

const FIXTURES = join(import.meta.dirname, '../../fixtures/pull');

/** A file of SQL that makes a database. */
export const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');

/** Where a spec of such a database is kept. */
export const keptSpec = (name: string): string => join(FIXTURES, `${name}.yaml`);

/** The tables that some SQL makes in SQLite. */
export function sqliteSchema(sql: string): DatabaseSchema {
  const database = new Sqlite(':memory:');
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  const schema = readSchema('sqlite', rowsIn(database, queriesOf('sqlite')));
  database.close();
  return schema;
}

/** The tables that some SQL makes in SQLite, and its views with what their rows say. */
export async function sqliteSchemaWithViews(
  sql: string,
  choice: Choice = {},
): Promise<DatabaseSchema> {
  const database = new Sqlite(':memory:');
  database.exec(sql);
  const schema = readSchema('sqlite', rowsIn(database, queriesOf('sqlite')));
  const whole = await withViews(schema, choice, (queries) =>
    Promise.resolve(rowsIn(database, queries, true)),
  );
  database.close();
  return whole;
}

function rowsIn(database: Sqlite.Database, queries: Queries, eachAlone = false): Rows<Queries> {
  const rowsOf = (query: string) => {
    try {
      return database.prepare(query).all() as Row[];
    } catch (error) {
      if (eachAlone) return [];
      throw error;
    }
  };
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, rowsOf(query)]));
}
