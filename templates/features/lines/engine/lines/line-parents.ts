import { isId, type RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import { idsBeside, idsWhere } from '../records/reading/rows-where.js';
import type { Granted, Rows, Work } from '../records/scope.js';
import { afterLines } from './heard-lines.js';

// A change of a line is a change of the record to which it belongs: `updated_at` of that moves with it, whichever way leads to the
// line, so that the version of a record covers its lines.

/** The ids of the records to which lines belong; none where the model has no lines. */
export async function parentsOf(
  ids: readonly RecordId[],
  rows: Rows,
): Promise<readonly RecordId[]> {
  const { model } = rows;
  // What is no id is one of no row; PostgreSQL would not compare it with one.
  const known = ids.filter(isId);
  if (!model.lineParent || known.length === 0) return [];
  const column = model.column.get(model.lineParent.field)!;
  const found = await idsBeside(column, { op: 'in', field: 'id', values: known }, rows);
  return [...new Set(found.map(([, parent]) => parent as RecordId))];
}

/** The record to which a line belongs, or will belong, by its model and id; undefined where the model has no lines. */
export async function parentOf(
  id: RecordId | null,
  draft: Readonly<Values>,
  allowed: Granted,
): Promise<string | undefined> {
  const { core, model } = allowed;
  if (!model.lineParent) return undefined;
  const find = (session: Rows['session']) => parentsOf([id!], { ...allowed, session });
  const [parent] =
    id === null ? nextParents([draft], allowed) : await core.database.read(find, { quick: true });
  return parent === undefined ? undefined : `${model.lineParent.model} ${parent}`;
}

/**
 * Locks the records to which lines belong, before the lines themselves are locked: who writes a record with its lines does it in
 * that order, too. Those to which they will belong, `next`, are locked together with them, in the order of their ids.
 */
export async function lockParents(
  ids: readonly RecordId[],
  rows: Rows,
  next: readonly RecordId[] = [],
): Promise<void> {
  const { core, model } = rows;
  if (!model.lineParent || core.dialect.changeRows === '') return;
  const values = [...new Set([...(await parentsOf(ids, rows)), ...next])];
  if (values.length === 0) return;
  const parent = { ...rows, model: core.model(model.lineParent.model) };
  // They may be lines themselves.
  await lockParents(values, parent);
  await idsWhere({ op: 'in', field: 'id', values }, parent, 'change');
}

/** The records to which lines belong once these drafts are written, as far as those say. */
export function nextParents(
  drafts: readonly Readonly<Values>[],
  { core, model }: Pick<Rows, 'core' | 'model'>,
): readonly RecordId[] {
  if (!model.lineParent) return [];
  const { field } = model.lineParent;
  const { keyColumns, rowKey } = core.model(model.lineParent.model);
  const parts = model.composed?.byName.get(field)?.parts;
  const named = drafts.map((draft) => {
    if (draft[field] !== undefined || !parts?.every(({ name }) => draft[name] != null))
      return draft[field] as RecordId | null | undefined;
    const values = keyColumns.map(({ name }, at) => [name, draft[parts[at]!.name]] as const);
    return rowKey.idOf!(Object.fromEntries(values));
  });
  return [...new Set(named.filter((id) => id !== null && id !== undefined))];
}

/** Moves the version of records whose lines have changed, and of those whose lines these are; tells the hooks of both. */
export async function touchParents(ids: readonly RecordId[], work: Work): Promise<void> {
  const { core, model } = work;
  if (!model.lineParent) return;
  const values = [...new Set(ids)];
  if (values.length === 0) return;
  const parents = { ...work, model: core.model(model.lineParent.model) };
  await lockParents(values, parents);
  for (const [id, at] of await nextStamps(values, parents)) await touch(id, at, parents);
  afterLines(values, parents);
  await touchParents(await parentsOf(values, parents), parents);
}

/**
 * The time of the next change of records that have lines; none for other models. It is later than that of the change before, even
 * within a millisecond and however many lines have moved it ahead of the clock: a time that comes twice would be the same version
 * of other lines.
 */
export async function nextStamps(
  values: readonly RecordId[],
  rows: Rows,
): Promise<ReadonlyMap<RecordId, string>> {
  if (!takesLines(rows.model) || values.length === 0) return NO_STAMPS;
  const stamp = stampOf(rows.model);
  const found = await idsBeside(stamp, { op: 'in', field: 'id', values }, rows, 'change');
  return new Map(found.map(([id, before]) => [id, later(before)]));
}

const NO_STAMPS: ReadonlyMap<RecordId, string> = new Map();

/** Whether records of this model have lines. */
export const takesLines = ({ children }: ModelInfo): boolean =>
  children.some(({ isLines }) => isLines);

/** The column that says when a record was changed. */
const stampOf = ({ columns }: ModelInfo) => columns.find(({ role }) => role === 'updated')!;

function later(before: unknown): string {
  const last = Date.parse(String(before));
  return new Date(Math.max(Date.now(), Number.isNaN(last) ? 0 : last + 1)).toISOString();
}

/** Sets when a record was changed. */
export async function touch(
  id: RecordId,
  at: string,
  { core, model, session }: Rows,
): Promise<void> {
  const { dialect } = core;
  const stamp = stampOf(model);
  const statement = core.statements.byKey(`touch ${model.name}`, () => {
    const sets = [`${dialect.quote(stamp.column)} = ${dialect.placeholder(1)}`];
    const version = model.columns.find(({ role }) => role === 'version');
    if (version)
      sets.push(`${dialect.quote(version.column)} = ${dialect.quote(version.column)} + 1`);
    sets.push(...(core.totals?.sets(model, core) ?? []));
    const where = model.rowKey.is(dialect.placeholder(2), dialect);
    return `UPDATE ${dialect.quote(model.table)} SET ${sets.join(', ')} WHERE ${where}`;
  });
  await session.run(statement, [dialect.encode(at, stamp), dialect.encode(id, model.key)]);
}
