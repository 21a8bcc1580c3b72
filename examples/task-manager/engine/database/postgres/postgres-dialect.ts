import type { ColumnInfo } from '../../fields/column-info.js';
import { SEPARATORS } from '../../fields/grouped-numbers.js';
import type { RecordId } from '../../fields/record-id.js';
import {
  statementOf,
  type BulkColumn,
  type BulkInsert,
  type Dialect,
  type Operator,
  type Session,
  type Violation,
} from '../dialect.js';
import { LockTimeout } from '../fair-queue.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';
import { escapeLike, quote, quoteText } from '../steps/step.js';
import { COLUMN_TYPES, catalog, compileStep, convertSql, isColor } from './compile-step.js';
import { PlanOutdated } from './kept-statements.js';
import type { Fold } from './trigrams.js';
import { asText, decode, encode, encodeList } from './values.js';

/** As the database's types compare. The cast is for a column declared as `json`, which has no equality. */
export function compare(
  column: string,
  operator: Operator,
  value: unknown,
  info: ColumnInfo,
  bind: (stored: unknown) => string,
): string {
  const bound = bind(encode(value, info));
  return info.type === 'json'
    ? `${column}::jsonb ${operator} ${bound}::jsonb`
    : `${column} ${operator} ${bound}`;
}

export const isJsonNull = (column: string): string => `${column}::jsonb = 'null'::jsonb`;

/** A single parameter for the whole list, so that lists of every length share a statement. */
export const inList = (column: string, value: string, info: ColumnInfo): string =>
  `${info.type === 'json' ? `${column}::jsonb` : column} = ANY(${value}::${COLUMN_TYPES[info.type]}[])`;

/** An expression with the type of a column. */
export const cast = (expression: string, info: ColumnInfo): string =>
  `${expression}::${COLUMN_TYPES[info.type]}`;

/** Can use an index on a column with collation "C". */
export const startsWith = (column: string, value: string): string => `${column} ^@ ${value}::text`;

/** A column by the clocks of a place; no date is before the year 1, or after 9999. */
const localTime = (column: string, timeZone: string): string =>
  `CASE WHEN ${column} IS NOT NULL THEN LEAST(GREATEST(${column} AT TIME ZONE ${timeZone}::text, ` +
  `'0001-01-01'::timestamp), '9999-12-31 23:59:59'::timestamp) END`;

/** Matches our indexes; the primary key's own index has no nulls. */
export function orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string {
  if (info?.role === 'id') return direction === 'ASC' ? column : `${column} DESC`;
  return direction === 'ASC' ? `${column} ASC NULLS FIRST` : `${column} DESC NULLS LAST`;
}

/**
 * `foldText(text)` contains `foldText(value)`; `fold` lower-cases all of Unicode. The "C" collation lower-cases only ASCII,
 * but fast, which is all that an ASCII needle needs except for two letters with a capital outside ASCII: K (the Kelvin sign)
 * and I (with a dot). What depends on the needle alone is a subquery, which runs once and not per row.
 */
export function contains(
  fold: Fold,
  text: string,
  value: string,
  needle: 'ascii' | 'unicode',
): string {
  const needed = `${value}::text`;
  const folded = `strpos(${fold(text)}, ${fold(needed)}) > 0`;
  if (needle === 'unicode') return folded;
  // LIKE as an operator: without index support it has the same plan for all values.
  const plain = `lower((${text}) COLLATE "C") ~~ (SELECT '%' || ${escapeLike(`lower(${needed} COLLATE "C")`)} || '%')`;
  const beyondAscii = `octet_length(${text}) <> length(${text})`;
  return `(${plain} OR ((SELECT ${needed} ~ '[ikIK]') AND ${beyondAscii} AND ${folded}))`;
}

/** The next ids of a table, reserved for the caller. */
export async function reserveIds(
  session: Session,
  table: string,
  count: number,
): Promise<readonly RecordId[]> {
  const sequence = `pg_get_serial_sequence(${quoteText(quote(table))}, 'id')`;
  const sql = `SELECT nextval(${sequence}) FROM generate_series(1, $1::bigint)`;
  const rows = await session.rows(statementOf(sql), [count]);
  return rows.map(([id]) => Number(id));
}

