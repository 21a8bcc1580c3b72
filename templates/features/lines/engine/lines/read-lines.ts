import type { ColumnInfo } from '../fields/column-info.js';
import type { RecordId } from '../fields/record-id.js';
import type { ChildrenInfo, ModelInfo } from '../model/model-info.js';
import { ADDED, type Row } from '../model/operations.js';
import { and } from '../model/where.js';
import { compileWhere } from '../records/conditions/compile-where.js';
import { eachOnce, orderById, type Order } from '../records/query/parse-page.js';
import { reading, related, type Read } from '../records/scope.js';
import { tellWidths } from '../records/reading/encode-records.js';
import { admitPage } from '../records/reading/measure-page.js';
import { isTooLarge } from '../records/reading/too-large.js';
import { readParts, readRecords } from '../records/reading/read-records.js';

/**
 * Adds the lines of a record as their reader lists them, in their order. Returns whether it could: not where there are more than
 * a list may have, or longer ones together, nor where the reader may not list any.
 */
export async function addLines(record: Row, relation: ChildrenInfo, read: Read): Promise<boolean> {
  const lines = await readLines(record.id, relation, read);
  if (!lines) return false;
  const { name } = relation;
  (record as Record<string, unknown>)[name] = lines;
  record[ADDED] = [...(record[ADDED] ?? []), name];
  return true;
}

async function readLines(
  id: RecordId,
  { model: name, field }: ChildrenInfo,
  read: Read,
): Promise<readonly Row[] | null> {
  const { core, session } = read;
  const model = core.model(name);
  const allowed = related(model, 'list', read);
  if (!allowed?.grant.readable.has(field)) return null;
  const lines = reading(allowed, session, read);
  const where = and({ op: 'eq', field, value: id }, allowed.grant.where);
  const condition = compileWhere(where, model, core);
  const { maxPageSize } = core.limits;
  const page = { start: 0, end: maxPageSize + 1 };
  const order = orderOf(model);
  const large = await admitPage({ order, page, parts: [condition] }, lines).catch(noneIfTooLarge);
  if (large === TOO_LARGE) return null;
  const request = { where, condition, order };
  const records = large
    ? (await readParts(large.parts, request, lines)).records
    : await readRecords({ ...request, page }, lines);
  tellWidths(records, lines);
  return records.length > maxPageSize ? null : records;
}

const TOO_LARGE = Symbol('too large');

function noneIfTooLarge(error: unknown): typeof TOO_LARGE {
  if (isTooLarge(error)) return TOO_LARGE;
  throw error;
}

/** The column by which lines are in order, where there is one. */
export const positionOf = ({ column }: ModelInfo): ColumnInfo | null => {
  const found = column.get('position');
  const isNumber =
    found?.role === 'data' && found.type === 'integer' && !found.reference && !found.transformer;
  return isNumber ? found : null;
};

/**
 * Lines are in the order of their positions, or else of their ids. UUIDs may be random, but not the numbers beside them, or the moments at
 * which they were made. No cursor is made of this order, as that would tell a number that nobody sees.
 */
function orderOf(model: ModelInfo): readonly Order[] {
  const isRandom = model.key.type === 'uuid';
  const created = isRandom ? model.columns.find(({ role }) => role === 'created') : null;
  const first = positionOf(model) ?? model.rowNumber ?? created;
  const sorted: readonly Order[] = first ? [{ field: first.name, direction: 'ASC' }] : [];
  return eachOnce([...sorted, ...orderById(model)]);
}
