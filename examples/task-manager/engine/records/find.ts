import { transactionOf } from '../database/scoped-data-source.js';
import type { Session } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { Grant } from '../model/access-rules.js';
import type { ChildrenInfo, LinkInfo } from '../model/model-info.js';
import type { EachOptions, FindOptions, GetOptions } from '../model/records.js';
import { ALL, and, type Scalar, type Where } from '../model/where.js';
import { hint } from '../problem/problem.js';
import type { Order, Page } from './parse-page.js';
import {
  MAX_RECORDS,
  oneRow,
  parseTexts,
  rowExists,
  rowsOf,
  selectRows,
  textsOf,
  type RecordsRequest,
  type Row,
} from './read-records.js';
import { authorize, missing, readLong, type Scope } from './scope.js';
import { assertReadable, readable, readableWhere } from './where-from-code.js';

type Find = FindOptions<object, string>;

/** The records that the options select, as far as the user may read them. */
export async function find(scope: Scope, options: Find = {}): Promise<Row[]> {
  const { limit, offset = 0 } = options;
  const page = pageOf(limit, offset);
  const grant = authorize(scope, 'list');
  const where = and(grant.where, readableWhere(options.where, grant, scope));
  const order = orderOf(options.order, grant, scope);
  const { relations } = options;
  const rows = await readRows({ where, order, page, relations }, grant, scope);
  if (limit === undefined && rows.length > MAX_RECORDS)
    throw tooMany(`${scope.model.name} records`);
  return rows;
}

/** The first record that `find` returns. */
export const findOne = async (scope: Scope, options: Find): Promise<Row | null> =>
  (await find(scope, { ...options, limit: 1 }))[0] ?? null;

/** How many rows `each` reads at a time. */
const BATCH = 500;
/** The same where each may bring many related records. */
const BATCH_WITH_RELATIONS = 50;

/** All records in id order, a few hundred in memory at a time. */
export async function* each(
  scope: Scope,
  { where, relations }: EachOptions<object, string> = {},
): AsyncGenerator<Row, void, undefined> {
  const grant = authorize(scope, 'list');
  const request = and(grant.where, readableWhere(where, grant, scope));
  const order: Order[] = [{ field: 'id', direction: 'ASC' }];
  const page = { start: 0, end: relations?.length ? BATCH_WITH_RELATIONS : BATCH };
  const keys = [scope.model.key];
  let after: Where = ALL;
  for (;;) {
    const batch = { where: and(request, after), order, page, keys, relations };
    const { found, rows } = await readFound(batch, grant, scope);
    yield* rows;
    // Not the number of records: a row that is deleted before its entity is read counts as found but yields no record.
    if (found.length < page.end) return;
    after = { op: 'gt', field: 'id', value: Number(found.at(-1)!.at(-1)) };
  }
}

/**
 * One record; 404 if it does not exist, or not for this user. Inside a transaction it is locked first: what is written because
 * of what was read would otherwise overwrite what others write meanwhile.
 */
export async function getRow(
  scope: Scope,
  id: RecordId,
  { relations, lock = true }: GetOptions<string> = {},
): Promise<Row> {
  const grant = authorize(scope, 'show');
  const where = oneRow(id, grant.where);
  if (lock) await lockInTransaction(where, scope);
  const [row] = await readRows({ where, relations }, grant, scope);
  if (!row) throw missing(scope, id);
  return row;
}

/** On SQLite a transaction is the only one that writes. */
async function lockInTransaction(where: Where, scope: Scope): Promise<void> {
  const { core, model } = scope;
  if (core.dialect.changeRows === '' || !transactionOf(core.database.dataSource)) return;
  await core.database.read((session) => rowExists(where, model, session, scope, 'change'));
}

interface ReadRequest extends RecordsRequest {
  readonly relations: readonly string[] | undefined;
}

const readRows = async (request: ReadRequest, grant: Grant, scope: Scope): Promise<Row[]> =>
  (await readFound(request, grant, scope)).rows;

/** The records, and the rows that were found, whose last columns are the keys. */
function readFound({ relations = [], ...request }: ReadRequest, grant: Grant, scope: Scope) {
  return readLong(scope, async (session) => {
    const found = await selectRows(request, grant, session, scope);
    const { texts } = await textsOf(found, grant, session, scope);
    const rows = parseTexts(texts);
    if (rows.length > 0) await loadRelations(rows, relations, grant, session, scope);
    return { found, rows };
  });
}

export function pageOf(limit: number | undefined, offset: number): Page {
  for (const [name, value] of Object.entries({ limit: limit ?? 0, offset }))
    if (!Number.isSafeInteger(value) || value < 0)
      throw new TypeError(`${name} must be a whole number of at least 0, not ${value}`);
  return { start: offset, end: offset + (limit ?? MAX_RECORDS + 1) };
}

/** For reads without a limit of their own. */
export const tooMany = (what: string) =>
  new RangeError(
    `there are more than ${MAX_RECORDS} ${what}: give a \`limit\`, or read them with \`each\``,
  );

function orderOf(given: Find['order'] = {}, grant: Grant, { model }: Scope): readonly Order[] {
  const order = Object.entries(given as Record<string, 'asc' | 'desc' | undefined>).flatMap(
    ([field, direction]): Order[] => {
      if (direction === undefined) return [];
      sortable(field, grant, model);
      return [{ field, direction: directionOf(direction) }];
    },
  );
  const isTied = order.every(({ field }) => field !== 'id');
  return isTied ? [...order, { field: 'id', direction: 'ASC' }] : order;
}

