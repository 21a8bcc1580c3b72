import type { DataVersion } from '../../database/database.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Where } from '../../model/where.js';
import { MATCH_ALL, type Condition } from '../conditions/compile-where.js';
import type { CursorPosition } from '../query/cursor.js';
import type { Order, Page } from '../query/parse-page.js';
import type { Granted, Scope } from '../scope.js';
import { selectColumn } from './select-columns.js';

/** The records to read, and their order. */
export interface RecordsRequest {
  readonly where: Where;
  /** It in SQL, where that is known: behind a cursor, of one part of the rows. */
  readonly condition?: Condition;
  readonly order?: readonly Order[] | undefined;
  readonly page?: Page;
  /** Columns to read with each record: the foreign keys of what is expanded, then those that give its position. */
  readonly keys?: readonly ColumnInfo[];
  /** The records have so many bytes that reading them would delay others. */
  readonly large?: boolean;
}

/** A page of a list; `keys` are the columns that its expanded relations need. */
export interface PageRequest extends Required<Omit<RecordsRequest, 'large'>> {
  /** The position behind which the page begins; null if it goes by its numbers. */
  readonly after: CursorPosition | null;
  /** Whether nothing is added to its records. */
  readonly isPlain: boolean;
  /** As of which its JSON may be kept, or be taken from what is kept. */
  readonly version: DataVersion | null;
}

/** What a statement for records depends on. */
export const shapeOf = (
  { order = [], page, keys = [] }: Omit<RecordsRequest, 'where'>,
  { sql }: Condition,
  { grant }: Granted,
): string =>
  `${grant.readableKey} ${orderKey(order)} ${page ? 'page' : ''} ${namesOf(keys)} ${sql}`;

/** The values that it binds. */
export const valuesOf = (page: Page | undefined, condition: Condition): readonly unknown[] =>
  page ? [...condition.values, page.end - page.start, page.start] : condition.values;

const namesOf = (columns: readonly ColumnInfo[]): string =>
  columns.length === 0 ? '' : columns.map(({ name }) => name).join();

/** The statement that selects records, as their reader reads them or as an expression, and the requested key columns. */
export function selectRecords(
  { order = [], page, keys = [] }: RecordsRequest,
  condition: Condition,
  allowed: Granted,
  record = allowed.core.reader(allowed.model, allowed.grant).select,
): string {
  const { core, model } = allowed;
  const { dialect, database } = core;
  const table = dialect.quote(model.table);
  const orderBy = orderOf(order, allowed);
  const from = `SELECT ${columnsOf(record, keys, allowed)} FROM ${table}`;
  if (!page) return `${from} WHERE ${condition.sql}${orderBy}`;
  const values = valuesOf(page, condition);
  const all = pageOf(order, condition.sql, values, allowed);
  const direct = `${from} ${all}`;
  if (model.isKeyless || !database.sorts(direct, values)) return direct;
  // Only ids are sorted: with whole records in the sorter a page of two tenants' rows took ten times as long.
  const { rowKey } = model;
  const ids = `SELECT ${rowKey.columns(dialect)} FROM ${table} ${all}`;
  return `${from} WHERE ${rowKey.row(dialect)} IN (${ids})${orderBy}`;
}

/** The statement of a page, with the total behind the columns of each row. */
export function selectWithTotal(
  { order = [], page, keys = [] }: RecordsRequest & { readonly page: Page },
  condition: Condition,
  allowed: Granted,
): string {
  const { core, model } = allowed;
  const { dialect } = core;
  const { sql } = condition;
  const values = valuesOf(page, condition);
  const table = dialect.quote(model.table);
  const [row, key] = [model.rowKey.row(dialect), model.rowKey.columns(dialect)];
  const columns = columnsOf(core.reader(model, allowed.grant).select, keys, allowed);
  const orderBy = orderOf(order, allowed);
  // PostgreSQL would call the total `count`, and sort by it where a column has that name, too.
  const select = (total: string, ids: string) =>
    `SELECT ${columns}, (SELECT COUNT(*) FROM ${total}) AS _total FROM ${table} WHERE ${row} IN (SELECT ${key} FROM ${ids})${orderBy}`;
  if (dialect.total(sql) === 'beside') {
    const all = pageOf(order, sql, values, allowed);
    return select(`${table} WHERE ${sql}`, `${table} ${all}`);
  }
  const sorted = order.map(({ field }) => model.column.get(field)!);
  const names = [...model.keyColumns, ...sorted].map(({ column }) => dialect.quote(column));
  const found = `SELECT ${[...new Set(names)].join(', ')} FROM ${table} WHERE ${sql}`;
  const all = pageOf(order, MATCH_ALL, values, allowed);
  return `WITH _found AS MATERIALIZED (${found}) ${select('_found', `_found ${all}`)}`;
}

/** What makes up a record, and the requested key columns. */
const columnsOf = (record: string, keys: readonly ColumnInfo[], { core, model }: Granted): string =>
  [record, ...keys.map((column) => selectColumn(column, model, core.dialect))].join();

/** The part of a select that says which rows, and where their page begins and ends. */
export function pageOf(
  order: readonly Order[],
  condition: string,
  values: readonly unknown[],
  scope: Pick<Scope, 'core' | 'model'>,
): string {
  const { dialect } = scope.core;
  const size = dialect.placeholder(values.length - 1);
  const start = dialect.placeholder(values.length);
  return `WHERE ${condition}${orderOf(order, scope)}${dialect.page(size, start)}`;
}

/** The order of a select; empty for any. */
export function orderOf(
  order: readonly Order[],
  { core: { dialect }, model }: Pick<Scope, 'core' | 'model'>,
): string {
  const terms = order.map(({ field, direction }) => {
    const info = model.column.get(field) ?? model.rowNumber!;
    return dialect.orderBy(dialect.quote(info.column), direction, info);
  });
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : '';
}

const orderKey = (order: readonly Order[]): string => {
  let key = '';
  for (const { field, direction } of order) key += `${field} ${direction},`;
  return key;
};
