import type { RecordId } from '../fields/record-id.js';
import type { Action } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { AggregatePage, Query, Row } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { hint, refuse, show } from '../problem/problem.js';
import { groupBy } from './aggregate.js';
import { aggregateList } from './aggregate-list.js';
import { count } from './count.js';
import { compileWhere } from './conditions/compile-where.js';
import { choosing } from './reading/chosen-fields.js';
import { parseLabel } from './reading/label.js';
import { list } from './list.js';
import { sortableColumns, type Order } from './query/parse-page.js';
import type { ListRequest } from './query/parse-query.js';
import { reachOf } from './reading/reach.js';
import { readRecords } from './reading/read-records.js';
import { readQuery } from './reading/read-query.js';
import { authorize, reading, readLong, type Granted, type Scope } from './scope.js';
import { fitWhere } from './conditions/where-from-code.js';
import { isLong, mayExceed } from './reading/widths.js';

/** How many records have a value. */
export interface Group {
  readonly value: unknown;
  readonly count: number;
}

/** A recently written record; `created_at` is absent where its reader may not read it. */
export interface RecentRecord {
  readonly id: RecordId;
  readonly _label: string;
  readonly created_at?: string | undefined;
  readonly updated_at: string;
  /** The user who has created the record, or changed it since, if the model records that. */
  readonly by?: RecordId | undefined;
  /** How many were written in the same minute as the last of them, as by an import; absent where it is told alone. */
  readonly count?: number | undefined;
}

/** A record by its label, with the field that its list is sorted by, and those that were asked for. */
export interface BriefRow {
  readonly id: RecordId;
  readonly _label: string;
  readonly [field: string]: unknown;
}

/** What overviews ask of a model's list, for one user. */
export interface Overviews {
  readonly model: ModelInfo;
  /** Throws 403 unless the user may do this with the model at all. */
  authorize(action: Action): void;
  count(query?: Query, where?: Where): Promise<number>;
  /** Counts the records created from each of these moments on, in one statement. */
  countSince(moments: readonly string[], where?: Where): Promise<readonly number[]>;
  /** How many records of the list have each value of a field: the most frequent values, in descending order. */
  groups(field: string, where?: Where): Promise<readonly Group[]>;
  /** Figures of the list, as the query of its `_aggregate` asks for them. */
  aggregate(query: Query): Promise<AggregatePage>;
  /** The most recently written records of the list, the latest first. */
  recent(where?: Where): Promise<readonly RecentRecord[]>;
  /** The first records of the list that a query asks for. */
  rows(query: Query): Promise<readonly BriefRow[]>;
}

/** The overviews of a list. */
export const overviewsOf = (scope: Scope): Overviews => ({
  model: scope.model,
  authorize: (action) => void authorize(scope, action),
  count: (query, where) => count(scope, query, where),
  countSince: (moments, where) => countSince(scope, moments, where),
  groups: (field, where) => groups(scope, field, where),
  aggregate: (query) => aggregateList(scope, query),
  recent: (where) => recent(scope, where),
  rows: (query) => rows(scope, query),
});

/** How many records of the list were created from each of these moments on, in one statement. */
export function countSince(
  scope: Scope,
  moments: readonly string[],
  restriction: Where = ALL,
): Promise<readonly number[]> {
  const { core, model } = scope;
  const allowed = authorize(scope, 'list');
  const stated = moments.map((moment) => readQuery({ created_at__gte: moment }, allowed).where);
  const values: unknown[] = [];
  const compiled = (where: Where) => {
    const condition = compileWhere(where, model, core, values.length);
    values.push(...condition.values);
    return condition;
  };
  const counts = stated.map((where) => `COUNT(CASE WHEN ${compiled(where).sql} THEN 1 END)`);
  // Rows older than all of them are skipped right away.
  const within = fitWhere(restriction, model, core);
  const condition = compiled(and(allowed.grant.where, oldest(stated), within));
  const from = `FROM ${core.dialect.quote(model.table)} WHERE ${condition.sql}`;
  const sql = `SELECT ${counts.join(', ')} ${from}`;
  const statement = core.statements.get(sql, () => sql);
  return readLong(scope, async (session) => {
    const reach = () => reachOf({ condition }, model);
    const [row] = await session.rows(statement, values, reach);
    return row!.map(Number);
  });
}