/** All rows in one statement, an array per column. */
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

/** All rows in one statement, too. */
export async function updateRows(
  session: Session,
  { table, columns, rows }: BulkInsert,
  counted: string | null,
): Promise<void> {
  const values: unknown[] = [];
  const given = givenRows({ columns, rows }, values);
  const sets = columns
    .slice(1)
    .map(({ column }, at) => `${quote(column)} = ${given.typed[at + 1]}`);
  if (counted !== null) sets.push(`${quote(counted)} = ${quote(table)}.${quote(counted)} + 1`);
  const sql =
    `UPDATE ${quote(table)} SET ${sets.join(', ')} FROM ${given.from} ` +
    `WHERE ${quote(table)}.${quote(columns[0]!.column)} = ${given.typed[0]}`;
  await session.run(statementOf(sql), values);
}

/** Appends the bound values to `values`. */
function insertText({ table, columns, rows }: BulkInsert, values: unknown[]): string {
  const names = columns.map(({ column }) => quote(column)).join(', ');
  const { typed, from } = givenRows({ columns, rows }, values);
  return `INSERT INTO ${quote(table)} (${names}) SELECT ${typed.join(', ')} FROM ${from}`;
}

/** Rows of values as a table, an array per column, and its columns in their types; appends the arrays to `values`. */
function givenRows({ columns, rows }: Pick<BulkInsert, 'columns' | 'rows'>, values: unknown[]) {
  const cells = columns.map((_, index) => `c${index}`);
  const arrays = columns.map((_, index) => {
    return `$${values.push(rows.map((row) => row[index] ?? null).map(textOrNull))}::text[]`;
  });
  return {
    typed: columns.map(({ type }, index) => `given.${cells[index]}::${COLUMN_TYPES[type]}`),
    from: `unnest(${arrays.join(', ')}) AS given (${cells.join(', ')})`,
  };
}

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

interface ServerError {
  readonly code?: unknown;
  readonly constraint?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly message?: string;
}

/** Codes of conflicting writes: the transaction failed as a whole and may be retried. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

/** What an error of PostgreSQL (or TypeORM's wrapper) means; null when the caller did not cause it. */
export function violation(error: unknown): Violation | null {
  const { code, constraint, column, detail, message } = causeOf(error);
  switch (code) {
    case '23505':
      return { kind: 'unique', constraint: constraint ?? null, columns: columnsOf(detail ?? '') };
    // ON DELETE RESTRICT has its own code since PostgreSQL 18; the last is a cascade too deep for the server's stack.
    case '23503':
    case '23001':
    case '54001':
      return { kind: 'foreign-key' };
    case '23502':
      return { kind: 'not-null', column: column ?? '' };
    // Of several program limits, this is the one that a value can exceed.
    case '54000': {
      const [, index] = /^index row size .* index "(.+)"$/.exec(message ?? '') ?? [];
      return index === undefined ? null : { kind: 'too-wide', index };
    }
    default:
      return null;
  }
}

/** Whether this transaction was aborted because of a conflict with another one, or one with what the server has kept. */
export const isCollision = (error: unknown): boolean =>
  error instanceof PlanOutdated ||
  COLLISIONS.includes(causeOf(error).code) ||
  (error instanceof Error && error.cause !== undefined && isCollision(error.cause));

const causeOf = (error: unknown): ServerError => (driverErrorOf(error) ?? {}) as ServerError;

/** `Key (number, "order")=(1, 2) already exists.`, in whatever language. */
function columnsOf(detail: string): string[] {
  const list = /\((.+?)\)=\(/.exec(detail)?.[1] ?? '';
  const names = list === '' ? [] : list.split(', ');
  return names.map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
  );
}

/** The PostgreSQL dialect of one server. */
export interface PostgresDialect extends Dialect {
  /** The server's way to lower-case all of Unicode. */
  readonly fold: Fold;
}

