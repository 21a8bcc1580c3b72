import type { QueryDialect } from '../../database/query-dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { typeOf } from '../../fields/field-types.js';
import { parseDate } from '../../fields/formats.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Query } from '../../model/operations.js';
import { refuse } from '../../problem/problem.js';
import type { Condition, Sought } from '../conditions/compile-where.js';
import { decidingColumns, type Order } from './parse-page.js';

/** A position in a sorted list: right behind the record that has these values. */
export interface CursorPosition {
  /** Values of the columns that decide the order, as in `positionColumns`; a datetime as stored, all others as in responses. */
  readonly values: readonly unknown[];
  /** How many records preceded it when they were counted. */
  readonly at: number;
}

/** The columns that decide the order, up to the last one of the key. */
export const positionColumns = (order: readonly Order[], model: ModelInfo): readonly ColumnInfo[] =>
  deciding(order, model).map(({ field }) => model.column.get(field)!);

const deciding = (order: readonly Order[], model: ModelInfo): readonly Order[] =>
  order.slice(0, decidingColumns(order, model));

/** Proxies allow 4 KB of headers; a longer cursor would hold texts that nobody sorts by. */
export const MAX_CURSOR = 2048;

/** Each column takes one or two scans of the rows behind the position: this is as many as one request may cause. */
export const MAX_SORTED = 5;

/** A position as the opaque text that `_after` takes; undefined where it would not fit into a header, or has too many columns. */
export function writeCursor(
  { values, at }: CursorPosition,
  order: readonly Order[],
  model: ModelInfo,
): string | undefined {
  if (values.length > MAX_SORTED) return undefined;
  // JSON would turn it into null.
  if (values.some((value) => typeof value === 'number' && !Number.isFinite(value)))
    return undefined;
  const text = JSON.stringify([model.name, orderText(order, model), at, values]);
  const cursor = Buffer.from(text).toString('base64url');
  return cursor.length > MAX_CURSOR ? undefined : cursor;
}

const orderText = (order: readonly Order[], model: ModelInfo): string =>
  deciding(order, model)
    .map(({ field, direction }) => `${field} ${direction}`)
    .join();

/** `_after`: the position behind the page that returned this cursor; null when absent. It is untrusted input. */
export function parseCursor(
  { _after: given }: Query,
  order: readonly Order[],
  model: ModelInfo,
): CursorPosition | null {
  if (given === undefined) return null;
  if (model.isKeyless)
    throw refuse('_after', 'no-key', '_after needs records with an id; use _start and _end');
  const cursor = typeof given === 'string' ? decodeCursor(given) : null;
  if (!Array.isArray(cursor) || cursor.length !== 4)
    throw refuse('_after', 'no-cursor', '_after must be the x-next-cursor of a page, unchanged');
  const [name, sorted, at, values] = cursor as unknown[];
  if (name !== model.name || sorted !== orderText(order, model))
    throw refuse(
      '_after',
      'other-list',
      '_after belongs to another list: use the _sort and _order of the page that returned it, or start without _after',
    );
  const columns = positionColumns(order, model);
  if (columns.length > MAX_SORTED)
    throw refuse(
      '_after',
      'too-many',
      `_after allows at most ${MAX_SORTED} columns in _sort, including id; use _start`,
    );
  const fits = Array.isArray(values) && values.length === columns.length;
  if (!fits || !columns.every((column, index) => canHold(column, values[index])) || !isCount(at))
    throw refuse('_after', 'no-cursor', '_after does not belong to this list: start without it');
  return { values, at };
}

function decodeCursor(text: string): unknown {
  try {
    return /^[\w-]+$/.test(text) ? JSON.parse(Buffer.from(text, 'base64url').toString()) : null;
  } catch {
    return null;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** A datetime as either database stores it, in any form that another program may have written. */
const STORED_MOMENT =
  /^\d{4}-\d\d-\d\d([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?)?$/;

function canHold(column: ColumnInfo, value: unknown): boolean {
  if (value === null) return column.nullable;
  if (typeof value === 'object' || String(value).includes('\0')) return false;
  if (column.type !== 'datetime') return typeOf(column).parse(String(value)) !== null;
  const isMoment = typeof value === 'string' && STORED_MOMENT.test(value);
  return isMoment && parseDate(value.slice(0, 10)) !== null;
}

/** A comparison of a column, with the value to bind if it has one. */
interface Term extends Sought {
  readonly sql: string;
  readonly value?: unknown;
}

/**
 * The rows of a condition that lie behind a position, as disjoint conditions in list order: first those that differ in the
 * last column alone. Each consists of equalities and one range, which an index can serve; a single OR of all of them could
 * not use one.
 */
export function conditionsAfter(
  { values }: CursorPosition,
  order: readonly Order[],
  condition: Condition,
  model: ModelInfo,
  dialect: QueryDialect,
): readonly Condition[] {
  const keys = deciding(order, model).map(({ field, direction }, index): Key => {
    const info = model.column.get(field)!;
    const value = storedValue(values[index], info, dialect);
    const { nullable } = info;
    return { field, column: dialect.quote(info.column), nullable, value, direction };
  });
  const differing = keys.map((key, index) => {
    const before = keys.slice(0, index).map(equal);
    return later(key).map((term) => withTerms(condition, [...before, term], dialect));
  });
  return differing.reverse().flat();
}

interface Key extends Pick<ColumnInfo, 'column' | 'nullable'>, Order {
  readonly value: unknown;
}

const storedValue = (value: unknown, info: ColumnInfo, dialect: QueryDialect): unknown =>
  value === null || info.type === 'datetime'
    ? value
    : dialect.encode(typeOf(info).parse(String(value)), info);

const isNull = ({ field, column }: Key): Term => ({
  ...{ field, by: 'value', sql: `${column} IS NULL` },
});

const equal = (key: Key): Term => {
  const { field, column, value } = key;
  return value === null ? isNull(key) : { field, by: 'value', sql: `${column} =`, value };
};

/** Null sorts first ascending. */
function later(key: Key): readonly Term[] {
  const { field, column, nullable, value, direction } = key;
  if (value === null)
    return direction === 'ASC' ? [{ field, by: 'nothing', sql: `${column} IS NOT NULL` }] : [];
  if (direction === 'ASC') return [{ field, by: 'range', sql: `${column} >`, value }];
  const below: Term = { field, by: 'range', sql: `${column} <`, value };
  return nullable ? [below, isNull(key)] : [below];
}

function withTerms(condition: Condition, terms: readonly Term[], dialect: QueryDialect): Condition {
  const values = [...condition.values];
  const texts = terms.map(({ sql, value }) =>
    value === undefined
      ? sql
      : `${sql} ${dialect.unplanned(dialect.placeholder(values.push(value)))}`,
  );
  const sql = [condition.sql, ...texts].join(' AND ');
  return { ...condition, sql, values, behind: terms };
}
