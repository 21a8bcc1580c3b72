import type { DataVersion } from '../database/database.js';
import type { Dialect, RawRow, Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { Grant } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import { NONE, and, type Where } from '../model/where.js';
import { MATCH_ALL, compileWhere, type Condition } from './compile-where.js';
import type { Order, Page } from './parse-page.js';
import type { Scope } from './scope.js';
import { ownTurn } from './turns.js';

/** Reading more records than these at once risks running out of memory. */
export const MAX_RECORDS = 10_000;

/** Which records, in which order. */
export interface RecordsRequest {
  readonly where: Where;
  readonly order?: readonly Order[];
  readonly page?: Page;
  /** Columns to read with each text: the foreign keys of what is expanded. */
  readonly keys?: readonly ColumnInfo[];
  /** As of which the text of a page may be kept, or be taken from what is kept. */
  readonly version?: DataVersion | null;
  /** The records have so many bytes that reading them would delay others. */
  readonly large?: boolean;
}

/** Records as texts, and for each the values of the requested key columns. */
export interface ReadRecordsResult {
  readonly texts: readonly string[];
  readonly keys: readonly RawRow[];
}

/** The JSON texts of records as the grant shows them. Those of a page may come as one text, comma-separated. */
export async function readRecords(
  request: RecordsRequest,
  grant: Grant,
  session: Session,
  scope: Scope,
  condition?: Condition,
): Promise<readonly string[]> {
  return (await findRecords(request, grant, session, scope, condition)).texts;
}

/** A record as a plain object. */
export type Row = Record<string, unknown> & { readonly id: RecordId };

/** Records as objects, parsed from their texts. */
export async function rowsOf(
  request: RecordsRequest,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<Row[]> {
  return parseTexts(await readRecords(request, grant, session, scope));
}

/** Every record's text begins with its id: a second statement might see a later state. */
export const idOf = (text: string): RecordId => Number(/^\{"id":(\d+)/.exec(text)![1]);

/** Parses the texts of records. */
export const parseTexts = (texts: readonly string[]): Row[] =>
  JSON.parse(`[${texts.join(',')}]`) as Row[];

/** The texts with the key columns of each. */
export async function findRecords(
  request: RecordsRequest,
  grant: Grant,
  session: Session,
  scope: Scope,
  condition?: Condition,
): Promise<ReadRecordsResult> {
  const rows = await selectRows(request, grant, session, scope, condition);
  return textsOf(rows, grant, session, scope);
}

/** The rows that `textsOf` reads: query shape, cached statement, rows. */
export function selectRows(
  request: RecordsRequest,
  grant: Grant,
  session: Session,
  scope: Scope,
  condition: Condition = compileWhere(request.where, scope.model, scope.core),
): Promise<readonly RawRow[]> {
  const { core, model } = scope;
  const { page, keys = [], version = null, large = false } = request;
  const values = valuesOf(page, condition);
  const joined = page && keys.length === 0 ? core.reader(model, grant).joined : undefined;
  const statement = core.statements.get(shapeOf(request, grant, condition), () => {
    const select = selectRecords(request, grant, scope, condition.sql, values);
    return joined ? joined(select) : select;
  });
  return joined && version
    ? core.pages.rows(session, statement, values, version)
    : session.rows(statement, values, large);
}

/**
 * The records with these ids, a part after the other, so that others are served meanwhile; `last` are the keys of the last
 * row. A record that no longer matches is left out.
 */
export async function readParts(
  parts: readonly (readonly RecordId[])[],
  request: RecordsRequest,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined }> {
  const texts: string[] = [];
  const keys: RawRow[] = [];
  let last: RawRow | undefined;
  const { width } = scope.core.reader(scope.model, grant);
  for (const values of parts) {
    const where = and({ op: 'in', field: 'id', values } satisfies Where, request.where);
    const part = { where, order: request.order ?? [], keys: request.keys ?? [], large: true };
    const rows = await selectRows(part, grant, session, scope);
    await ownTurn();
    const found = await textsOf(rows, grant, session, scope);
    texts.push(...found.texts);
    keys.push(...found.keys);
    last = rows.at(-1)?.slice(width) ?? last;
    await ownTurn();
  }
  return { texts, keys, last };
}

/** A page's rows, and the number of rows over all pages. */
export interface CountedRows {
  readonly rows: readonly RawRow[];
  readonly total: number;
}

/** The rows of a page and its total in one statement, from one snapshot; null where a page without rows has no total. */
export async function selectCounted(
  request: RecordsRequest & { readonly page: Page },
  grant: Grant,
  session: Session,
  scope: Scope,
  condition: Condition,
): Promise<CountedRows | null> {
  const values = valuesOf(request.page, condition);
  const shape = `counted ${shapeOf(request, grant, condition)}`;
  const statement = scope.core.statements.get(shape, () =>
    selectWithTotal(request, grant, scope, condition.sql, values),
  );
  const rows = await session.rows(statement, values);
  const [first] = rows;
  if (!first) return request.page.start === 0 ? { rows, total: 0 } : null;
  return { rows: rows.map((row) => row.slice(0, -1)), total: Number(first.at(-1)) };
}

/** Rows as texts, with their key columns; fewer than the rows if some have been deleted meanwhile. */
export async function textsOf(
  rows: readonly RawRow[],
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadRecordsResult> {
  const reader = scope.core.reader(scope.model, grant);
  const texts = await reader.texts(rows, grant, session, scope);
  return {
    texts: texts.filter((text) => text !== null),
    keys: rows.filter((_, at) => texts[at] !== null).map((row) => row.slice(reader.width)),
  };
}

/** What a statement for records depends on. */
export const shapeOf = (
  { order = [], page, keys = [] }: Omit<RecordsRequest, 'where'>,
  grant: Grant,
  condition: Condition,
): string =>
  `${grant.readableKey} ${orderKey(order)} ${page ? 'page' : ''} ${namesOf(keys)} ${condition.sql}`;

/** The values that it binds. */
export const valuesOf = (page: Page | undefined, condition: Condition): readonly unknown[] =>
  page ? [...condition.values, page.end - page.start, page.start] : condition.values;

const namesOf = (columns: readonly ColumnInfo[]): string =>
  columns.length === 0 ? '' : columns.map(({ name }) => name).join();

function selectRecords(
  { order = [], page, keys = [] }: RecordsRequest,
  grant: Grant,
  scope: Scope,
  condition: string,
  values: readonly unknown[],
): string {
  const { core, model } = scope;
  const { dialect, database } = core;
  const table = dialect.quote(model.table);
  const orderBy = orderOf(order, scope);
  const from = `SELECT ${columnsOf(keys, grant, scope)} FROM ${table}`;
  if (!page) return `${from} WHERE ${condition}${orderBy}`;
  const all = pageOf({ order }, condition, values, scope);
  const direct = `${from} ${all}`;
  if (!database.sorts(direct, values)) return direct;
  // Only ids are sorted: with whole records in the sorter a page of two tenants' rows took ten times as long.
  const id = dialect.quote(model.key.column);
  return `${from} WHERE ${id} IN (SELECT ${id} FROM ${table} ${all})${orderBy}`;
}

function selectWithTotal(
  { order = [], keys = [] }: RecordsRequest,
  grant: Grant,
  scope: Scope,
  condition: string,
  values: readonly unknown[],
): string {
  const { core, model } = scope;
  const { dialect } = core;
  const [table, id] = [dialect.quote(model.table), dialect.quote(model.key.column)];
  const columns = columnsOf(keys, grant, scope);
  const orderBy = orderOf(order, scope);
  // PostgreSQL would call the total `count`, and sort by it where a column has that name, too.
  const select = (total: string, ids: string) =>
    `SELECT ${columns}, (SELECT COUNT(*) FROM ${total}) AS _total FROM ${table} WHERE ${id} IN (SELECT ${id} FROM ${ids})${orderBy}`;
  if (dialect.total(condition) === 'beside') {
    const all = pageOf({ order }, condition, values, scope);
    return select(`${table} WHERE ${condition}`, `${table} ${all}`);
  }
  const sorted = order.map(({ field }) => dialect.quote(model.column.get(field)!.column));
  const found = `SELECT ${[...new Set([id, ...sorted])].join(', ')} FROM ${table} WHERE ${condition}`;
  const all = pageOf({ order }, MATCH_ALL, values, scope);
  return `WITH _found AS MATERIALIZED (${found}) ${select('_found', `_found ${all}`)}`;
}

/** The columns that make up a record, and the requested key columns. */
const columnsOf = (keys: readonly ColumnInfo[], grant: Grant, { core, model }: Scope): string =>
  [
    core.reader(model, grant).select,
    ...keys.map(({ column }) => core.dialect.quote(column)),
  ].join();

/** The part of a select that says which rows, and where their page begins and ends. */
export function pageOf(
  { order = [] }: Pick<RecordsRequest, 'order'>,
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
    const info = model.column.get(field)!;
    return dialect.orderBy(dialect.quote(info.column), direction, info);
  });
  return terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : '';
}

const orderKey = (order: readonly Order[]): string => {
  let key = '';
  for (const { field, direction } of order) key += `${field} ${direction},`;
  return key;
};

/** What becomes of a row in a transaction, until whose end others cannot do what does not go with it. */
export type RowLock = 'delete' | 'change' | 'keep';

/** The ids of all rows that match a condition. */
export async function idsWhere(
  where: Where,
  model: ModelInfo,
  session: Session,
  scope: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<readonly RecordId[]> {
  const found = await idsBeside(model.key, where, model, session, scope, lock);
  return found.map(([id]) => id);
}

/** The same, each with the value of a column. */
export async function idsBeside(
  column: ColumnInfo,
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<readonly (readonly [id: RecordId, value: unknown])[]> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const shape = `ids ${lock} ${model.name} ${column.name} ${condition.sql}`;
  const statement = core.statements.get(shape, () => {
    const [id, value] = [model.key, column].map((one) => dialect.quote(one.column));
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT ${[...new Set([id, value])].join(', ')} ${from} ORDER BY ${id}${lockClause(lock, dialect)}`;
  });
  const rows = await session.rows(statement, condition.values);
  return rows.map((row) => [Number(row[0]), dialect.decode(row.at(-1), column)]);
}

/** Is there a row that matches the condition? */
export async function rowExists(
  where: Where,
  model: ModelInfo,
  session: Session,
  { core }: Pick<Scope, 'core'>,
  lock?: RowLock,
): Promise<boolean> {
  const { dialect } = core.database;
  const condition = compileWhere(where, model, core);
  const statement = core.statements.get(`${lock ?? 'any'} ${model.name} ${condition.sql}`, () => {
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT 1 ${from}${lock ? lockClause(lock, dialect) : ' LIMIT 1'}`;
  });
  return (await session.rows(statement, condition.values)).length > 0;
}

function lockClause(lock: RowLock | undefined, dialect: Dialect): string {
  switch (lock) {
    case 'delete':
      return dialect.lockRows;
    case 'change':
      return dialect.changeRows;
    case 'keep':
      return dialect.keepRows;
    default:
      return '';
  }
}

/** The row with this id if it also matches a condition; none for a number that is no id. */
export const oneRow = (id: RecordId, where: Where): Where =>
  Number.isSafeInteger(id) ? and({ op: 'eq', field: 'id', value: id }, where) : NONE;
