import type { RawRow, Session } from '../database/dialect.js';
import { driverErrorOf } from '../database/outage.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Grant } from '../model/access-rules.js';
import { refuse, type HttpProblem } from '../problem/problem.js';
import type { Condition } from './compile-where.js';
import { conditionsAfter, positionColumns, writeCursor, type CursorPosition } from './cursor.js';
import type { Order, Page } from './parse-page.js';
import type { QueryLimits } from './query-cost.js';
import {
  idOf,
  pageOf,
  selectCounted,
  selectRows,
  shapeOf,
  textsOf,
  valuesOf,
  type CountedRows,
  type ReadRecordsResult,
  type RecordsRequest,
} from './read-records.js';
import type { Scope } from './scope.js';

/** A page of a list; `keys` are the columns that its expanded relations need. */
export type PageRequest = Required<RecordsRequest>;

/** A page with its position in the list, and the cursor of the next one if there is one. */
export interface ReadPageResult extends ReadRecordsResult {
  readonly start: number;
  readonly end: number;
  readonly next?: string | undefined;
}

/** The page by its numbers, in a list of `total` records. */
export async function readPage(
  request: PageRequest,
  total: number,
  condition: Condition,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadPageResult> {
  const { order, page } = request;
  const place = placeOf(page, total);
  if (place.end === place.start) return { texts: [], keys: [], ...place };
  const columns = positionColumns(order, scope.model);
  const isLast = page.end >= total;
  const placeKeys = isLast || isPlaceInText(columns, request, grant, scope) ? [] : columns;
  const keys = [...request.keys, ...placeKeys];
  await assertPageSize({ order, page: place }, condition, grant, session, scope);
  const rows = await selectRows({ ...request, keys }, grant, session, scope, condition);
  const found = await textsOf(rows, grant, session, scope);
  if (isLast) return { ...found, ...place };
  const values =
    placeKeys.length > 0 ? lastKeys(rows, columns, scope) : lastTextKeys(found, columns);
  const next = cursorAt(place.end, values, order, scope);
  return { ...found, ...place, next };
}

/**
 * The same together with the total, where the database returns both in one statement; null where they must be queried one
 * after the other, so that no oversized records are read, or none at all.
 */
export async function readCountedPage(
  request: PageRequest,
  condition: Condition,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<(ReadPageResult & Pick<CountedRows, 'total'>) | null> {
  const { order, page } = request;
  const { dialect, counts } = scope.core;
  const isPlain = page.end > page.start && longColumns(page, grant, scope).length === 0;
  if (!isPlain || dialect.total(condition.sql) === 'apart') return null;
  const cached = counts.place(scope.model, condition, request.version);
  if (cached && counts.isKnown(cached)) return null;
  const columns = positionColumns(order, scope.model);
  const keys = [...request.keys, ...columns];
  const counted = await selectCounted({ ...request, keys }, grant, session, scope, condition);
  if (counted === null) return null;
  const { rows, total } = counted;
  if (cached) counts.keep(cached, total);
  const found = await textsOf(rows, grant, session, scope);
  const place = placeOf(page, total);
  if (page.end >= total) return { ...found, ...place, total };
  const values = lastKeys(rows, columns, scope);
  const next = cursorAt(place.end, values, order, scope);
  return { ...found, ...place, total, next };
}

/** The range of a page in a list of `total` records. */
const placeOf = ({ start, end }: Page, total: number): Page => ({
  start,
  end: Math.max(start, Math.min(end, total)),
});

/** The cursor behind the record with these values, the one at `at` in the list. */
const cursorAt = (
  at: number,
  values: CursorPosition['values'] | undefined,
  order: readonly Order[],
  { model }: Scope,
): string | undefined => values && writeCursor({ values, at }, order, model);

/** The page behind a position, regardless of what precedes it now. */
export async function readBehind(
  after: CursorPosition,
  request: PageRequest,
  condition: Condition,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadPageResult> {
  const { order, page } = request;
  const columns = positionColumns(order, scope.model);
  const keys = [...request.keys, ...columns];
  const parts = conditionsAfter(after, order, condition, scope.model, scope.core.dialect);
  const size = page.end - page.start;
  const rows: RawRow[] = [];
  for (const part of parts) {
    // One more row shows whether there is a next page.
    const rest = { start: 0, end: size + 1 - rows.length };
    if (rest.end === 0) break;
    const shown = { start: 0, end: size - rows.length };
    await assertPageSize({ order, page: shown }, part, grant, session, scope);
    rows.push(...(await selectRows({ ...request, keys, page: rest }, grant, session, scope, part)));
  }
  const shown = rows.slice(0, size);
  const found = await textsOf(shown, grant, session, scope);
  const place = { start: after.at, end: after.at + shown.length };
  const values = rows.length > size ? lastKeys(shown, columns, scope) : undefined;
  const next = cursorAt(place.end, values, order, scope);
  return { ...found, ...place, next };
}

/**
 * Whether the position can be read from the records' texts: extra columns would keep SQLite from returning the page as one
 * text. Datetimes are excluded, as their stored form may differ from that in the text.
 */
const isPlaceInText = (
  columns: readonly ColumnInfo[],
  { keys }: PageRequest,
  grant: Grant,
  { core, model }: Scope,
): boolean =>
  keys.length === 0 &&
  core.reader(model, grant).joined !== undefined &&
  columns.every(({ type }) => type !== 'datetime');

/** The position of the last record by its text, the last line of the page's. */
function lastTextKeys({ texts: [text] }: ReadRecordsResult, columns: readonly ColumnInfo[]) {
  if (text === undefined) return undefined;
  const last = text.slice(text.lastIndexOf('\n') + 1);
  if (columns.every(({ role }) => role === 'id')) return [idOf(last)];
  const record = JSON.parse(last) as Record<string, unknown>;
  return columns.map(({ name }) => record[name]);
}

/** The position of the last row by its key columns, whether it still has a record or not. */
function lastKeys(rows: readonly RawRow[], columns: readonly ColumnInfo[], { core }: Scope) {
  const stored = rows.at(-1)?.slice(-columns.length);
  return stored?.map((value, index) => {
    const column = columns[index]!;
    return column.type === 'datetime' ? value : core.dialect.decode(value, column);
  });
}

/** For so few records the size is not checked: the body of each was limited when it was written. */
const UNCHECKED_RECORDS = 32;

/**
 * Refuses a page whose records exceed the size limit before they are read, where the model has fields of unlimited length:
 * all of them would be held in memory. The database computes lengths without reading the values.
 */
export async function assertPageSize(
  request: Required<Pick<RecordsRequest, 'order' | 'page'>>,
  condition: Condition,
  grant: Grant,
  session: Session,
  { core, model }: Scope,
): Promise<void> {
  const { page } = request;
  const long = longColumns(page, grant, { core, model });
  if (long.length === 0) return;
  const { dialect } = core;
  const values = valuesOf(page, condition);
  const statement = core.statements.get(`size ${shapeOf(request, grant, condition)}`, () => {
    const [table, id] = [dialect.quote(model.table), dialect.quote(model.key.column)];
    const length = long.map((info) => `COALESCE(${dialect.bytes(info)}, 0)`).join(' + ');
    const ids = `SELECT ${id} FROM ${table} ${pageOf(request, condition.sql, values, { core, model })}`;
    return `SELECT COALESCE(SUM(${length}), 0) FROM ${table} WHERE ${id} IN (${ids})`;
  });
  const [row] = await session.rows(statement, values);
  const { pageLimit = Infinity } = core.limits;
  if (Number(row![0]) > pageLimit) throw tooLarge(`${pageLimit} bytes`);
}

/** The columns that may make the records of a page too large; none for a few records. */
export function longColumns(
  page: Page,
  grant: Grant,
  { core, model }: Pick<Scope, 'core' | 'model'>,
): readonly ColumnInfo[] {
  const { pageLimit = Infinity } = core.limits;
  if (page.end - page.start <= UNCHECKED_RECORDS || pageLimit === Infinity) return [];
  return model.columns.filter((info) => isLong(info) && grant.readable.has(info.name));
}

const isLong = ({ type, max }: ColumnInfo): boolean =>
  type === 'json' || (type === 'text' && max === null);

/** Holding more links than these would take too much memory, however large a page may be. */
const MAX_LINKS = 1_000_000;
/** A digit and a comma. */
const MIN_BYTES_PER_LINK = 2;

/** How many links the many-to-many fields of a page may have: more than these would exceed the size limit in any case. */
export const maxLinksOf = ({ pageLimit = Infinity }: QueryLimits): number =>
  Math.min(MAX_LINKS, Math.floor(pageLimit / MIN_BYTES_PER_LINK));

/** The response to a page with more. */
export const tooManyLinks = (limit: number): HttpProblem => tooLarge(`${limit} links`);

/** UTF-8 needs at most three bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** The records of a page as it is sent. Expanded relations may repeat a long record: lengths are added before texts. */
export function joinWithinLimit(texts: readonly string[], limit = Infinity): string {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > limit) throw tooLarge(`${limit} bytes`);
  const text = `[${texts.join(',\n')}]`;
  if (text.length * MAX_BYTES_PER_UNIT <= limit || Buffer.byteLength(text) <= limit) return text;
  throw tooLarge(`${limit} bytes`);
}

/** The response to a page longer than a string of SQLite or JavaScript can be; any other error is rethrown. */
export function asPageSize(error: unknown): never {
  const { code } = (driverErrorOf(error) ?? {}) as { code?: unknown };
  const isRange = error instanceof RangeError && error.message === 'Invalid string length';
  throw code === 'SQLITE_TOOBIG' || isRange ? tooLarge('a text can have') : error;
}

const tooLarge = (limit: string): HttpProblem =>
  refuse(
    '_end',
    'page-too-large',
    `The records of this page have more than ${limit}; ask for fewer of them`,
  );
