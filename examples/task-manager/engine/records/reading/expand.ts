import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { ModelInfo } from '../../model/model-info.js';
import { and, type Where } from '../../model/where.js';
import { compileWhere } from '../conditions/compile-where.js';
import { admitPage, lengthOf } from './page-size.js';
import { findRecords, idOf, readParts, type ReadRecordsResult } from './read-records.js';
import { reading, related, type Read } from '../scope.js';
import type { RecordsRequest } from './select-records.js';

/** The foreign keys of the relations that a request expands. */
export const expandedColumns = (
  expand: readonly string[],
  model: ModelInfo,
): readonly ColumnInfo[] =>
  expand.map((name) => model.columns.find((column) => column.reference?.relation === name)!);

/** Adds the related records to the texts of records; `keys` holds each record's foreign keys. */
export async function expandRows(
  { texts, keys }: ReadRecordsResult,
  expand: readonly string[],
  columns: readonly ColumnInfo[],
  read: Read,
): Promise<readonly string[]> {
  let expanded = texts;
  for (const [index, column] of columns.entries()) {
    const ids = keys.map((row) => row[index]).map((id) => (id === null ? null : Number(id)));
    const found = await relatedTexts(ids, column, read);
    const name = JSON.stringify(expand[index]);
    expanded = expanded.map((text, row) => {
      const record = found.get(ids[row]!) ?? 'null';
      return `${text.slice(0, -1)},${name}:${record}}`;
    });
  }
  return expanded;
}

/** Related records under the rules of their own model; those that it denies are left out. */
async function relatedTexts(
  ids: readonly (RecordId | null)[],
  column: ColumnInfo,
  read: Read,
): Promise<ReadonlyMap<RecordId, string>> {
  const allowed = related(read.core.model(column.reference!.model), 'show', read);
  const values = [...new Set(ids.filter((id) => id !== null))];
  if (!allowed || values.length === 0) return new Map();
  const where = and({ op: 'in', field: 'id', values } satisfies Where, allowed.grant.where);
  const times = new Map<RecordId, number>();
  for (const id of ids) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1);
  const { texts } = await readAdmitted({ where }, reading(allowed, read.session, read), times);
  return new Map(texts.map((text) => [idOf(text), text]));
}

const JUST_ONE: ReadonlyMap<RecordId, number> = new Map();

/** Records in no order, once there is room for them; `times` says how often each will be returned. */
export async function readAdmitted(
  { where, keys = [] }: Pick<RecordsRequest, 'where' | 'keys'>,
  read: Read,
  times: ReadonlyMap<RecordId, number> = JUST_ONE,
): Promise<ReadRecordsResult> {
  const { core, model } = read;
  const condition = compileWhere(where, model, core);
  const page = { start: 0, end: Math.max(1, times.size) };
  const large = await admitPage({ order: [], page, parts: [condition], times }, read);
  if (large) return readParts(large.parts, { where, keys }, read);
  const found = await findRecords({ where, condition, keys }, read);
  core.widths.tell(model, lengthOf(found.texts), found.texts.length);
  return found;
}