/** ISO texts sort chronologically. */
const oldest = (stated: readonly Where[]): Where =>
  stated.reduce((first, where) => (momentOf(where) < momentOf(first) ? where : first));

const momentOf = (where: Where): string => ('value' in where ? String(where.value) : '');

/** More values than these are of no use in an overview. */
export const MAX_GROUPS = 50;
/** Characters of a value; longer ones are no categories, and fifty of a megabyte are an answer that delays everybody. */
export const LONGEST_VALUE = 1000;

/** How many records of the list have each value of a field, the most frequent first. */
export async function groups(
  scope: Scope,
  field: string,
  restriction: Where = ALL,
): Promise<readonly Group[]> {
  const names = sortableColumns(scope.model, authorize(scope, 'list').grant).map(
    ({ name }) => name,
  );
  if (!names.includes(field)) {
    const message = `Cannot group ${scope.model.prefix} by ${show(field)}${hint(field, names)}`;
    throw refuse('by', 'unknown-field', message);
  }
  const found = await groupBy(scope, [field], {
    order: { _count: 'desc' },
    limit: MAX_GROUPS,
    longest: LONGEST_VALUE,
    restriction,
  });
  return found.map((group) => ({ value: group.by[field], count: group.count }));
}

export const MAX_RECENT = 10;

/** Records that were written within this time were written at once: nobody reads ten lines of an import. */
const AT_ONCE = 60_000;
/** Fewer records than these are told one by one. */
const MANY = 4;

/** The most recently written records of the list, the latest first; of many that were written at once the last, with their number. */
export async function recent(
  scope: Scope,
  restriction: Where = ALL,
): Promise<readonly RecentRecord[]> {
  const told: RecentRecord[] = [];
  let page = await lastWritten(scope, {}, restriction);
  let rows = page;
  while (rows.length > 0 && told.length < MAX_RECENT) {
    const until = rows[0]!.updated_at;
    const since = new Date(Date.parse(until) - AT_ONCE).toISOString();
    const together = rows.filter(({ updated_at }) => updated_at >= since);
    // Where they end with a full page, the list may have more of them.
    const isCut = page.length === MAX_RECENT && together.length === rows.length;
    for (const { has, query } of kindsOf(rows, since)) {
      const asked = { updated_at__gte: since, updated_at__lte: until, ...query };
      const some = isCut ? await lastWritten(scope, asked, restriction) : together.filter(has);
      const isAll = some.length < MAX_RECENT;
      const all = isAll ? some.length : await count(scope, asked, restriction);
      told.push(...(all < MANY ? some : [{ ...some[0]!, count: all }]));
    }
    rows = rows.slice(together.length);
    if (!isCut || told.length >= MAX_RECENT) continue;
    page = await lastWritten(scope, { updated_at__lt: since }, restriction);
    rows = page;
  }
  return told.toSorted(latestFirst).slice(0, MAX_RECENT);
}

/** Records of the same moment stay in their order. */
export const latestFirst = (one: RecentRecord, other: RecentRecord): number =>
  one.updated_at === other.updated_at ? 0 : one.updated_at < other.updated_at ? 1 : -1;

/** Records that were created since a moment, and those that were only changed; all of them for readers who may not know. */
function kindsOf(rows: readonly RecentRecord[], since: string) {
  if (rows.some(({ created_at }) => created_at === undefined))
    return [{ has: () => true, query: {} }];
  const isNew = ({ created_at = '' }: RecentRecord) => created_at >= since;
  return [
    { has: isNew, query: { created_at__gte: since } },
    { has: (row: RecentRecord) => !isNew(row), query: { created_at__lt: since } },
  ];
}

const STAMPS = ['created_at', 'updated_at'];
/** Fields that record who has written something: a user's id. */
const WRITERS = ['created_by_id', 'updated_by_id', 'created_by', 'updated_by'];

