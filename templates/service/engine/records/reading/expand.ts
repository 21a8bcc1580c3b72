import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Row } from '../../model/operations.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import { tellWidths } from './encode-records.js';
import { admitPage } from './measure-page.js';
import { findRecords, readParts, type FoundRecords } from './read-records.js';
import { reading, related, type Read } from '../scope.js';
import type { RecordsRequest } from './select-records.js';

/** The foreign keys of the relations that a request expands. */
export const expandedColumns = (
  expand: readonly string[],
  model: ModelInfo,
): readonly ColumnInfo[] =>
  expand.map((name) => model.columns.find((column) => column.reference?.relation === name)!);

/** Adds the related records to records; `keys` holds each one's foreign keys. */
export async function expandRecords(
  { records, keys }: FoundRecords,
  expand: readonly string[],
  columns: readonly ColumnInfo[],
  read: Read,
): Promise<void> {
  for (const [index, column] of columns.entries()) {
    const ids = keys.map((row) => row[index]).map((id) => (id === null ? null : Number(id)));
    const found = await readRelated(ids, column, read);
    for (const [at, record] of records.entries())
      record[expand[index]!] = found.get(ids[at]!) ?? null;
  }
}

/** Related records under the rules of their own model; those that it denies are left out. */
async function readRelated(
  ids: readonly (RecordId | null)[],
  column: ColumnInfo,
  read: Read,
): Promise<ReadonlyMap<RecordId | null, Row>> {
  const allowed = related(read.core.model(column.reference!.model), 'show', read);
  const values = [...new Set(ids.filter((id) => id !== null))];
  if (!allowed || values.length === 0) return new Map();
  const where = and({ op: 'in', field: 'id', values } satisfies Where, allowed.grant.where);
  const times = new Map<RecordId, number>();
  for (const id of ids) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1);
  const { records } = await readAdmitted({ where }, reading(allowed, read.session, read), times);
  return new Map(records.map((record) => [record.id, record]));
}

const JUST_ONE: ReadonlyMap<RecordId, number> = new Map();

/** Records in no order, once there is room for them; `times` says how often each will be returned. */
export async function readAdmitted(
  { where, keys = [] }: Pick<RecordsRequest, 'where' | 'keys'>,
  read: Read,
  times: ReadonlyMap<RecordId, number> = JUST_ONE,
): Promise<FoundRecords> {
  const { core, model } = read;
  const condition = compileWhere(where, model, core);
  const page = { start: 0, end: Math.max(1, times.size) };
  const large = await admitPage({ order: [], page, parts: [condition], times }, read);
  if (large) return readParts(large.parts, { where, keys }, read);
  const found = await findRecords({ where, condition, keys }, read);
  tellWidths(found.records, read);
  return found;
}
