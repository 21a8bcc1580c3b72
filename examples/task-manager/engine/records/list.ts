import type { Session } from '../database/dialect.js';
import type { ListPage, Query } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { compileWhere } from './conditions/compile-where.js';
import { fitWhere } from './conditions/where-from-code.js';
import type { CursorPosition } from './query/cursor.js';
import { addCounts } from './reading/count-children.js';
import { expandedColumns, expandRecords } from './reading/expand.js';
import { createPage, lengthOfJson } from './reading/list-page.js';
import {
  assertWithinLimit,
  jsonOf,
  lengthOf,
  maxLinksOf,
  rethrowPageSize,
} from './reading/page-size.js';
import { readBehind, readCountedPage, readPage, type FoundPage } from './reading/read-page.js';
import { readQuery } from './reading/read-query.js';
import type { PageRequest } from './reading/select-records.js';
import { authorize, reading, readLong, reserve, type Read, type Scope } from './scope.js';

/** One page of the records that the user sees and that match the query and `restriction`. */
export async function list(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<ListPage> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const { page, order, after, expand, counted, where: asked } = readQuery(query, allowed);
  const where = and(allowed.grant.where, asked, fitWhere(restriction, model, core));
  const condition = compileWhere(where, model, core);
  const keys = expandedColumns(expand, model);
  const bounds = { maxLinks: maxLinksOf(core.limits), reservation: reserve(scope) };
  const isPlain = expand.length === 0 && counted.length === 0;
  const readList = async (session: Session): Promise<ListPage> => {
    const read = reading(allowed, session, bounds);
    // Before anything is counted: a commit in between makes the count look older than it is, never newer.
    const version = core.database.dataVersion();
    const wanted = { where, condition, order, page, keys, version, isPlain };
    const found = await readWithTotal(wanted, after, read);
    if ('records' in found) {
      core.widths.tell(model, lengthOf(found.records), found.records.length);
      await expandRecords(found, expand, keys, read);
      await addCounts(found.records, counted, read);
    }
    return asPage(found, read);
  };
  return readLong(scope, readList).catch(rethrowPageSize);
}

type Found = FoundPage & { readonly total: number };

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

/** A page as it is sent. */
async function asPage(found: Found, { core, model, grant, reservation }: Read): Promise<ListPage> {
  const { start, end, total, next } = found;
  const { pageLimit } = core.limits;
  const json = 'json' in found ? found.json : await jsonOf(found.records, pageLimit);
  if ('json' in found) {
    core.widths.tell(model, found.json.length, end - start);
    assertWithinLimit(found.json, pageLimit);
  }
  reservation?.settle(lengthOfJson(json));
  return createPage(json, { start, end, total, next, isRestricted: grant.isRestricted });
}
