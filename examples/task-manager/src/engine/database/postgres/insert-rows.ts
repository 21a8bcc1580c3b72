import { type Session, statementOf } from '../session.js';
import type { BulkColumn, BulkInsert } from '../dialect.js';
import { quote, quoteText } from '../steps/names.js';
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
  if (rows.length > 0) await insertTogether(session, [{ table, columns, rows }]);
}

/** One statement for all tables: foreign keys are checked at its end. */
export async function insertTogether(
  session: Session,
  inserts: readonly BulkInsert[],
): Promise<void> {
  const values: unknown[] = [];
  const texts = inserts.map((insert) => insertText(insert, values));
  const before = texts.slice(0, -1).map((text, index) => `insert${index} AS (${text})`);
  const sql = `${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${texts.at(-1)}`;
  await session.run(statementOf(sql), values);
}

/** Adds what it binds to `values`. */
function insertText({ table, columns, rows }: BulkInsert, values: unknown[]): string {
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const cells = columns.map((_, index) => `c${index}`);
  const typed = columns.map(({ type }, index) => `${cells[index]}::${COLUMN_TYPES[type]}`);
  const arrays = columns.map((_, index) => {
    return `$${values.push(rows.map((row) => row[index] ?? null).map(asText))}::text[]`;
  });
  return (
    `INSERT INTO ${quote(table)} (${names}) SELECT ${typed.join(', ')} ` +
    `FROM unnest(${arrays.join(', ')}) AS given (${cells.join(', ')})`
  );
}

const asText = (value: unknown): string | null => (value === null ? null : String(value));
