import { transactionOf } from '../database/scoped-data-source.js';
import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ChildrenInfo, LinkInfo, ModelInfo } from '../model/model-info.js';
import type { EachOptions, FindOptions, GetOptions } from '../model/records.js';
import type { Row } from '../model/operations.js';
import { ALL, and, type Scalar, type Where } from '../model/where.js';
import { hint } from '../problem/problem.js';
import { isSortable, type Order, type Page } from './query/parse-page.js';
import { MAX_RECORDS, readRecords, recordsOf, selectRows } from './reading/read-records.js';
import { oneRow, rowExists } from './reading/rows-where.js';
import {
  authorize,
  missing,
  reading,
  readLong,
  related,
  type Granted,
  type Read,
  type Scope,
} from './scope.js';
import type { RecordsRequest } from './reading/select-records.js';
import { assertReadable, readable, readableWhere } from './conditions/where-from-code.js';

type Find = FindOptions<object, string>;

/** The records that the options select, as far as the user may read them. */
export async function find(scope: Scope, options: Find = {}): Promise<readonly Row[]> {
  const { limit, offset = 0 } = options;
  const page = pageOf(limit, offset);
  const allowed = authorize(scope, 'list');
  const where = and(allowed.grant.where, readableWhere(options.where, allowed));
  const order = orderOf(options.order, allowed);
  const { relations } = options;
  const { rows } = await readFound({ where, order, page, relations }, allowed);
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
  const allowed = authorize(scope, 'list');
  const request = and(allowed.grant.where, readableWhere(where, allowed));
  const order: Order[] = [{ field: 'id', direction: 'ASC' }];
  const page = { start: 0, end: relations?.length ? BATCH_WITH_RELATIONS : BATCH };
  const keys = [scope.model.key];
  let after: Where = ALL;
  for (;;) {
    const batch = { where: and(request, after), order, page, keys, relations };
    const { found, rows } = await readFound(batch, allowed);
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
  const allowed = authorize(scope, 'show');
  const where = oneRow(id, allowed.grant.where);
  if (lock) await lockInTransaction(where, scope);
  const { rows } = await readFound({ where, relations }, allowed);
  const [row] = rows;
  if (!row) throw missing(scope, id);
  return row;
}

/** On SQLite a transaction is the only one that writes. */
async function lockInTransaction(where: Where, scope: Scope): Promise<void> {
  const { core, model } = scope;
  if (core.dialect.changeRows === '' || !transactionOf(core.database.dataSource)) return;
  await core.database.read((session) => rowExists(where, { core, model, session }, 'change'));
}

interface ReadRequest extends RecordsRequest {
  readonly relations: readonly string[] | undefined;
}

/** The records, and the rows that were found, whose last columns are the keys. */
function readFound({ relations = [], ...request }: ReadRequest, allowed: Granted) {
  return readLong(allowed, async (session) => {
    const read = reading(allowed, session);
    const found = await selectRows(request, read);
    const { records: rows } = await recordsOf(found, read);
    if (rows.length > 0) await loadRelations(rows, relations, read);
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

function orderOf(given: Find['order'] = {}, allowed: Granted): readonly Order[] {
  const order = Object.entries(given as Record<string, 'asc' | 'desc' | undefined>).flatMap(
    ([field, direction]): Order[] => {
      if (direction === undefined) return [];
      sortable(field, allowed);
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
export function sortable(field: string, allowed: Granted) {
  const column = readable(field, allowed);
  if (!isSortable(column))
    throw new TypeError(`${allowed.model.name}.${field} has no order in the database`);
  return column;
}

/**
 * Adds related records to records, one statement per relation, under the rules of the related model. Throws where a to-many
 * relation has more than `MAX_RECORDS` in total.
 */
async function loadRelations(
  rows: readonly Row[],
  names: readonly string[],
  read: Read,
): Promise<void> {
  for (const name of new Set(names)) await loadRelation(rows, name, read);
}

function loadRelation(rows: readonly Row[], name: string, read: Read): Promise<void> {
  const { core, model } = read;
  const column = model.columns.find(({ reference }) => reference?.relation === name);
  if (column) return loadParents(rows, column, read);
  const link = model.links.find((candidate) => candidate.name === name);
  if (link) return loadLinked(rows, link, read);
  const children = model.children.find((candidate) => candidate.name === name);
  if (children && core.byName.has(children.model)) return loadChildren(rows, children, read);
  throw new TypeError(`${model.name} has no relation ${name}${hint(name, relationsOf(model))}`);
}

async function loadParents(
  rows: readonly Row[],
  { name: field, reference }: ColumnInfo,
  read: Read,
): Promise<void> {
  assertReadable(field, read);
  const { model: target, relation } = reference!;
  const keys = keysIn(rows.map((row) => row[field]));
  const found = byKey(await readWhere('id', keys, target, read), 'id');
  for (const row of rows) put(row, relation, found.get(row[field])?.[0] ?? null);
}

async function loadLinked(
  rows: readonly Row[],
  { name, key, model: target }: LinkInfo,
  read: Read,
): Promise<void> {
  assertReadable(name, read);
  const keysOf = (row: Row) => row[name] as readonly unknown[];
  const keys = keysIn(rows.flatMap(keysOf));
  const records = await readWhere(key, keys, target, read, BOUND);
  const found = byKey(bounded(records, name, target, read), key);
  for (const row of rows) {
    const linked = keysOf(row).flatMap((one) => found.get(one) ?? []);
    put(row, name, linked);
  }
}

async function loadChildren(
  rows: readonly Row[],
  { name, model: target, field }: ChildrenInfo,
  read: Read,
): Promise<void> {
  const mayList = related(read.core.model(target), 'list', read) !== null;
  const ids = mayList ? rows.map(({ id }) => id) : [];
  const records = await readWhere(field, ids, target, read, BOUND);
  const found = byKey(bounded(records, name, target, read), field);
  for (const row of rows) put(row, name, found.get(row.id) ?? []);
}

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
  read: Read,
  page?: Page,
): Promise<readonly Row[]> {
  const shown = related(read.core.model(target), 'show', read);
  if (!shown || keys.length === 0) return [];
  assertReadable(field, shown);
  const where = and({ op: 'in', field, values: keys } satisfies Where, shown.grant.where);
  const order = [{ field: 'id', direction: 'ASC' as const }];
  return readRecords({ where, order, page }, reading(shown, read.session));
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

function relationsOf(model: ModelInfo): readonly string[] {
  const parents = model.columns.flatMap(({ reference }) => reference?.relation ?? []);
  return [...parents, ...[...model.links, ...model.children].map(({ name }) => name)];
}
