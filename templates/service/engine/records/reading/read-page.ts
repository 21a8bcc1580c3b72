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
import { joinJson, plainJson, readPageText } from './page-json.js';
import {
  readParts,
  recordsOf,
  selectCounted,
  selectRows,
  type CountedRows,
  type FoundRecords,
} from './read-records.js';
import type { Read } from '../scope.js';
import type { PageRequest, RecordsRequest } from './select-records.js';

/** Where a page is, and the cursor of the next one if there is one. */
interface Place extends Page {
  readonly next?: string | undefined;
}

/** A page with its place in the list: its records, or their JSON where nothing is added to them. */
export type FoundPage = Place & Found;

type Found = FoundRecords | { readonly json: string };

/** The page by its numbers, in a list of `total` records. */
export async function readPage(
  request: PageRequest,
  total: number,
  read: Read,
): Promise<FoundPage> {
  const { order, page, condition } = request;
  const place = placeOf(page, total);
  if (place.end === place.start) return { records: [], keys: [], ...place };
  const position = page.end >= total ? [] : positionColumns(order, read.model);
  const large = await admitPage({ order, page: place, parts: [condition] }, read);
  const behind = (last: CursorPosition['values'] | undefined) =>
    cursorAt(place.end, last, order, read);
  const text = large ? null : await readPageText(request, position, behind, read);
  if (text) return { json: text.json, next: text.next, start: place.start, end: place.end };
  const keyed = { ...request, keys: [...request.keys, ...position] };
  const { last, ...found } = large
    ? await readParts(large.parts, keyed, read)
    : await readAtOnce(keyed, read);
  return { ...found, ...place, next: behind(lastKeys(last, position, read)) };
}

async function readAtOnce(request: PageRequest, read: Read): Promise<Found & Last> {
  const rows = await selectRows(request, read, plainJson(request, read));
  return { ...(await foundIn(rows, request, read)), last: rows.at(-1) };
}

/** The last row that was read, which ends with the columns of its position. */
interface Last {
  readonly last: RawRow | undefined;
}

const foundIn = async (
  rows: readonly RawRow[],
  request: PageRequest,
  read: Read,
): Promise<Found> =>
  plainJson(request, read) === null ? recordsOf(rows, read) : { json: joinJson(rows) };

/**
 * The same together with the total, where the database returns both in one statement; null where they must be queried one
 * after the other, so that no oversized records are read, or none at all.
 */
export async function readCountedPage(
  request: PageRequest,
  read: Read,
): Promise<(FoundPage & Pick<CountedRows, 'total'>) | null> {
  const { order, page, condition } = request;
  const { dialect, counts } = read.core;
  const isPlain = page.end > page.start && !mayBeLarge(page.end - page.start, read);
  if (!isPlain || dialect.total(condition.sql) === 'apart') return null;
  const cached = counts.place(read.model, condition, request.version);
  if (cached && counts.isKnown(cached)) return null;
  const position = positionColumns(order, read.model);
  const keys = [...request.keys, ...position];
  const counted = await selectCounted({ ...request, keys }, read);
  if (counted === null) return null;
  const { rows, total } = counted;
  if (cached) counts.keep(cached, total);
  const found = await recordsOf(rows, read);
  const place = placeOf(page, total);
  if (page.end >= total) return { ...found, ...place, total };
  const next = cursorAt(place.end, lastKeys(rows.at(-1), position, read), order, read);
  return { ...found, ...place, total, next };
}

/** The range of a page in a list of `total` records. */
const placeOf = ({ start, end }: Page, total: number): Page => ({
  start,
  end: Math.max(start, Math.min(end, total)),
});

/** The cursor behind the record with these values, the one at `at` in the list; none without values. */
const cursorAt = (
  at: number,
  values: CursorPosition['values'] | undefined,
  order: readonly Order[],
  { model }: Read,
): string | undefined => (values?.length ? writeCursor({ values, at }, order, model) : undefined);

/** The page behind a position, regardless of what precedes it now. */
export async function readBehind(
  after: CursorPosition,
  request: PageRequest,
  read: Read,
): Promise<FoundPage> {
  const { order, page, condition } = request;
  const position = positionColumns(order, read.model);
  const keyed = { ...request, keys: [...request.keys, ...position] };
  const parts = conditionsAfter(after, order, condition, read.model, read.core.dialect);
  const shown = page.end - page.start;
  // One more row shows whether there is a next page.
  const planned = { order, page: { start: 0, end: shown + 1 }, parts, shown };
  const large = await admitPage(planned, read);
  const { last, count, ...found } = large
    ? { ...(await readParts(large.parts, keyed, read)), count: large.found }
    : await readBehindAtOnce(shown, keyed, parts, read);
  const place = { start: after.at, end: after.at + Math.min(count, shown) };
  const values = count > shown ? lastKeys(last, position, read) : undefined;
  const next = cursorAt(place.end, values, order, read);
  return { ...found, ...place, next };
}

/** The records, and how many rows there were with the one behind them. */
async function readBehindAtOnce(
  size: number,
  request: PageRequest,
  parts: readonly Condition[],
  read: Read,
): Promise<Found & Last & { readonly count: number }> {
  const rows = await selectParts(size + 1, request, parts, read, plainJson(request, read));
  const shown = rows.slice(0, size);
  const found = await foundIn(shown, request, read);
  return { ...found, last: shown.at(-1), count: rows.length };
}

/** The first rows of the parts of a list, one part behind the other, or with the JSON of each record as that expression. */
export async function selectParts(
  size: number,
  request: RecordsRequest,
  parts: readonly Condition[],
  read: Read,
  json: string | null = null,
): Promise<readonly RawRow[]> {
  const rows: RawRow[] = [];
  for (const condition of parts) {
    const page = { start: 0, end: size - rows.length };
    if (page.end === 0) break;
    rows.push(...(await selectRows({ ...request, page, condition }, read, json)));
  }
  return rows;
}

/** The position of the last row by its key columns. */
export function lastKeys(last: RawRow | undefined, columns: readonly ColumnInfo[], { core }: Read) {
  return last?.slice(last.length - columns.length).map((value, index) => {
    const column = columns[index]!;
    return column.type === 'datetime' ? value : core.dialect.decode(value, column);
  });
}
