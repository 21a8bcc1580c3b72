import type { Session } from '../database.js';
import type { BulkColumn } from '../dialect.js';
import { quote, quoteText } from '../quote.js';
import { statementOf } from '../statement.js';
import { COLUMN_TYPES } from './column-sql.js';

/** The next ids of a table, which nobody else gets. */
export async function reserveIds(
  session: Session,
  table: string,
  count: number,
): Promise<readonly number[]> {
  const sequence = `pg_get_serial_sequence(${quoteText(quote(table))}, 'id')`;
  const sql = `SELECT nextval(${sequence}) FROM generate_series(1, $1::bigint)`;
  const rows = await session.rows(statementOf(sql), [count]);
  return rows.map(([id]) => Number(id));
}

/** All rows in one statement, an array for each column. */
export async function insertRows(
  session: Session,
  table: string,
  columns: readonly BulkColumn[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const cells = columns.map((_, index) => `c${index}`);
  const typed = columns.map(({ type }, index) => `${cells[index]}::${COLUMN_TYPES[type]}`);
  const sql =
    `INSERT INTO ${quote(table)} (${names}) SELECT ${typed.join(', ')} ` +
    `FROM unnest(${arrays}) AS given (${cells.join(', ')})`;
  const values = columns.map((_, index) => rows.map((row) => row[index] ?? null).map(asText));
  await session.run(statementOf(sql), values);
}

const asText = (value: unknown): string | null => (value === null ? null : String(value));