/** The PostgreSQL dialect of a server with this way to lower-case all of Unicode. */
export const createPostgresDialect = (fold: Fold): PostgresDialect => ({
  fold,
  name: 'postgres',
  quote,
  placeholder: (index) => `$${index}`,
  unplanned: (placeholder) => placeholder,
  total: () => 'beside',
  cast,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains: (text, value, needle) => contains(fold, text, value, needle),
  ungrouped: (text) => `translate(${text}, '${SEPARATORS.join('')}', '')`,
  asText,
  sumOfIntegers: (column) => [`COALESCE(SUM(${column}), 0)`],
  periodOf(column, { type }, period, timeZone, bind) {
    const local = type === 'date' ? `${column}::timestamp` : localTime(column, bind(timeZone));
    const key = `date_trunc('${period}', ${local})`;
    return { key, text: `to_char(${key}, 'YYYY-MM-DD')` };
  },
  orderBy,
  bytes: ({ column, type }) =>
    `octet_length(${type === 'json' ? `replace(${quote(column)}::text, ' ', '')` : quote(column)})`,
  page: (size, start) => ` LIMIT ${size} OFFSET ${start}`,
  lockRows: ' FOR UPDATE',
  changeRows: ' FOR NO KEY UPDATE',
  keepRows: ' FOR KEY SHARE',
  lockText: (text) => `SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`,
  encode,
  decode,
  encodeList,
  json: () => null,
  jsonObject: () => null,
  reserveIds,
  insertRows,
  updateRows,
  insertTogether,
  arrangeSteps: (steps) => steps,
  catalog,
  liveObjects: null,
  compileStep: (step, before) => compileStep(step, before, fold),
  // Since version 16.
  fits: (text, type) =>
    type === 'color' ? isColor(text) : `pg_input_is_valid(${text}, '${COLUMN_TYPES[type]}')`,
  converted: convertSql,
  violation,
  outage,
});

/** SQLSTATE prefixes, the longer ones first. */
const OUTAGES: readonly (readonly [code: string, outage: Outage])[] = [
  // A write conflict; a lock timeout; a cancelled statement, mostly by its time limit.
  ...(['40001', '40P01', '55P03', '57014'] as const).map((code) => [code, 'busy'] as const),
  // No connection slot left, or no memory.
  ...(['53200', '53300', '53400'] as const).map((code) => [code, 'busy'] as const),
  ['53100', 'full'],
  ['25006', 'read-only'],
  // Corrupt data or a corrupt index.
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  // The connection; the server is shutting down, is starting or has lost its disk; it no longer accepts our login.
  ...(['08', '57P', '58', '28', '3D'] as const).map((code) => [code, 'unavailable'] as const),
];

/** What an error of PostgreSQL (or TypeORM's wrapper) says about the server. */
export function outage(error: unknown): Outage | null {
  const cause = driverErrorOf(error);
  if (cause instanceof LockTimeout) return 'busy';
  if (cause instanceof DatabaseOutage) return cause.outage;
  // A failed connection carries no server error. Elsewhere the same error may come from other services.
  if (cause !== error && isLost(cause)) return 'unavailable';
  const { code } = (cause ?? {}) as { code?: unknown };
  // Node's own codes, such as EPIPE, can have five characters, too.
  if (typeof code !== 'string' || !isServerError(cause)) return null;
  return OUTAGES.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
}

/** An error of connecting or of a statement, as an outage where the server itself has not reported one. */
export function asOutage(error: unknown): unknown {
  if (isServerError(error) || !(error instanceof Error)) return error;
  if (error.message === POOL_IS_FULL)
    return new DatabaseOutage('busy', 'no connection of the pool became free in time', error);
  return isLost(error)
    ? new DatabaseOutage('unavailable', `the database: ${error.message}`, error)
    : error;
}

/** The pool's message, since it has no code for it. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';
const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout expired)/;
const LOST_CODES = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ' +
    'ENETUNREACH ENETDOWN ENOENT ERR_STREAM_DESTROYED'
  ).split(' '),
);

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as { code?: unknown; message: string };
  return LOST_MESSAGES.test(message) || (typeof code === 'string' && LOST_CODES.has(code));
}

const isServerError = (error: unknown): boolean =>
  typeof (error as { severity?: unknown } | null)?.severity === 'string';
