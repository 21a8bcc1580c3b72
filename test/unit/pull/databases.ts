import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { DatabaseSchema, Row } from '../../../src/pull/database.js';
import { queriesOf, readSchema } from '../../../src/pull/pull.js';

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
  const rows = Object.entries(queriesOf('sqlite')).map(([name, query]) => [
    name,
    database.prepare(query).all() as Row[],
  ]);
  database.close();
  return readSchema('sqlite', Object.fromEntries(rows) as Record<string, Row[]>);
}
