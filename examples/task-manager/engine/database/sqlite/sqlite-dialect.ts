import type { ColumnInfo } from '../../fields/column-info.js';
import { SEPARATORS } from '../../fields/grouped-numbers.js';
import { UTC, type Period } from '../../fields/periods.js';
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
import { asText, decode, encode, encodeList, formsOf, json, jsonObject } from './values.js';
import { escapeLike, quote, quoteText } from '../steps/step.js';
import type { Step } from '../steps/schema.js';
import { LockTimeout } from '../fair-queue.js';
import { DatabaseOutage, driverErrorOf, type Outage } from '../outage.js';
import { catalog, compileStep, convertSql } from './compile-step.js';

/**
 * A datetime stored by plain SQL may lack its milliseconds: the two forms sort next to each other as texts. JSON is stored as
 * written: one value can have many texts.
 */
export function compare(
  column: string,
  operator: Operator,
  value: unknown,
  info: ColumnInfo,
  bind: (stored: unknown) => string,
): string {
  const stored = encode(value, info);
  if (info.type === 'json')
    return `canonical_json(${column}) ${operator} canonical_json(${bind(stored)})`;
  if (info.type !== 'datetime') return `${column} ${operator} ${bind(stored)}`;
  const [first, last] = formsOf(String(stored));
  if (operator === '=') return `${column} BETWEEN ${bind(first)} AND ${bind(last)}`;
  return `${column} ${operator} ${bind(operator === '<' || operator === '>=' ? first : last)}`;
}

/** JSON allows this whitespace around a value. */
export const isJsonNull = (column: string): string =>
  `trim(${column}, ' ' || char(9, 10, 13)) = 'null'`;

/** A single parameter for the whole list, so that lists of every length share a statement. */
export function inList(column: string, value: string, { type }: ColumnInfo): string {
  if (type === 'json')
    return `canonical_json(${column}) IN (SELECT canonical_json(value) FROM json_each(${value}))`;
  // JSON integers would be read in full, while a stored double only keeps the first 16 digits.
  const item = type === 'float' || type === 'decimal' ? 'CAST(value AS REAL)' : 'value';
  return `${column} IN (SELECT ${item} FROM json_each(${value}))`;
}

/**
 * A range, so that an index can be used: all texts with the prefix sort below the prefix followed by a byte that UTF-8 never
 * uses.
 */
export const startsWith = (column: string, value: string): string =>
  `(${column} >= ${value} AND ${column} < ${value} || CAST(x'FF' AS TEXT))`;

/**
 * `foldText(text)` contains `foldText(value)`. LIKE only folds ASCII, but fast. That is all an ASCII needle needs, except for
 * two letters with a capital outside ASCII: K (the Kelvin sign) and I (with a dot). Only rows with characters outside ASCII
 * are folded by our function, five times slower.
 */
export function contains(text: string, value: string, needle: 'ascii' | 'unicode'): string {
  const beyondAscii = `octet_length(${text}) <> length(${text})`;
  const folded = `instr(unicode_fold(${text}), unicode_fold(${value})) > 0`;
  if (needle === 'ascii') {
    const like = `${text} LIKE '%' || ${escapeLike(value)} || '%' ESCAPE '\\'`;
    return `(${like} OR (${value} GLOB '*[ikIK]*' AND ${beyondAscii} AND ${folded}))`;
  }
  const plain = `instr(lower(${text}), unicode_fold(${value})) > 0`;
  return `CASE WHEN ${beyondAscii} THEN ${folded} ELSE ${plain} END`;
}

export const orderBy = (column: string, direction: 'ASC' | 'DESC'): string =>
  direction === 'ASC' ? column : `${column} DESC`;

/** Not `LIMIT ?` alone: SQLite plans by its value, and so parses the statement again each time. */
export const page = (size: string, start: string): string => ` LIMIT ${size} + 0 OFFSET ${start}`;

/** The next ids of a table, reserved until the transaction ends. */
export async function reserveIds(
  session: Session,
  table: string,
  count: number,
): Promise<readonly RecordId[]> {
  const sql =
    `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${quoteText(table)}), 0), ` +
    `coalesce((SELECT max(id) FROM ${quote(table)}), 0))`;
  const [row] = await session.rows(statementOf(sql), []);
  const last = Number(row![0]);
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/** Row by row through one prepared statement, which is fastest on SQLite. */
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

/** Foreign key checks are deferred to the end of the transaction. */
export async function insertTogether(
  session: Session,
  inserts: readonly BulkInsert[],
): Promise<void> {
  await session.rows(statementOf('PRAGMA defer_foreign_keys = ON'), []);
  for (const { table, columns, rows } of inserts) await insertRows(session, table, columns, rows);
}

/** What an error of SQLite (or TypeORM's wrapper) means; null when the caller did not cause it. */
export function violation(error: unknown): Violation | null {
  const { code, message } = (driverErrorOf(error) ?? {}) as { code?: unknown; message?: string };
  // A cascade over more than a thousand levels.
  if (message === 'too many levels of trigger recursion') return { kind: 'foreign-key' };
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
      return unique(message ?? '');
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'foreign-key' };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'not-null', column: columnsOf(message ?? '')[0] ?? '' };
    default:
      return null;
  }
}

