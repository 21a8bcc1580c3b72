import type { NumericId } from '../../fields/record-id.js';
import {
  statementOf,
  type Session,
  type BulkColumn,
  type BulkDialect,
  type BulkInsert,
} from '../dialect.js';
import { quote, quoteText } from '../steps/step.js';

/** The next ids of a table, reserved until the transaction ends. */
async function reserveIds(
  session: Session,
  table: string,
  count: number,
  column = 'id',
): Promise<readonly NumericId[]> {
  const sql =
    `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${quoteText(table)}), 0), ` +
    `coalesce((SELECT max(${quote(column)}) FROM ${quote(table)}), 0))`;
  const [row] = await session.rows(statementOf(sql), []);
  const last = Number(row![0]);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/** Row by row through one prepared statement, which is fastest on SQLite. */
async function insertRows(
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

/** Foreign key checks are deferred to the end of the transaction. */
async function insertTogether(session: Session, inserts: readonly BulkInsert[]): Promise<void> {
  await session.rows(statementOf('PRAGMA defer_foreign_keys = ON'), []);
  for (const { table, columns, rows } of inserts) await insertRows(session, table, columns, rows);
}

/** Writes of many rows, a statement for each row. */
export const bulkDialect: BulkDialect = { reserveIds, insertRows, insertTogether };
