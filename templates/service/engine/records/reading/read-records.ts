import type { RawRow } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere, type Condition } from '../conditions/compile-where.js';
import type { Row } from '../../model/operations.js';
import type { Page } from '../query/parse-page.js';
import { goesById, reachOf, reachOfCount } from './reach.js';
import type { Read } from '../scope.js';
import {
  selectRecords,
  selectWithTotal,
  shapeOf,
  valuesOf,
  type RecordsRequest,
} from './select-records.js';
import { ownTurn } from './turns.js';

/** Reading more records than these at once risks running out of memory. */
export const MAX_RECORDS = 10_000;

/** Records as the grant shows them, and for each the values of the requested key columns. */
export interface FoundRecords {
  readonly records: readonly Row[];
  readonly keys: readonly RawRow[];
}

/** The records that match a request. */
export const readRecords = async (request: RecordsRequest, read: Read): Promise<readonly Row[]> =>
  (await findRecords(request, read)).records;

/** The records that match a request, with the key columns of each. */
export const findRecords = async (request: RecordsRequest, read: Read): Promise<FoundRecords> =>
  recordsOf(await selectRows(request, read), read);

/** The rows that `recordsOf` reads, or with the JSON of each record in place of its columns, as that expression. */
export function selectRows(
  request: RecordsRequest,
  read: Read,
  json: string | null = null,
): Promise<readonly RawRow[]> {
  const { core, model, session } = read;
  const { where, order, page, large = false } = request;
  const condition = request.condition ?? compileWhere(where, model, core);
  const shape = shapeOf(request, condition, read);
  const statement = core.statements.get(
    json === null ? shape : `json ${shape}`,
    () => selectRecords(request, condition, read, json ?? undefined),
    () => goesById(where),
  );
  const reach = large ? 'much' : () => reachOf({ condition, order, page }, model);
  return session.rows(statement, valuesOf(page, condition), reach);
}

/** Records that were read in parts, and the keys of the last of them. */
export interface FoundInParts extends FoundRecords {
  readonly last: RawRow | undefined;
}

/**
 * The records with these ids, a part after the other, so that others are served meanwhile. A record that no longer matches is
 * left out.
 */
export async function readParts(
  parts: readonly (readonly RecordId[])[],
  { where: all, order = [], keys: columns = [] }: RecordsRequest,
  read: Read,
): Promise<FoundInParts> {
  const records: Row[] = [];
  const keys: RawRow[] = [];
  for (const values of parts) {
    const where = and({ op: 'in', field: 'id', values } satisfies Where, all);
    const rows = await selectRows({ where, order, keys: columns, large: true }, read);
    await ownTurn();
    const found = await recordsOf(rows, read);
    records.push(...found.records);
    keys.push(...found.keys);
    await ownTurn();
  }
  return { records, keys, last: keys.at(-1) };
}

/** A page's rows, and the number of rows over all pages. */
export interface CountedRows {
  readonly rows: readonly RawRow[];
  readonly total: number;
}

/** The rows of a page and its total in one statement, from one snapshot; null where a page without rows has no total. */
export async function selectCounted(
  request: RecordsRequest & { readonly page: Page; readonly condition: Condition },
  read: Read,
): Promise<CountedRows | null> {
  const { page, condition } = request;
  const shape = `counted ${shapeOf(request, condition, read)}`;
  const statement = read.core.statements.get(shape, () =>
    selectWithTotal(request, condition, read),
  );
  const reach = () => reachOfCount(condition, read.model);
  const rows = await read.session.rows(statement, valuesOf(page, condition), reach);
  const [first] = rows;
  if (!first) return page.start === 0 ? { rows, total: 0 } : null;
  return { rows: rows.map((row) => row.slice(0, -1)), total: Number(first.at(-1)) };
}

/** Rows as records, with their key columns. */
export async function recordsOf(rows: readonly RawRow[], read: Read): Promise<FoundRecords> {
  const reader = read.core.reader(read.model, read.grant);
  return {
    records: await reader.rows(rows, read),
    keys: rows.map((row) => row.slice(reader.width)),
  };
}
