import type { QueryRunner } from 'typeorm';
import type { Catalog, Relations } from '../database/schema-dialect.js';

/** Rows of `table`, `column` and `default`, as SQL. */
const IN_SQLITE = `
    SELECT m.name AS "table", c.name AS "column", c.dflt_value AS "default"
    FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.dflt_value IS NOT NULL`;

const inPostgres = ({ name, found }: Relations): string => `
    SELECT ${name('c')} AS "table", a.attname AS "column", pg_get_expr(d.adbin, d.adrelid) AS "default"
    FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
    WHERE ${found}`;

interface Row {
  readonly table: string;
  readonly column: string;
  readonly default: string;
}

/** The defaults of the columns of a database, as SQL. */
export async function readDefaults(
  runner: QueryRunner,
  { relations }: Catalog,
): Promise<(table: string, column: string) => string | undefined> {
  const query = relations === undefined ? IN_SQLITE : inPostgres(relations);
  const rows = (await runner.query(query)) as readonly Row[];
  const found = new Map(rows.map((row) => [JSON.stringify([row.table, row.column]), row.default]));
  return (table, column) => found.get(JSON.stringify([table, column]));
}
