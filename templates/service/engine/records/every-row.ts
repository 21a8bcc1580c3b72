import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row } from '../model/operations.js';
import { ALL, and, type Where } from '../model/where.js';
import { compileWhere, type Condition } from './conditions/compile-where.js';
import { conditionsAfter, positionColumns } from './query/cursor.js';
import type { Order } from './query/parse-page.js';
import { choosing } from './reading/chosen-fields.js';
import { lastKeys, selectParts } from './reading/read-page.js';
import { recordsOf, selectRows, type FoundRecords } from './reading/read-records.js';
import { authorize, reading, readLong, type Granted, type Read, type Scope } from './scope.js';

/** Records that are read some at a time, from the first to the last. */
export interface EveryRow {
  /** The condition and the order, as their reader may ask for them by then. */
  readonly request: (allowed: Granted) => {
    readonly where: Where;
    readonly order: readonly Order[];
  };
  /** The fields that the records need; all that their reader may read, where absent. */
  readonly fields?: readonly string[] | null;
  /** Columns whose values `complete` needs, whether their reader may read them or not. */
  readonly keys?: readonly ColumnInfo[];
  /** Adds to the records that were found. */
  readonly complete?: (found: FoundRecords, read: Read) => Promise<void>;
  /** The number of records that are read at a time; asked before each time. */
  readonly size: () => number;
}

/**
 * All records of a condition, in its order, some at a time. Each time continues behind the last record, under the rules as they
 * are by then; a record that others move along the order meanwhile comes once. Rows without a key are counted instead: one may be
 * missing or come twice if others change what is before it meanwhile.
 */
export async function* everyRow(
  scope: Scope,
  { request, fields = null, keys = [], complete, size }: EveryRow,
): AsyncGenerator<readonly Row[], void, undefined> {
  const { core, model } = scope;
  const seen = new Set<RecordId>();
  let skipped = 0;
  for (let last: readonly unknown[] | null = null; ;) {
    const allowed = authorize(scope, 'list');
    const { order, where: asked } = request(allowed);
    const where = and(allowed.grant.where, asked);
    const condition = compileWhere(where, model, core);
    const position = positionColumns(order, model);
    const wanted = { condition, order, position, keys, size: size(), skipped };
    const found = await readLong(allowed, async (session) => {
      const read = reading(choosing(fields, allowed), session);
      const behind = await readBehind(last, wanted, read);
      if (behind.records.length > 0) await complete?.(behind, read);
      return behind;
    }).catch(scope.core.unread?.inRead(where, scope));
    const fresh = isById(order, model) ? found.records : unseen(found.records, seen);
    if (fresh.length > 0) yield fresh;
    if (found.count < wanted.size) return;
    last = found.last;
    if (model.isKeyless) skipped += found.count;
  }
}

/** Whether the first columns of an order are those of the key. */
const isById = (order: readonly Order[], { keyColumns }: ModelInfo): boolean =>
  keyColumns.every(({ name }, at) => order[at]?.field === name);

/** The records that have not come before. Nobody moves a record along the order of ids, so that order needs no such set. */
function unseen(records: readonly Row[], seen: Set<RecordId>): readonly Row[] {
  const fresh = records.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}

interface Wanted {
  readonly condition: Condition;
  readonly order: readonly Order[];
  readonly position: readonly ColumnInfo[];
  readonly keys: readonly ColumnInfo[];
  readonly size: number;
  /** How many rows precede them: of rows without a key, none is a position. */
  readonly skipped: number;
}

/** The records behind a position, and the position of the last row, whether it still has a record or not. */
async function readBehind(last: readonly unknown[] | null, wanted: Wanted, read: Read) {
  const { condition, order, position, keys, size, skipped } = wanted;
  const { dialect } = read.core;
  const parts = last
    ? conditionsAfter({ values: last, at: 0 }, order, condition, read.model, dialect)
    : [condition];
  const request = { where: ALL, order, keys: [...keys, ...position] };
  const page = { start: skipped, end: skipped + size };
  const rows = read.model.isKeyless
    ? await selectRows({ ...request, condition, page }, read)
    : await selectParts(size, request, parts, read);
  const found = await recordsOf(rows, read);
  const place = lastKeys(rows.at(-1), position, read);
  return { ...found, count: rows.length, last: place ?? last };
}
