import type { RawRow } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { PagePlace } from '../../model/operations.js';
import type { Condition } from '../conditions/compile-where.js';
import { positionColumns, writeCursor } from '../query/cursor.js';
import type { Read } from '../scope.js';
import { joinJson, readPageText } from './page-json.js';
import { isCountedWithRows, planPage, type PagePlan } from './page-plan.js';
import { admitPage } from './measure-page.js';
import {
  readParts,
  recordsOf,
  selectCounted,
  selectRows,
  type FoundRecords,
} from './read-records.js';
import type { PageRequest, RecordsRequest } from './select-records.js';

/** A page with its place in the list: its records, or their JSON if nothing is added to them. */
export type FoundPage = Found & Omit<PagePlace, 'isRestricted'>;

type Found = FoundRecords | { readonly json: string };

/** A page with the total of its list. */
export async function readPage(request: PageRequest, read: Read): Promise<FoundPage> {
  const counted = isCountedWithRows(request, read) ? await readCounted(request, read) : null;
  if (counted) return counted;
  const { core, model, session } = read;
  const total = await core.counts.count(session, model, request.condition, request.version);
  const plan = planPage(request, total, read);
  const { start, size, way } = plan;
  if (way === 'none') return { records: [], keys: [], start, end: start, total };
  const large = plan.measured && (await admitPage(plan.measured, read));
  if (way === 'text' && !large) {
    const next = (last: CursorValues) => cursorAt(start + size, last, request, read);
    const { json, next: behind } = await readPageText(plan, request, next, read);
    return { json, start, end: start + size, total, next: behind };
  }
  const { last, count, ...found } = large
    ? { ...(await readParts(large.parts, withKeys(request, plan), read)), count: large.found }
    : await readRows(plan, request, read);
  const end = start + (way === 'behind' ? Math.min(count, size) : size);
  const isLast = way === 'behind' && count <= size;
  const values = isLast ? undefined : lastKeys(last, plan.position, read);
  return { ...found, start, end, total, next: cursorAt(end, values, request, read) };
}

/** A page with its total, both from one statement; null if its list may have records although the page has none. */
async function readCounted(request: PageRequest, read: Read): Promise<FoundPage | null> {
  const { order, page, condition, version } = request;
  const { core, model } = read;
  const position = positionColumns(order, model);
  const counted = await selectCounted(withKeys(request, { position }), read);
  if (counted === null) return null;
  const { rows, total } = counted;
  const cached = core.counts.place(model, condition, version);
  if (cached) core.counts.keep(cached, total);
  const found = await recordsOf(rows, read);
  const { start } = page;
  const end = Math.max(start, Math.min(page.end, total));
  const values = page.end < total ? lastKeys(rows.at(-1), position, read) : undefined;
  return { ...found, start, end, total, next: cursorAt(end, values, request, read) };
}

/** Rows as they are returned, the last of them, and their number with the row behind the page. */
type FoundRows = Found & { readonly last: RawRow | undefined; readonly count: number };

async function readRows(plan: PagePlan, request: PageRequest, read: Read): Promise<FoundRows> {
  const { way, size, parts, json } = plan;
  const keyed = withKeys(request, plan);
  const rows =
    way === 'behind'
      ? await selectParts(size + 1, keyed, parts, read, json)
      : await selectRows(keyed, read, json);
  const shown = way === 'behind' ? rows.slice(0, size) : rows;
  const found = json === null ? await recordsOf(shown, read) : { json: joinJson(shown) };
  return { ...found, last: shown.at(-1), count: rows.length };
}

/** A request that also reads the columns of a position. */
const withKeys = (request: PageRequest, { position }: Pick<PagePlan, 'position'>): PageRequest => ({
  ...request,
  keys: [...request.keys, ...position],
});

type CursorValues = readonly unknown[] | undefined;

/** The cursor behind the record with these values, which is at `at` in the list; none without values. */
const cursorAt = (
  at: number,
  values: CursorValues,
  { order }: PageRequest,
  { model }: Read,
): string | undefined => (values?.length ? writeCursor({ values, at }, order, model) : undefined);

/** The first rows of the parts of a list, one part behind the other. `json` reads each record as that expression. */
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

/** The values of a row in the columns of a position, which it ends with. */
export function lastKeys(last: RawRow | undefined, columns: readonly ColumnInfo[], { core }: Read) {
  return last?.slice(last.length - columns.length).map((value, index) => {
    const column = columns[index]!;
    return column.type === 'datetime' ? value : core.dialect.decode(value, column);
  });
}
