import type { RawRow } from '../../database/dialect.js';
import type { RecordId } from '../../fields/record-id.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere, type Condition } from '../conditions/compile-where.js';
import type { Page } from '../query/parse-page.js';
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

/** Records as texts, and for each the values of the requested key columns. */
export interface ReadRecordsResult {
  readonly texts: readonly string[];
  readonly keys: readonly RawRow[];
}

/** The JSON texts of records as the grant shows them. Those of a page may come as one text, comma-separated. */
export const readRecords = async (
  request: RecordsRequest,
  read: Read,
): Promise<readonly string[]> => (await findRecords(request, read)).texts;

/** A record as a plain object. */
export type Row = Record<string, unknown> & { readonly id: RecordId };

/** Records as objects, parsed from their texts. */
export const rowsOf = async (request: RecordsRequest, read: Read): Promise<Row[]> =>
  parseTexts(await readRecords(request, read));

/** Every record's text begins with its id: a second statement might see a later state. */
export const idOf = (text: string): RecordId => Number(/^\{"id":(\d+)/.exec(text)![1]);

/** Parses the texts of records. */
export const parseTexts = (texts: readonly string[]): Row[] =>
  JSON.parse(`[${texts.join(',')}]`) as Row[];

/** The texts with the key columns of each. */
export const findRecords = async (
  request: RecordsRequest,
  read: Read,
): Promise<ReadRecordsResult> => textsOf(await selectRows(request, read), read);

/** The rows that `textsOf` reads: query shape, cached statement, rows. */
export function selectRows(request: RecordsRequest, read: Read): Promise<readonly RawRow[]> {
  const { core, model, grant, session } = read;
  const { where, page, keys = [], version = null, large = false } = request;
  const condition = request.condition ?? compileWhere(where, model, core);
  const values = valuesOf(page, condition);
  const joined = page && keys.length === 0 ? core.reader(model, grant).joined : undefined;
  const statement = core.statements.get(shapeOf(request, condition, read), () => {
    const select = selectRecords(request, condition, read);
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
  { where: all, order = [], keys: columns = [] }: RecordsRequest,
  read: Read,
): Promise<ReadRecordsResult & { readonly last: RawRow | undefined }> {
  const texts: string[] = [];
  const keys: RawRow[] = [];
  let last: RawRow | undefined;
  const { width } = read.core.reader(read.model, read.grant);
  for (const values of parts) {
    const where = and({ op: 'in', field: 'id', values } satisfies Where, all);
    const rows = await selectRows({ where, order, keys: columns, large: true }, read);
    await ownTurn();
    const found = await textsOf(rows, read);
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
  request: RecordsRequest & { readonly page: Page; readonly condition: Condition },
  read: Read,
): Promise<CountedRows | null> {
  const { page, condition } = request;
  const shape = `counted ${shapeOf(request, condition, read)}`;
  const statement = read.core.statements.get(shape, () =>
    selectWithTotal(request, condition, read),
  );
  const rows = await read.session.rows(statement, valuesOf(page, condition));
  const [first] = rows;
  if (!first) return page.start === 0 ? { rows, total: 0 } : null;
  return { rows: rows.map((row) => row.slice(0, -1)), total: Number(first.at(-1)) };
}

/** Rows as texts, with their key columns; fewer than the rows if some have been deleted meanwhile. */
export async function textsOf(rows: readonly RawRow[], read: Read): Promise<ReadRecordsResult> {
  const reader = read.core.reader(read.model, read.grant);
  const texts = await reader.texts(rows, read);
  return {
    texts: texts.filter((text) => text !== null),
    keys: rows.filter((_, at) => texts[at] !== null).map((row) => row.slice(reader.width)),
  };
}
