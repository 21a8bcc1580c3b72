import type { QueryRunner } from 'typeorm';
import type { Catalog, Relations } from '../database/schema-dialect.js';

/** Rows of `table` and `name`; of checks in SQLite, the statement of the table has the name. */
const IN_SQLITE = `
    SELECT tbl_name AS "table", name, NULL AS "sql" FROM sqlite_master WHERE type = 'index'
    UNION ALL SELECT name, NULL, sql FROM sqlite_master WHERE type = 'table'`;

const inPostgres = ({ name, found }: Relations): string => `
    SELECT ${name('c')} AS "table", i.relname AS name, NULL AS "sql" FROM pg_index x
      JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE ${found}
    UNION ALL SELECT ${name('c')}, k.conname, NULL FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'c' AND ${found}`;

interface Row {
  readonly table: string;
  readonly name: string | null;
  readonly sql: string | null;
}

const CHECK = /\bCONSTRAINT\s+("(?:[^"]|"")+"|\w+)\s+CHECK\b/gi;

/** The names of checks in the statement of a table. */
const checksIn = (sql: string): readonly string[] =>
  [...sql.matchAll(CHECK)].map(([, name]) => name!.replace(/^"|"$/g, '').replaceAll('""', '"'));

/** The names of the indexes and checks of a database. */
export async function readRules(
  runner: QueryRunner,
  { relations }: Catalog,
): Promise<(table: string, name: string) => boolean> {
  const query = relations === undefined ? IN_SQLITE : inPostgres(relations);
  const rows = (await runner.query(query)) as readonly Row[];
  const found = new Set(
    rows.flatMap(({ table, name, sql }) =>
      (name === null ? checksIn(sql ?? '') : [name]).map((one) => JSON.stringify([table, one])),
    ),
  );
  return (table, name) => found.has(JSON.stringify([table, name]));
}
