import { type Session, statementOf } from '../session.js';
import type { BulkColumn, BulkInsert } from '../dialect.js';
import { quote, quoteText } from '../steps/names.js';

/** The next ids of a table, which nobody else takes before the transaction ends. */
export async function reserveIds(
  session: Session,
  table: string,
  count: number,
): Promise<readonly number[]> {
  const sql =
    `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${quoteText(table)}), 0), ` +
    `coalesce((SELECT max(id) FROM ${quote(table)}), 0))`;
  const [row] = await session.rows(statementOf(sql), []);
  const last = Number(row![0]);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/** Row by row through one prepared statement, which is what SQLite is fastest at. */
export async function insertRows(
  session: Session,
  table: string,
  columns: readonly BulkColumn[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const values = columns.map(() => '?').join(', ');
  const sql = `INSERT INTO ${quote(table)} (${names}) VALUES (${values})`;
  const statement = statementOf(sql);
  for (const row of rows) await session.run(statement, row);
}

/** Foreign keys wait until the transaction ends. */
export async function insertTogether(
  session: Session,
  inserts: readonly BulkInsert[],
): Promise<void> {
  await session.rows(statementOf('PRAGMA defer_foreign_keys = ON'), []);
  for (const { table, columns, rows } of inserts) await insertRows(session, table, columns, rows);
}
