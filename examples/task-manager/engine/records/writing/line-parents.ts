import type { RecordId } from '../../fields/record-id.js';
import type { ModelInfo } from '../../model/model-info.js';
import { idsBeside, idsWhere } from '../reading/rows-where.js';
import type { Rows } from '../scope.js';

// A change of a line is a change of the record to which it belongs: `updated_at` of that moves with it, whichever way leads to the
// line, so that the version of a record covers its lines.

/** The ids of the records to which lines belong; none where the model has no lines. */
export async function parentsOf(
  ids: readonly RecordId[],
  rows: Rows,
): Promise<readonly RecordId[]> {
  const { model } = rows;
  if (!model.lineParent || ids.length === 0) return [];
  const column = model.column.get(model.lineParent.field)!;
  const found = await idsBeside(column, { op: 'in', field: 'id', values: ids }, rows);
  return [...new Set(found.map(([, parent]) => Number(parent)))];
}

/**
 * Locks the records to which lines belong, before the lines themselves are locked: who writes a record with its lines does it in
 * that order, too.
 */
export async function lockParents(ids: readonly RecordId[], rows: Rows): Promise<void> {
  const { core, model } = rows;
  if (!model.lineParent || core.dialect.changeRows === '') return;
  const values = await parentsOf(ids, rows);
  if (values.length === 0) return;
  const parent = { ...rows, model: core.model(model.lineParent.model) };
  await idsWhere({ op: 'in', field: 'id', values }, parent, 'change');
}

/** Moves the version of records whose lines have changed. */
export async function touchParents(ids: readonly unknown[], rows: Rows): Promise<void> {
  const { core, model } = rows;
  if (!model.lineParent) return;
  const values = [...new Set(ids)].filter((id) => typeof id === 'number');
  if (values.length === 0) return;
  const parent = core.model(model.lineParent.model);
  const stamp = stampOf(parent);
  const parentRows = { ...rows, model: parent };
  const found = await idsBeside(stamp, { op: 'in', field: 'id', values }, parentRows, 'change');
  for (const [id, before] of found) await touch(id, later(before), parentRows);
}

/** The column that says when a record was changed. */
const stampOf = ({ columns }: ModelInfo) => columns.find(({ role }) => role === 'updated')!;

/** Later than before, even within a millisecond: equal times would be the same version. */
function later(before: unknown): string {
  const last = Date.parse(String(before));
  return new Date(Math.max(Date.now(), Number.isNaN(last) ? 0 : last + 1)).toISOString();
}

async function touch(id: RecordId, at: string, { core, model, session }: Rows): Promise<void> {
  const { dialect } = core;
  const stamp = stampOf(model);
  const statement = core.statements.get(`touch ${model.name}`, () => {
    const sets = [`${dialect.quote(stamp.column)} = ${dialect.placeholder(1)}`];
    const version = model.columns.find(({ role }) => role === 'version');
    if (version)
      sets.push(`${dialect.quote(version.column)} = ${dialect.quote(version.column)} + 1`);
    const where = `${dialect.quote(model.key.column)} = ${dialect.placeholder(2)}`;
    return `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${where}`;
  });
  await session.run(statement, [dialect.encode(at, stamp), id]);
}