/** SQLite's primary codes; extended ones, such as SQLITE_IOERR_WRITE, begin with them. */
const OUTAGES: readonly (readonly [code: RegExp, outage: Outage])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_READONLY/, 'read-only'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(IOERR|CANTOPEN|PROTOCOL|NOLFS)/, 'unavailable'],
];

/** What an error of SQLite (or TypeORM's wrapper) says about the file. */
export function outage(error: unknown): Outage | null {
  const cause = driverErrorOf(error);
  if (cause instanceof LockTimeout) return 'busy';
  if (cause instanceof DatabaseOutage) return cause.outage;
  const { code } = (cause ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return null;
  return OUTAGES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/** `UNIQUE constraint failed: task.number, task.tenant_id`, or `... failed: index 'name'` for an index on expressions. */
function unique(message: string): Violation {
  const index = /index '(.+)'$/.exec(message)?.[1];
  if (index !== undefined) return { kind: 'unique', constraint: index, columns: [] };
  return { kind: 'unique', constraint: null, columns: columnsOf(message) };
}

const columnsOf = (message: string): string[] =>
  message
    .slice(message.indexOf(': ') + 2)
    .split(', ')
    .map((name) => name.slice(name.indexOf('.') + 1));

/** In 32-bit halves: the sum of whole values may overflow SQLite's integers. */
function sumOfIntegers(column: string): readonly string[] {
  const [upper, lower] = [`SUM(${column} >> 32)`, `SUM(${column} & 4294967295)`];
  return [`COALESCE(${upper} + (${lower} >> 32), 0)`, `COALESCE(${lower} & 4294967295, 0)`];
}

/** Texts of days begin with their year and their month; what else there is to know is left to JavaScript. */
const periodOf: Dialect['periodOf'] = (column, { type }, period, timeZone, bind) => {
  const isPlain = type === 'date' || timeZone === UTC;
  const begin = isPlain ? BEGINS[period] : undefined;
  if (begin) {
    const key = `substr(${column}, 1, ${begin.length})`;
    return { key, text: `${key} || '${begin.rest}'` };
  }
  const zone = type === 'date' ? quoteText(UTC) : bind(timeZone);
  const key = `start_of_period(${column}, '${period}', ${zone})`;
  return { key, text: key };
};

/** How many characters of a day are those of a period, and what makes its first day of them. */
const BEGINS: Readonly<
  Partial<Record<Period, { readonly length: number; readonly rest: string }>>
> = {
  year: { length: 4, rest: '-01-01' },
  month: { length: 7, rest: '-01' },
  day: { length: 10, rest: '' },
};

/** The SQLite dialect. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  quote,
  placeholder: (index) => `?${index}`,
  // With statistics SQLite looks at bound values, and so parses the statement again for each new one.
  unplanned: (placeholder) => `+${placeholder}`,
  total: () => 'apart',
  cast: (expression) => expression,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains,
  ungrouped: (text) => SEPARATORS.reduce((sql, one) => `replace(${sql}, '${one}', '')`, text),
  asText,
  sumInRange: (column) => `in_range(SUM(${column}))`,
  sumOfIntegers,
  periodOf,
  orderBy,
  // Read from the row header, without the pages that hold a long value.
  bytes: ({ column }) => `octet_length(${quote(column)})`,
  page,
  lockRows: '',
  changeRows: '',
  keepRows: '',
  lockText: () => null,
  encode,
  decode,
  encodeList,
  json,
  jsonObject,
  reserveIds,
  insertRows,
  insertTogether,
  arrangeSteps: inlineForeignKeys,
  catalog,
  liveObjects: 'SELECT type, name, tbl_name AS "table", sql FROM sqlite_master ORDER BY rowid',
  compileStep,
  fits: (text, type) => `text_fits(${text}, '${type}')`,
  converted: convertSql,
  violation,
  outage,
};

type AddForeignKey = Extract<Step, { readonly do: 'addForeignKey' }>;

/**
 * Moves foreign keys into the creation of tables and columns in the same migration. SQLite can only add a key by rebuilding
 * the table; a new table's key may refer to a table that is created later, so cycles are no problem.
 */
export function inlineForeignKeys(steps: readonly Step[]): readonly Step[] {
  // After one of these a name may mean something else.
  if (steps.some((step) => step.do === 'renameTable' || step.do === 'dropTable')) return steps;
  const moved = new Set<Step>();
  const take = (from: number, fits: (step: AddForeignKey) => boolean): AddForeignKey[] => {
    const taken = steps
      .slice(from)
      .filter((step): step is AddForeignKey => step.do === 'addForeignKey' && fits(step));
    for (const step of taken) moved.add(step);
    return taken;
  };
  const changed = steps.map((step, index): Step => {
    if (step.do === 'addColumn') {
      const [key] = take(
        index,
        (other) => other.table === step.table && other.key.column === step.column,
      );
      if (!key) return step;
      return { ...step, references: { table: key.key.table, onDelete: key.key.onDelete } };
    }
    if (step.do !== 'createTable') return step;
    const keys = take(
      index,
      (other) => other.table === step.table && Object.hasOwn(step.columns, other.key.column),
    );
    return { ...step, foreignKeys: keys.map(({ key }) => key) };
  });
  return changed.filter((step) => !moved.has(step));
}
