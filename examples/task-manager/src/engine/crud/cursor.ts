import type { Dialect } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import { parseDate } from '../fields/formats.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Query } from '../model/operations.js';
import { refuse } from '../problem/problem.js';
import type { Condition } from './compile-where.js';
import { parseText } from './parse-filter.js';
import type { Order } from './parse-page.js';

/** A place in a sorted list: right behind the record that has these values. */
export interface Place {
  /** Of the columns that decide the order, as `placeColumns` has them; a moment as it is stored, all else as in answers. */
  readonly values: readonly unknown[];
  /** How many records lay before it when they were counted. */
  readonly at: number;
}

/** The columns that decide the order: none behind `id` does. */
export const placeColumns = (order: readonly Order[], model: ModelInfo): readonly ColumnInfo[] =>
  deciding(order).map(({ field }) => model.column.get(field)!);

const deciding = (order: readonly Order[]): readonly Order[] =>
  order.slice(0, order.findIndex(({ field }) => field === 'id') + 1);

/** Proxies have room for 4 KB of headers; such a cursor is of texts that nobody sorts by. */
export const MAX_CURSOR = 2048;

/** Each column is a walk over the rows behind the place, or two: those of a cursor are as many as one request may have. */
export const MAX_SORTED = 5;

/** A place as the opaque text that `_after` takes; undefined for one that no text of a header can hold, or by too many columns. */
export function writeCursor(
  { values, at }: Place,
  order: readonly Order[],
  model: ModelInfo,
): string | undefined {
  if (values.length > MAX_SORTED) return undefined;
  // JSON would make null of it.
  if (values.some((value) => typeof value === 'number' && !Number.isFinite(value)))
    return undefined;
  const text = JSON.stringify([model.name, orderText(order), at, values]);
  const cursor = Buffer.from(text).toString('base64url');
  return cursor.length > MAX_CURSOR ? undefined : cursor;
}

const orderText = (order: readonly Order[]): string =>
  deciding(order)
    .map(({ field, direction }) => `${field} ${direction}`)
    .join();

/** `_after`: the place behind the page whose cursor it is; null when it is not given. Anybody may have written it. */
export function parseCursor(
  { _after: given }: Query,
  order: readonly Order[],
  model: ModelInfo,
): Place | null {
  if (given === undefined) return null;
  const cursor = typeof given === 'string' ? decodeCursor(given) : null;
  if (!Array.isArray(cursor) || cursor.length !== 4)
    throw refuse('_after', 'no-cursor', '_after must be the x-next-cursor of one page, unchanged');
  const [name, sorted, at, values] = cursor as unknown[];
  if (name !== model.name || sorted !== orderText(order))
    throw refuse(
      '_after',
      'other-list',
      '_after is of another list: ask with the _sort and _order of the page that gave it, or begin without _after',
    );
  const columns = placeColumns(order, model);
  if (columns.length > MAX_SORTED)
    throw refuse(
      '_after',
      'too-many',
      `_after goes with at most ${MAX_SORTED} columns in _sort, id included; use _start`,
    );
  const fits = Array.isArray(values) && values.length === columns.length;
  if (!fits || !columns.every((column, index) => canHold(column, values[index])) || !isCount(at))
    throw refuse('_after', 'no-cursor', '_after has values that no record of this list has');
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

/** A moment as either database has it, in whatever form another program stored it. */
const STORED_MOMENT =
  /^\d{4}-\d\d-\d\d([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?)?$/;

function canHold(column: ColumnInfo, value: unknown): boolean {
  if (value === null) return column.nullable;
  if (typeof value === 'object' || String(value).includes('\0')) return false;
  if (column.type !== 'datetime') return parseText(String(value), column) !== null;
  const isMoment = typeof value === 'string' && STORED_MOMENT.test(value);
  return isMoment && parseDate(value.slice(0, 10)) !== null;
}

/** A comparison of a column, with the value to bind where it has one. */
interface Term {
  readonly sql: string;
  readonly value?: unknown;
}

/**
 * The rows of a condition that lie behind a place, as conditions that share no row, in the order of the list: first those that
 * differ in the last column alone. Each is equalities and one range, which an index serves; a single OR of them all, none does.
 */
export function conditionsBehind(
  { values }: Place,
  order: readonly Order[],
  condition: Condition,
  model: ModelInfo,
  dialect: Dialect,
): readonly Condition[] {
  const keys = deciding(order).map(({ field, direction }, index): Key => {
    const info = model.column.get(field)!;
    const value = storedValue(values[index], info, dialect);
    return { column: dialect.quote(info.column), nullable: info.nullable, value, direction };
  });
  const differing = keys.map((key, index) => {
    const before = keys.slice(0, index).map(equal);
    return later(key).map((term) => narrowed(condition, [...before, term], dialect));
  });
  return differing.reverse().flat();
}

interface Key extends Pick<ColumnInfo, 'column' | 'nullable'>, Pick<Order, 'direction'> {
  readonly value: unknown;
}

const storedValue = (value: unknown, info: ColumnInfo, dialect: Dialect): unknown =>
  value === null || info.type === 'datetime'
    ? value
    : dialect.encode(parseText(String(value), info), info);

const equal = ({ column, value }: Key): Term =>
  value === null ? { sql: `${column} IS NULL` } : { sql: `${column} =`, value };

/** Null sorts first ascending. */
function later({ column, nullable, value, direction }: Key): readonly Term[] {
  if (direction === 'ASC')
    return [value === null ? { sql: `${column} IS NOT NULL` } : { sql: `${column} >`, value }];
  if (value === null) return [];
  return [{ sql: `${column} <`, value }, ...(nullable ? [{ sql: `${column} IS NULL` }] : [])];
}

function narrowed(condition: Condition, terms: readonly Term[], dialect: Dialect): Condition {
  const values = [...condition.values];
  const texts = terms.map(({ sql, value }) =>
    value === undefined
      ? sql
      : `${sql} ${dialect.unplanned(dialect.placeholder(values.push(value)))}`,
  );
  return { sql: [condition.sql, ...texts].join(' AND '), values };
}