/** The last records of the list that a query asks for. */
async function lastWritten(
  scope: Scope,
  asked: Query,
  restriction: Where,
): Promise<readonly RecentRecord[]> {
  const size = Math.min(MAX_RECENT, scope.core.limits.maxPageSize);
  const query = { ...asked, _sort: 'updated_at', _order: 'DESC', _end: String(size) };
  const allowed = authorize(scope, 'list');
  const { column } = scope.model;
  const writers = WRITERS.filter((name) => {
    const { model, key } = column.get(name)?.reference ?? {};
    return model === 'User' && key === 'id';
  });
  const request = { query, ...readQuery(query, allowed) };
  const found = await readFirst(request, [...STAMPS, ...writers], allowed, restriction);
  return (found as unknown as (RecentRecord & Row)[]).map((row) => {
    const { id, _label, created_at, updated_at } = row;
    const kind = created_at === updated_at ? 'created_by' : 'updated_by';
    const by = writers.filter((name) => name.startsWith(kind)).map((name) => row[name])[0];
    return { id, _label, created_at, updated_at, ...(by != null && { by: by as RecordId }) };
  });
}

/** The first records that a query asks for, by their labels, with what the list is sorted by, and further short fields. */
export async function rows(scope: Scope, query: Query): Promise<readonly BriefRow[]> {
  const { core, model } = scope;
  const most = Math.min(MAX_RECENT, core.limits.maxPageSize);
  const { _start, _after, _expand, _count, _fields, _end = String(most), ...asked } = query;
  const of = { ...asked, _end };
  const allowed = authorize(scope, 'list');
  const request = readQuery(of, allowed);
  const { page, order } = request;
  if (page.end > MAX_RECENT)
    throw refuse('_end', 'page-size', `An overview has at most ${MAX_RECENT} records of a list`);
  const [{ field }] = order as readonly [Order, ...Order[]];
  if (mayExceed(model.column.get(field)!, LONGEST_VALUE))
    throw refuse('_sort', 'too-long', `An overview is not sorted by ${show(field)}, a long text`);
  const fields = [field, ...shortFields(_fields, allowed)];
  const found = await readFirst({ query: of, ...request }, fields, allowed);
  return found.map((row) => ({
    id: row.id as RecordId,
    _label: String(row._label),
    ...Object.fromEntries(fields.map((name) => [name, row[name]])),
  }));
}

/** The fields that `_fields` names: those that the reader may sort by, and whose values are short. */
function shortFields(given: Query[string], { model, grant }: Granted): readonly string[] {
  const names = sortableColumns(model, grant).map(({ name }) => name);
  return [given ?? []].flat().flatMap((text) =>
    text.split(',').map((name) => {
      if (!names.includes(name)) {
        const message = `No field of ${model.prefix} is called ${show(name)}${hint(name, names)}`;
        throw refuse('_fields', 'unknown-field', message);
      }
      if (mayExceed(model.column.get(name)!, LONGEST_VALUE))
        throw refuse('_fields', 'too-long', `An overview has no ${show(name)}, a long text`);
      return name;
    }),
  );
}

/** A few records of the list, with little more than some of their fields where that is possible. */
async function readFirst(
  { query, ...request }: ListRequest & { readonly query: Query },
  fields: readonly string[],
  allowed: Granted,
  restriction: Where = ALL,
): Promise<readonly Row[]> {
  const brief = briefOf(allowed, fields);
  return brief
    ? readBrief(request, restriction, brief)
    : (await list(allowed, query, restriction)).records;
}

/** A grant with no more fields of a record than an overview has; null where a label may be long, or be made of any field. */
function briefOf(allowed: Granted, fields: readonly string[]): Granted | null {
  const { model, grant } = allowed;
  if (model.label.kind === 'function') return null;
  const { parts } = parseLabel(model.label.template, model, grant.readable);
  if (parts.some(({ column }) => isLong(column))) return null;
  return choosing(fields, allowed);
}

/** As little of the records of a page as the grant shows: wide ones are not read to be thrown away. */
function readBrief(
  { where, order, page }: ListRequest,
  restriction: Where,
  brief: Granted,
): Promise<readonly Row[]> {
  const all = and(brief.grant.where, where, fitWhere(restriction, brief.model, brief.core));
  return readLong(brief, (session) =>
    readRecords({ where: all, order, page }, reading(brief, session)),
  );
}
