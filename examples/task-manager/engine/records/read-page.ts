import type { RawRow, Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { Grant } from '../model/access-rules.js';
import type { Condition } from './compile-where.js';
import { conditionsAfter, positionColumns, writeCursor, type CursorPosition } from './cursor.js';
import { admitPage, mayBeLarge } from './page-size.js';
import type { Order, Page } from './parse-page.js';
import {
  idOf,
  readParts,
  selectCounted,
  selectRows,
  textsOf,
  type CountedRows,
  type ReadRecordsResult,
  type RecordsRequest,
} from './read-records.js';
import type { Scope } from './scope.js';

/** A page of a list; `keys` are the columns that its expanded relations need. */
export type PageRequest = Required<Omit<RecordsRequest, 'large'>>;

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
  const planned = { order, page: place, parts: [condition] };
  const large = await admitPage(planned, grant, session, scope);
  const isInText = !large && isPlaceInText(columns, request, grant, scope);
  const placeKeys = isLast || isInText ? [] : columns;
  const keyed = { ...request, keys: [...request.keys, ...placeKeys] };
  const { last, ...found } = large
    ? await readParts(large.parts, keyed, grant, session, scope)
    : await readAtOnce(keyed, condition, grant, session, scope);
  if (isLast) return { ...found, ...place };
  const values =
    placeKeys.length > 0 ? lastKeys(last, columns, scope) : lastTextKeys(found, columns);
  const next = cursorAt(place.end, values, order, scope);
  return { ...found, ...place, next };
}

async function readAtOnce(
  request: PageRequest,
  condition: Condition,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined }> {
  const rows = await selectRows(request, grant, session, scope, condition);
  return { ...(await textsOf(rows, grant, session, scope)), last: rows.at(-1) };
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
  const isPlain = page.end > page.start && !mayBeLarge(page.end - page.start, grant, scope);
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
  const values = lastKeys(rows.at(-1), columns, scope);
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
  const keyed = { ...request, keys: [...request.keys, ...columns] };
  const parts = conditionsAfter(after, order, condition, scope.model, scope.core.dialect);
  const shown = page.end - page.start;
  // One more row shows whether there is a next page.
  const planned = { order, page: { start: 0, end: shown + 1 }, parts, shown };
  const large = await admitPage(planned, grant, session, scope);
  const { last, count, ...found } = large
    ? { ...(await readParts(large.parts, keyed, grant, session, scope)), count: large.found }
    : await readBehindAtOnce(shown, keyed, parts, grant, session, scope);
  const place = { start: after.at, end: after.at + Math.min(count, shown) };
  const values = count > shown ? lastKeys(last, columns, scope) : undefined;
  const next = cursorAt(place.end, values, order, scope);
  return { ...found, ...place, next };
}

/** The records, and how many rows there were with the one behind them. */
async function readBehindAtOnce(
  size: number,
  request: PageRequest,
  parts: readonly Condition[],
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined; readonly count: number }> {
  const rows: RawRow[] = [];
  for (const part of parts) {
    const page = { start: 0, end: size + 1 - rows.length };
    if (page.end === 0) break;
    rows.push(...(await selectRows({ ...request, page }, grant, session, scope, part)));
  }
  const shown = rows.slice(0, size);
  const found = await textsOf(shown, grant, session, scope);
  return { ...found, last: shown.at(-1), count: rows.length };
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
function lastKeys(last: RawRow | undefined, columns: readonly ColumnInfo[], { core }: Scope) {
  return last?.slice(-columns.length).map((value, index) => {
    const column = columns[index]!;
    return column.type === 'datetime' ? value : core.dialect.decode(value, column);
  });
}
