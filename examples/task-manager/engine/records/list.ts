import type { RecordId } from '../fields/record-id.js';
import { FREE_BYTES, type Reservation } from './byte-budget.js';
import type { Grant } from '../model/access-rules.js';
import type { PageText, Query, ReadOptions, RecordText } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import type { Session } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import { compileWhere, type Condition } from './compile-where.js';
import type { CursorPosition } from './cursor.js';
import { parseExpand, parseQuery, type Countable, type ListRequest } from './parse-query.js';
import { authorize, isReplicated, missing, readLong, type Scope } from './scope.js';
import {
  oneRow,
  findRecords,
  idOf,
  readParts,
  type ReadRecordsResult,
  type RecordsRequest,
} from './read-records.js';
import { pageOfBytes, pageOfTexts } from './page-text.js';
import { fitWhere } from './where-from-code.js';
import {
  admitPage,
  asPageSize,
  assertWithinLimit,
  encodeWithinLimit,
  lengthOf,
  maxLinksOf,
} from './page-size.js';
import {
  readBehind,
  readCountedPage,
  readPage,
  type ReadPageResult,
  type PageRequest,
} from './read-page.js';

/** One page of the records that the user sees and that match the query and `restriction`. */
export async function list(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<PageText> {
  const { core, model } = scope;
  const grant = authorize(scope, 'list');
  const { page, order, after, expand, counted, where } = readQuery(query, grant, scope);
  const relations = expandedColumns(expand, model);
  const keys = counted.length > 0 ? [...relations, model.key] : relations;
  const own = fitWhere(restriction, model, core);
  const all = and(grant.where, where, own);
  const condition = compileWhere(all, model, core);
  const reservation = reserve(scope);
  const paged: Scope = { ...scope, maxLinks: maxLinksOf(core.limits), reservation };
  const read = async (session: Session): Promise<PageText> => {
    const wanted = { page, order, keys, where: all, version: core.database.dataVersion() };
    const found = await readFound(wanted, after, condition, grant, session, paged);
    const expanded = await expandRows(found, expand, relations, session, paged);
    const ids = found.keys.map((row) => Number(row[relations.length]));
    const texts = await addCounts(expanded, ids, counted, session, scope);
    const { start, end, total, next } = found;
    const isRestricted = grant.where !== model.exists;
    const place = { start, end, total, next, isRestricted };
    const { pageLimit } = core.limits;
    const length = lengthOf(texts);
    reservation?.settle(length);
    if (length > FREE_BYTES) return pageOfBytes(await encodeWithinLimit(texts, pageLimit), place);
    assertWithinLimit(texts, pageLimit);
    return pageOfTexts(texts, place);
  };
  return readLong(scope, read).catch(asPageSize);
}

/** The requested page, by numbers or behind a cursor, with its total. */
async function readFound(
  wanted: PageRequest,
  after: CursorPosition | null,
  condition: Condition,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadPageResult & { readonly total: number }> {
  const counted = after ? null : await readCountedPage(wanted, condition, grant, session, scope);
  if (counted) return told(counted, scope);
  const { counts } = scope.core;
  const total = await counts.count(session, scope.model, condition, wanted.version);
  const found = after
    ? await readBehind(after, wanted, condition, grant, session, scope)
    : await readPage(wanted, total, condition, grant, session, scope);
  return told({ ...found, total }, scope);
}

/** A page, whose records tell how wide those of their model are. */
function told<T extends ReadPageResult>(found: T, { core, model }: Scope): T {
  core.widths.tell(model, lengthOf(found.texts), found.end - found.start);
  return found;
}

/** How many records a list has over all pages. */
export async function count(
  scope: Scope,
  query: Query = {},
  restriction: Where = ALL,
): Promise<number> {
  const { core, model } = scope;
  const grant = authorize(scope, 'list');
  const { where } = readQuery(query, grant, scope);
  const own = fitWhere(restriction, model, core);
  const condition = compileWhere(and(grant.where, where, own), model, core);
  return readLong(scope, (session) => core.counts.count(session, model, condition));
}

/** One record; 404 if it does not exist, or not for this user. */
export async function get(
  scope: Scope,
  id: RecordId,
  options: ReadOptions = {},
): Promise<RecordText> {
  const grant = authorize(scope, 'show');
  const expand = parseExpand(options.expand, scope.model, {
    grant,
    countable: () => countable(scope),
  });
  const wanted = { where: oneRow(id, grant.where), expand };
  const way = { quick: true, replica: isReplicated(scope.model) };
  const reservation = reserve(scope);
  return scope.core.database.read(async (session) => {
    const [text] = await readExpanded(wanted, grant, session, { ...scope, reservation });
    if (text === undefined) throw missing(scope, id);
    reservation?.settle(text.length);
    return { kind: 'record', id, text, isAsShown: true };
  }, way);
}

/** What a query asks for, within what the user may list; 400 lists everything that is wrong with it. */
export function readQuery(query: Query, grant: Grant, scope: Scope): ListRequest {
  const { core, access, model } = scope;
  return parseQuery(query, model, {
    grant,
    model: core.model,
    visible: (other) => access.rowWhere(grant, other),
    limits: core.limits,
    searchedFields: core.searchedFields,
    countable: () => countable(scope),
  });
}

/** What a read for a response will hold of the budget; none for code, whose reads go nowhere. */
const reserve = ({ core, response, user }: Scope): Reservation | undefined =>
  response && core.budget.reservation(response, user.id);

/** The JSON text of a record as the grant shows it, with the related records that `expand` names. */
async function readExpanded(
  { expand, where }: { readonly where: Where; readonly expand: readonly string[] },
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<readonly string[]> {
  const keys = expandedColumns(expand, scope.model);
  const found = await readAdmitted({ where, keys }, JUST_ONE, grant, session, scope);
  return expandRows(found, expand, keys, session, scope);
}

/** The foreign keys of the relations that a request expands. */
const expandedColumns = (expand: readonly string[], model: ModelInfo): readonly ColumnInfo[] =>
  expand.map((name) => model.columns.find((column) => column.reference?.relation === name)!);

/** Adds the related records to the texts of records; `keys` holds each record's foreign keys. */
async function expandRows(
  { texts, keys }: ReadRecordsResult,
  expand: readonly string[],
  columns: readonly ColumnInfo[],
  session: Session,
  scope: Scope,
): Promise<readonly string[]> {
  let expanded = texts;
  for (const [index, column] of columns.entries()) {
    const ids = keys.map((row) => row[index]).map((id) => (id === null ? null : Number(id)));
    const related = await relatedTexts(ids, column, session, scope);
    const name = JSON.stringify(expand[index]);
    expanded = expanded.map((text, row) => {
      const record = related.get(ids[row]!) ?? 'null';
      return `${text.slice(0, -1)},${name}:${record}}`;
    });
  }
  return expanded;
}

/** Related records under the rules of their own model; those that it denies are left out. */
async function relatedTexts(
  ids: readonly (RecordId | null)[],
  column: ColumnInfo,
  session: Session,
  scope: Scope,
): Promise<ReadonlyMap<RecordId, string>> {
  const model = scope.core.model(column.reference!.model);
  const grant = scope.access.grant(scope.user, 'show', model);
  const values = [...new Set(ids.filter((id) => id !== null))];
  if (!grant || values.length === 0) return new Map();
  const related = { ...scope, model };
  const where = and({ op: 'in', field: 'id', values } satisfies Where, grant.where);
  const times = new Map<RecordId, number>();
  for (const id of ids) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1);
  const { texts } = await readAdmitted({ where }, times, grant, session, related);
  return new Map(texts.map((text) => [idOf(text), text]));
}

const JUST_ONE: ReadonlyMap<RecordId, number> = new Map();

/** Records in no order, once there is room for them; `times` says how often each will be returned. */
async function readAdmitted(
  { where, keys = [] }: Pick<RecordsRequest, 'where' | 'keys'>,
  times: ReadonlyMap<RecordId, number>,
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<ReadRecordsResult> {
  const { core, model } = scope;
  const condition = compileWhere(where, model, core);
  const page = { start: 0, end: Math.max(1, times.size) };
  const planned = { order: [], page, parts: [condition], times };
  const large = await admitPage(planned, grant, session, scope);
  if (large) return readParts(large.parts, { where, keys }, grant, session, scope);
  const found = await findRecords({ where, keys }, grant, session, scope, condition);
  core.widths.tell(model, lengthOf(found.texts), found.texts.length);
  return found;
}

/** The to-many relations of a model whose records the user may list by them. */
const countable = ({ core, access, user, model }: Scope): readonly Countable[] =>
  model.children.flatMap(({ name, model: target, field }) => {
    const child = core.byName.get(target);
    const grant = child && access.grant(user, 'list', child);
    return grant?.readable.has(field) ? [{ name, model: child!, field, where: grant.where }] : [];
  });

/** Adds to the texts of records how many related records each has: `"_count":{"subtasks":2}`. */
async function addCounts(
  texts: readonly string[],
  ids: readonly RecordId[],
  counted: readonly Countable[],
  session: Session,
  scope: Scope,
): Promise<readonly string[]> {
  if (counted.length === 0 || ids.length === 0) return texts;
  const counts: [name: string, byId: ReadonlyMap<RecordId, number>][] = [];
  for (const one of counted) counts.push([one.name, await countByParent(one, ids, session, scope)]);
  return texts.map((text, row) => {
    const members = counts.map(([name, byId]) => [name, byId.get(ids[row]!) ?? 0]);
    return `${text.slice(0, -1)},"_count":${JSON.stringify(Object.fromEntries(members))}}`;
  });
}

async function countByParent(
  { model, field, where }: Countable,
  ids: readonly RecordId[],
  session: Session,
  { core }: Scope,
): Promise<ReadonlyMap<RecordId, number>> {
  const { dialect, statements } = core;
  const wanted = and({ op: 'in', field, values: ids }, where);
  const condition = compileWhere(wanted, model, core);
  const statement = statements.get(`children ${model.name} ${field} ${condition.sql}`, () => {
    const key = dialect.quote(model.column.get(field)!.column);
    const from = `FROM ${dialect.quote(model.table)} WHERE ${condition.sql}`;
    return `SELECT ${key}, COUNT(*) AS _count ${from} GROUP BY ${key}`;
  });
  const rows = await session.rows(statement, condition.values);
  return new Map(rows.map(([id, count]) => [Number(id), Number(count)]));
}
