import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { Query, Row } from '../model/operations.js';
import { ALL, and } from '../model/where.js';
import { compileWhere, type Condition } from './conditions/compile-where.js';
import { conditionsAfter, positionColumns } from './query/cursor.js';
import type { Order } from './query/parse-page.js';
import { expandRecords, expandedColumns } from './reading/expand.js';
import { lastKeys, selectParts } from './reading/read-page.js';
import { recordsOf } from './reading/read-records.js';
import { readQuery } from './reading/read-query.js';
import { authorize, reading, readLong, type Read, type Scope } from './scope.js';

/** What is read of a list, from its first record to its last. */
export interface EveryRow {
  /** Filters and order, as the list takes them. */
  readonly query: Query;
  /** Relations whose records are added. */
  readonly expand: readonly string[];
  /** How many records are read at a time; asked before each time. */
  readonly size: () => number;
}

/**
 * All records that a list has for its reader, in its order, some at a time. Each time continues behind the last record, under
 * the rules as they are by then; a record that others move along the list meanwhile comes once.
 */
export async function* everyRow(
  scope: Scope,
  { query, expand, size }: EveryRow,
): AsyncGenerator<readonly Row[], void, undefined> {
  const { core, model } = scope;
  const seen = new Set<RecordId>();
  const related = expandedColumns(expand, model);
  for (let last: readonly unknown[] | null = null; ;) {
    const allowed = authorize(scope, 'list');
    const { order, where: asked } = readQuery(query, allowed);
    const condition = compileWhere(and(allowed.grant.where, asked), model, core);
    const position = positionColumns(order, model);
    const wanted = { condition, order, position, related, size: size() };
    const found = await readLong(allowed, async (session) => {
      const read = reading(allowed, session);
      const { records, ...place } = await readBehind(last, wanted, read);
      await expandRecords({ records, keys: place.keys }, expand, related, read);
      return { records, ...place };
    });
    const fresh = found.records.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    if (fresh.length > 0) yield fresh;
    if (found.count < wanted.size) return;
    last = found.last;
  }
}

interface Wanted {
  readonly condition: Condition;
  readonly order: readonly Order[];
  readonly position: readonly ColumnInfo[];
  readonly related: readonly ColumnInfo[];
  readonly size: number;
}

/** The records behind a position, and the position of the last row, whether it still has a record or not. */
async function readBehind(last: readonly unknown[] | null, wanted: Wanted, read: Read) {
  const { condition, order, position, related, size } = wanted;
  const { dialect } = read.core;
  const parts = last
    ? conditionsAfter({ values: last, at: 0 }, order, condition, read.model, dialect)
    : [condition];
  const request = { where: ALL, order, keys: [...related, ...position] };
  const rows = await selectParts(size, request, parts, read);
  const found = await recordsOf(rows, read);
  const place = lastKeys(rows.at(-1), position, read);
  return { ...found, count: rows.length, last: place ?? last };
}
