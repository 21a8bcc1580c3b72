import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { PageText, Query } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { FREE_BYTES } from './reading/byte-budget.js';
import { compileWhere } from './conditions/compile-where.js';
import { addCounts } from './reading/count-children.js';
import type { CursorPosition } from './query/cursor.js';
import { expandedColumns, expandRows } from './reading/expand.js';
import {
  rethrowPageSize,
  assertWithinLimit,
  encodeWithinLimit,
  lengthOf,
  maxLinksOf,
} from './reading/page-size.js';
import { pageOfBytes, pageOfTexts, type PagePlace } from './reading/page-text.js';
import {
  readBehind,
  readCountedPage,
  readPage,
  type PageRequest,
  type ReadPageResult,
} from './reading/read-page.js';
import { readQuery } from './reading/read-query.js';
import { authorize, reading, readLong, reserve, type Read, type Scope } from './scope.js';
import { fitWhere } from './conditions/where-from-code.js';

/** One page of the records that the user sees and that match the query and `restriction`. */
export async function list(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<PageText> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const { page, order, after, expand, counted, where: asked } = readQuery(query, allowed);
  const where = and(allowed.grant.where, asked, fitWhere(restriction, model, core));
  const condition = compileWhere(where, model, core);
  const relations = expandedColumns(expand, model);
  const keys = counted.length > 0 ? [...relations, model.key] : relations;
  const bounds = { maxLinks: maxLinksOf(core.limits), reservation: reserve(scope) };
  const readList = async (session: Read['session']): Promise<PageText> => {
    const read = reading(allowed, session, bounds);
    // Before anything is counted: a commit in between makes the count look older than it is, never newer.
    const version = core.database.dataVersion();
    const wanted = { where, condition, order, page, keys, version };
    const found = await readWithTotal(wanted, after, read);
    core.widths.tell(model, lengthOf(found.texts), found.end - found.start);
    const expanded = await expandRows(found, expand, relations, read);
    const texts =
      counted.length > 0
        ? await addCounts(expanded, idsBehind(relations, found), counted, read)
        : expanded;
    return asText(texts, found, read);
  };
  return readLong(scope, readList).catch(rethrowPageSize);
}

type Found = ReadPageResult & { readonly total: number };

/** The ids of records, whose column is behind those of the relations where the children of each are counted. */
const idsBehind = (relations: readonly ColumnInfo[], { keys }: Found): readonly RecordId[] =>
  keys.map((row) => Number(row[relations.length]));

/** The requested page, by numbers or behind a cursor, with its total: from one statement where the database has it so. */
async function readWithTotal(
  wanted: PageRequest,
  after: CursorPosition | null,
  read: Read,
): Promise<Found> {
  const both = after ? null : await readCountedPage(wanted, read);
  if (both) return both;
  const { core, model, session } = read;
  const total = await core.counts.count(session, model, wanted.condition, wanted.version);
  const found = after ? await readBehind(after, wanted, read) : await readPage(wanted, total, read);
  return { ...found, total };
}

/** A page as it is sent: in pieces of bytes where encoding it at once would delay others. */
async function asText(
  texts: readonly string[],
  { start, end, total, next }: Found,
  { core, grant, reservation }: Read,
): Promise<PageText> {
  const place: PagePlace = { start, end, total, next, isRestricted: grant.isRestricted };
  const { pageLimit } = core.limits;
  const length = lengthOf(texts);
  reservation?.settle(length);
  if (length > FREE_BYTES) return pageOfBytes(await encodeWithinLimit(texts, pageLimit), place);
  assertWithinLimit(texts, pageLimit);
  return pageOfTexts(texts, place);
}
