import type { RawRow } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { Condition } from '../conditions/compile-where.js';
import {
  conditionsAfter,
  positionColumns,
  writeCursor,
  type CursorPosition,
} from '../query/cursor.js';
import { admitPage, mayBeLarge } from './page-size.js';
import type { Order, Page } from '../query/parse-page.js';
import {
  idOf,
  readParts,
  selectCounted,
  selectRows,
  textsOf,
  type CountedRows,
  type ReadRecordsResult,
} from './read-records.js';
import type { Read } from '../scope.js';
import type { RecordsRequest } from './select-records.js';

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
  read: Read,
): Promise<ReadPageResult> {
  const { order, page, condition } = request;
  const place = placeOf(page, total);
  if (place.end === place.start) return { texts: [], keys: [], ...place };
  const columns = positionColumns(order, read.model);
  const isLast = page.end >= total;
  const planned = { order, page: place, parts: [condition] };
  const large = await admitPage(planned, read);
  const isInText = !large && isPlaceInText(columns, request, read);
  const placeKeys = isLast || isInText ? [] : columns;
  const keyed = { ...request, keys: [...request.keys, ...placeKeys] };
  const { last, ...found } = large
    ? await readParts(large.parts, keyed, read)
    : await readAtOnce(keyed, read);
  if (isLast) return { ...found, ...place };
  const values =
    placeKeys.length > 0 ? lastKeys(last, columns, read) : lastTextKeys(found, columns);
  const next = cursorAt(place.end, values, order, read);
  return { ...found, ...place, next };
}

async function readAtOnce(
  request: PageRequest,
  read: Read,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined }> {
  const rows = await selectRows(request, read);
  return { ...(await textsOf(rows, read)), last: rows.at(-1) };
}

/**
 * The same together with the total, where the database returns both in one statement; null where they must be queried one
 * after the other, so that no oversized records are read, or none at all.
 */
export async function readCountedPage(
  request: PageRequest,
  read: Read,
): Promise<(ReadPageResult & Pick<CountedRows, 'total'>) | null> {
  const { order, page, condition } = request;
  const { dialect, counts } = read.core;
  const isPlain = page.end > page.start && !mayBeLarge(page.end - page.start, read);
  if (!isPlain || dialect.total(condition.sql) === 'apart') return null;
  const cached = counts.place(read.model, condition, request.version);
  if (cached && counts.isKnown(cached)) return null;
  const columns = positionColumns(order, read.model);
  const keys = [...request.keys, ...columns];
  const counted = await selectCounted({ ...request, keys }, read);
  if (counted === null) return null;
  const { rows, total } = counted;
  if (cached) counts.keep(cached, total);
  const found = await textsOf(rows, read);
  const place = placeOf(page, total);
  if (page.end >= total) return { ...found, ...place, total };
  const values = lastKeys(rows.at(-1), columns, read);
  const next = cursorAt(place.end, values, order, read);
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
  { model }: Read,
): string | undefined => values && writeCursor({ values, at }, order, model);

/** The page behind a position, regardless of what precedes it now. */
export async function readBehind(
  after: CursorPosition,
  request: PageRequest,
  read: Read,
): Promise<ReadPageResult> {
  const { order, page, condition } = request;
  const columns = positionColumns(order, read.model);
  const keyed = { ...request, keys: [...request.keys, ...columns] };
  const parts = conditionsAfter(after, order, condition, read.model, read.core.dialect);
  const shown = page.end - page.start;
  // One more row shows whether there is a next page.
  const planned = { order, page: { start: 0, end: shown + 1 }, parts, shown };
  const large = await admitPage(planned, read);
  const { last, count, ...found } = large
    ? { ...(await readParts(large.parts, keyed, read)), count: large.found }
    : await readBehindAtOnce(shown, keyed, parts, read);
  const place = { start: after.at, end: after.at + Math.min(count, shown) };
  const values = count > shown ? lastKeys(last, columns, read) : undefined;
  const next = cursorAt(place.end, values, order, read);
  return { ...found, ...place, next };
}

/** The records, and how many rows there were with the one behind them. */
async function readBehindAtOnce(
  size: number,
  request: PageRequest,
  parts: readonly Condition[],
  read: Read,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined; readonly count: number }> {
  const rows: RawRow[] = [];
  for (const condition of parts) {
    const page = { start: 0, end: size + 1 - rows.length };
    if (page.end === 0) break;
    rows.push(...(await selectRows({ ...request, page, condition }, read)));
  }
  const shown = rows.slice(0, size);
  const found = await textsOf(shown, read);
  return { ...found, last: shown.at(-1), count: rows.length };
}

/**
 * Whether the position can be read from the records' texts: extra columns would keep SQLite from returning the page as one
 * text. Datetimes are excluded, as their stored form may differ from that in the text.
 */
const isPlaceInText = (
  columns: readonly ColumnInfo[],
  { keys }: PageRequest,
  { core, model, grant }: Read,
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
function lastKeys(last: RawRow | undefined, columns: readonly ColumnInfo[], { core }: Read) {
  return last?.slice(-columns.length).map((value, index) => {
    const column = columns[index]!;
    return column.type === 'datetime' ? value : core.dialect.decode(value, column);
  });
}
