import { quoteName } from '../../model/quote.js';
import { withOwn } from './project-code.js';

/** What asks a database. */
interface Runner {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** The bytes that each table has with its indexes; null where the database cannot tell. */
export const answer = (tables: readonly string[]): Promise<(number | null)[]> =>
  withOwn(async (runner) => {
    const sizes: (number | null)[] = [];
    for (const table of tables) sizes.push(await bytesOf(table, runner));
    return sizes;
  });

/** The statements of PostgreSQL and SQLite, of which a database knows one; some builds of SQLite know none. */
const STATEMENTS = [
  {
    sql: 'SELECT pg_total_relation_size(to_regclass($1)) AS bytes',
    valueOf: quoteName,
  },
  {
    sql: 'SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = TRUE AND name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)',
    valueOf: (table: string) => table,
  },
];

/** The bytes of one table. */
export async function bytesOf(table: string, runner: Runner): Promise<number | null> {
  for (const { sql, valueOf } of STATEMENTS) {
    const rows = (await runner.query(sql, [valueOf(table)]).catch(() => null)) as
      { bytes: number | string | null }[] | null;
    const bytes = rows?.[0]?.bytes;
    if (bytes != null) return Number(bytes);
  }
  return null;
}
