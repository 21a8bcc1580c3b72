import type { NumericId } from '../../fields/record-id.js';
import {
  statementOf,
  type Session,
  type BulkColumn,
  type BulkDialect,
  type BulkInsert,
} from '../dialect.js';
import { quote, quoteTable, quoteText } from '../steps/step.js';
import { castType } from './compile-step.js';

/** The next ids of a table, reserved for the caller. */
async function reserveIds(
  session: Session,
  table: string,
  count: number,
  column = 'id',
): Promise<readonly NumericId[]> {
  const sequence = `pg_get_serial_sequence(${quoteText(quoteTable(table))}, ${quoteText(column)})`;
  const sql = `SELECT nextval(${sequence}) FROM generate_series(1, $1::bigint)`;
  const rows = await session.rows(statementOf(sql), [count]);
  return rows.map(([id]) => Number(id));
}

/** All rows in one statement, an array per column. */
async function insertRows(
  session: Session,
  table: string,
  columns: readonly BulkColumn[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length > 0) await insertTogether(session, [{ table, columns, rows }]);
}

/** One statement for all tables: foreign keys are checked at its end. */
async function insertTogether(session: Session, inserts: readonly BulkInsert[]): Promise<void> {
  const values: unknown[] = [];
  const texts = inserts.map((insert) => insertText(insert, values));
  const before = texts.slice(0, -1).map((text, index) => `insert${index} AS (${text})`);
  const sql = `${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${texts.at(-1)}`;
  await session.run(statementOf(sql), values);
}

/** All rows in one statement, too. */
async function updateRows(
  session: Session,
  { table, columns, rows }: BulkInsert,
  counted: string | null,
  keys = 1,
): Promise<void> {
  const values: unknown[] = [];
  const given = givenRows({ columns, rows }, values);
  const sets = columns
    .slice(keys)
    .map(({ column }, at) => `${quote(column)} = ${given.typed[at + keys]}`);
  if (counted !== null) sets.push(`${quote(counted)} = ${quoteTable(table)}.${quote(counted)} + 1`);
  const where = columns
    .slice(0, keys)
    .map(({ column }, at) => `${quoteTable(table)}.${quote(column)} = ${given.typed[at]}`);
  const sql =
    `UPDATE ${quoteTable(table)} SET ${sets.join(', ')} FROM ${given.from} ` +
    `WHERE ${where.join(' AND ')}`;
  await session.run(statementOf(sql), values);
}

/** Appends the bound values to `values`. */
function insertText({ table, columns, rows }: BulkInsert, values: unknown[]): string {
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const { typed, from } = givenRows({ columns, rows }, values);
  return `INSERT INTO ${quoteTable(table)} (${names}) SELECT ${typed.join(', ')} FROM ${from}`;
}

/** Rows of values as a table, an array per column, and its columns in their types; appends the arrays to `values`. */
function givenRows({ columns, rows }: Pick<BulkInsert, 'columns' | 'rows'>, values: unknown[]) {
  const cells = columns.map((_, index) => `c${index}`);
  const arrays = columns.map((_, index) => {
    return `$${values.push(rows.map((row) => row[index] ?? null).map(textOrNull))}::text[]`;
  });
  return {
    typed: columns.map(
      (column, index) => `given.${cells[index]}::${column.storedAs ?? castType(column)}`,
    ),
    from: `unnest(${arrays.join(', ')}) AS given (${cells.join(', ')})`,
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** Writes of many rows, mostly as one statement. */
export const bulkDialect: BulkDialect = { reserveIds, insertRows, updateRows, insertTogether };
