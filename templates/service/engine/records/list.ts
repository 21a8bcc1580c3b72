import type { Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ListPage, Query } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { compileWhere } from './conditions/compile-where.js';
import { fitWhere } from './conditions/where-from-code.js';
import type { Countable } from './query/parse-query.js';
import { FREE_BYTES } from './reading/byte-budget.js';
import { choosing, listedFields } from './reading/chosen-fields.js';
import { addCounts } from './reading/count-children.js';
import { expandedColumns, expandRecords } from './reading/expand.js';
import { createPage, lengthOfJson, widestIn, type PageJson } from './reading/list-page.js';
import { assertWithinLimit, jsonOf, tellWidth, tellWidths } from './reading/encode-records.js';
import { maxLinksOf } from './reading/measure-page.js';
import { rethrowPageSize } from './reading/too-large.js';
import { readPage, type FoundPage } from './reading/read-page.js';
import type { FoundRecords } from './reading/read-records.js';
import { readQuery } from './reading/read-query.js';
import { authorize, reading, readLong, reserve, type Read, type Scope } from './scope.js';

/** One page of the records that the user sees and that match the query and `restriction`. */
export async function list(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<ListPage> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const { page, order, after, expand, fields, counted, where: asked } = readQuery(query, allowed);
  const where = and(allowed.grant.where, asked, fitWhere(restriction, model, core));
  const condition = compileWhere(where, model, core);
  const keys = expandedColumns(expand, model);
  const shown = choosing(fields ?? listedFields(allowed), allowed);
  const bounds = { maxLinks: maxLinksOf(core.limits), reservation: reserve(scope) };
  const isPlain = expand.length === 0 && counted.length === 0;
  const readList = async (session: Session): Promise<ListPage> => {
    const read = reading(shown, session, bounds);
    // Before anything is counted: a commit in between makes the count look older than it is, never newer.
    const version = core.database.dataVersion();
    const found = await readPage(
      { where, condition, order, page, after, keys, version, isPlain },
      read,
    );
    const json =
      'json' in found
        ? checkedJson(found, read)
        : await jsonWith({ expand, relations: keys, counted }, found, read);
    read.reservation?.settle(lengthOfJson(json));
    const { start, end, total, next } = found;
    return createPage(json, { start, end, total, next, isRestricted: read.grant.isRestricted });
  };
  return readLong(scope, readList)
    .catch(rethrowPageSize)
    .catch(core.unread?.inRead(where, scope, after !== null));
}

/** The JSON of a page that the database has made; refused above the limit. */
function checkedJson(
  { json, start, end }: Extract<FoundPage, { readonly json: string }>,
  read: Read,
): string {
  // A page that is not large has no large record.
  const widest = json.length > FREE_BYTES ? widestIn(json) : undefined;
  tellWidth(json.length, end - start, widest, read);
  assertWithinLimit(json, read.core.limits.pageLimit);
  return json;
}

/** What is added to each record. */
interface Added {
  readonly expand: readonly string[];
  readonly relations: readonly ColumnInfo[];
  readonly counted: readonly Countable[];
}

/** The JSON of records with what is added to them; refused above the limit. */
async function jsonWith(
  { expand, relations, counted }: Added,
  found: FoundRecords,
  read: Read,
): Promise<PageJson> {
  const { records } = found;
  tellWidths(records, read);
  await expandRecords(found, expand, relations, read);
  await addCounts(records, counted, read);
  return jsonOf(records, read.core.limits.pageLimit);
}
