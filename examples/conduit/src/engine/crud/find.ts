import type { Grant } from '../model/access-rules.js';
import type { EachOptions, FindOptions, GetOptions } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { oneRow } from './find-ids.js';
import { loadRelations } from './load-relations.js';
import type { Order, Page } from './parse-page.js';
import {
  MAX_RECORDS,
  parseTexts,
  selectRows,
  textsOf,
  type RecordsRequest,
  type Row,
} from './read-records.js';
import { readable, readableWhere } from './readable-where.js';
import { authorize, missing, readLong, type Scope } from './scope.js';

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

/** One record; 404 if it does not exist, or not for this user. */
export async function getRow(
  scope: Scope,
  id: number,
  { relations, expand }: GetOptions<string> = {},
): Promise<Row> {
  const grant = authorize(scope, 'show');
  const where = oneRow(id, grant.where);
  const [row] = await readRows({ where, relations: relations ?? expand }, grant, scope);
  if (!row) throw missing(scope, id);
  return row;
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
