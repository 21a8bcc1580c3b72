import { transactionOf } from '../database/scoped-data-source.js';
import { idOf, type RecordId } from '../fields/record-id.js';
import type { EachOptions, FindOptions, GetOptions } from '../model/records.js';
import type { Row } from '../model/operations.js';
import { and, type Where } from '../model/where.js';
import { everyRow } from './every-row.js';
import {
  eachOnce,
  isSortable,
  lastOrder,
  orderBy,
  type Order,
  type Page,
} from './query/parse-page.js';
import { loadRelations } from './reading/expand.js';
import { MAX_RECORDS, recordsOf, selectRows } from './reading/read-records.js';
import { oneRow, rowExists } from './reading/rows-where.js';
import { authorize, missing, reading, readLong, type Granted, type Scope } from './scope.js';
import type { RecordsRequest } from './reading/select-records.js';
import { readable, readableWhere } from './conditions/where-from-code.js';

type Find = FindOptions<object, string>;

/** The records that the options select, as far as the user may read them. */
export async function find(scope: Scope, options: Find = {}): Promise<readonly Row[]> {
  const { limit, offset = 0 } = options;
  const page = pageOf(limit, offset);
  const allowed = authorize(scope, 'list');
  const where = and(allowed.grant.where, readableWhere(options.where, allowed));
  const order = orderOf(options.order, allowed);
  const { relations } = options;
  const rows = await readFound({ where, order, page, relations }, allowed);
  if (limit === undefined && rows.length > MAX_RECORDS)
    throw tooMany(`${scope.model.name} records`);
  return rows;
}

/** The first record that `find` returns. */
export const findOne = async (scope: Scope, options: Find): Promise<Row | null> =>
  (await find(scope, { ...options, limit: 1 }))[0] ?? null;

/** How many rows `each` reads at a time. */
const BATCH = 500;
/** How many rows `each` reads at a time where each may bring many related records. */
const BATCH_WITH_RELATIONS = 50;

/** All records in id order, a few hundred in memory at a time. The rules are asked anew each time. */
export async function* each(
  scope: Scope,
  { where, relations = [] }: EachOptions<object, string> = {},
): AsyncGenerator<Row, void, undefined> {
  const batches = everyRow(scope, {
    request: (allowed) => ({
      where: readableWhere(where, allowed),
      order: lastOrder(scope.model, allowed.grant),
    }),
    complete: ({ records }, read) => loadRelations(records, relations, read),
    size: () => (relations.length > 0 ? BATCH_WITH_RELATIONS : BATCH),
  });
  for await (const rows of batches) yield* rows;
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
  const where = oneRow(idOf(id, scope.model.key), allowed.grant.where);
  if (lock) await lockInTransaction(where, scope);
  const [row] = await readFound({ where, relations }, allowed);
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

function readFound({ relations = [], ...request }: ReadRequest, allowed: Granted) {
  return readLong(allowed, async (session) => {
    const read = reading(allowed, session);
    const found = await selectRows(request, read);
    const { records: rows } = await recordsOf(found, read);
    if (rows.length > 0) await loadRelations(rows, relations, read);
    return rows;
  });
}

export function pageOf(limit: number | undefined, offset: number): Page {
  for (const [name, value] of Object.entries({ limit: limit ?? 0, offset }))
    if (!Number.isSafeInteger(value) || value < 0)
      throw new TypeError(`${name} must be a whole number of at least 0, not ${value}`);
  return { start: offset, end: offset + (limit ?? MAX_RECORDS + 1) };
}

/** The error of reads without a limit of their own that find too many records. */
export const tooMany = (what: string) =>
  new RangeError(
    `there are more than ${MAX_RECORDS} ${what}: give a \`limit\`, or read them with \`each\``,
  );

function orderOf(given: Find['order'] = {}, allowed: Granted): readonly Order[] {
  const { model } = allowed;
  const order = Object.entries(given as Record<string, 'asc' | 'desc' | undefined>).flatMap(
    ([field, direction]): readonly Order[] => {
      if (direction === undefined) return [];
      if (field !== 'id') sortable(field, allowed);
      return orderBy(field, directionOf(direction), model);
    },
  );
  return eachOnce([...order, ...lastOrder(model, allowed.grant)]);
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