/** Validated here, since the value may come from a request after all. */
export function directionOf(direction: unknown): Order['direction'] {
  if (direction === 'asc') return 'ASC';
  if (direction === 'desc') return 'DESC';
  throw new TypeError(`an order is 'asc' or 'desc', not ${String(direction)}`);
}

/** A column that has an order. */
export function sortable(field: string, grant: Grant, model: Scope['model']) {
  const column = readable(field, grant, model);
  if (column.type === 'json' || column.transformer)
    throw new TypeError(`${model.name}.${field} has no order in the database`);
  return column;
}

/**
 * Adds related records to records, one statement per relation, under the rules of the related model. Throws where a to-many
 * relation has more than `MAX_RECORDS` in total.
 */
export async function loadRelations(
  rows: readonly Row[],
  names: readonly string[],
  grant: Grant,
  session: Session,
  scope: Scope,
): Promise<void> {
  for (const name of new Set(names)) {
    const load = loaderOf(name, grant, scope);
    await load(rows, session);
  }
}

type Load = (rows: readonly Row[], session: Session) => Promise<void>;

function loaderOf(name: string, grant: Grant, scope: Scope): Load {
  const { model } = scope;
  const column = model.columns.find(({ reference }) => reference?.relation === name);
  if (column) {
    assertReadable(column.name, grant, model);
    return loadParents(name, column.name, column.reference!.model, scope);
  }
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) {
    assertReadable(name, grant, model);
    return loadLinked(link, scope);
  }
  const children = model.children.find((candidate) => candidate.name === name);
  if (children && scope.core.byName.has(children.model)) return loadChildren(children, scope);
  throw new TypeError(`${model.name} has no relation ${name}${hint(name, relationsOf(scope))}`);
}

const loadParents =
  (name: string, field: string, target: string, scope: Scope): Load =>
  async (rows, session) => {
    const keys = keysIn(rows.map((row) => row[field]));
    const found = byKey(await readWhere('id', keys, target, session, scope), 'id');
    for (const row of rows) put(row, name, found.get(row[field])?.[0] ?? null);
  };

const loadLinked =
  ({ name, key, model: target }: LinkInfo, scope: Scope): Load =>
  async (rows, session) => {
    const keysOf = (row: Row) => row[name] as readonly unknown[];
    const keys = keysIn(rows.flatMap(keysOf));
    const records = await readWhere(key, keys, target, session, scope, BOUND);
    const found = byKey(bounded(records, name, target, scope), key);
    for (const row of rows) {
      const linked = keysOf(row).flatMap((one) => found.get(one) ?? []);
      put(row, name, linked);
    }
  };

const loadChildren =
  ({ name, model: target, field }: ChildrenInfo, scope: Scope): Load =>
  async (rows, session) => {
    const mayList = scope.access.grant(scope.user, 'list', scope.core.model(target)) !== null;
    const ids = mayList ? rows.map(({ id }) => id) : [];
    const records = await readWhere(field, ids, target, session, scope, BOUND);
    const found = byKey(bounded(records, name, target, scope), field);
    for (const row of rows) put(row, name, found.get(row.id) ?? []);
  };

/** One more than is allowed. */
const BOUND = { start: 0, end: MAX_RECORDS + 1 };

/** Related records that were read within the bound; nothing else limits a to-many relation. */
function bounded(rows: readonly Row[], name: string, target: string, { model }: Scope) {
  if (rows.length <= MAX_RECORDS) return rows;
  throw new RangeError(
    `${model.name}.${name} has more than ${MAX_RECORDS} records here: ask for fewer ${model.name} records, or read those of ${target} with \`each\``,
  );
}

/**
 * Records of another model that this user may read, by the values of one of its fields, which they must be allowed to read as
 * well.
 */
async function readWhere(
  field: string,
  keys: readonly Scalar[],
  target: string,
  session: Session,
  scope: Scope,
  page?: Page,
): Promise<readonly Row[]> {
  const related = { ...scope, model: scope.core.model(target) };
  const grant = scope.access.grant(scope.user, 'show', related.model);
  if (!grant || keys.length === 0) return [];
  assertReadable(field, grant, related.model);
  const where = and({ op: 'in', field, values: keys } satisfies Where, grant.where);
  const order = [{ field: 'id', direction: 'ASC' as const }];
  return rowsOf({ where, order, page }, grant, session, related);
}

const put = (row: Record<string, unknown>, name: string, value: unknown): void => {
  row[name] = value;
};

const keysIn = (values: readonly unknown[]): readonly Scalar[] =>
  [...new Set(values)].filter((value): value is Scalar => value !== null && value !== undefined);

function byKey(rows: readonly Row[], field: string): ReadonlyMap<unknown, readonly Row[]> {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = found.get(row[field]) ?? [];
    found.set(row[field], group);
    group.push(row);
  }
  return found;
}

function relationsOf({ model }: Scope): readonly string[] {
  const parents = model.columns.flatMap(({ reference }) => reference?.relation ?? []);
  return [...parents, ...[...model.links, ...model.children].map(({ name }) => name)];
}
