import { idOf, type RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { ModelInfo } from '../model/model-info.js';
import type { WriteOptions } from '../model/operations.js';
import { askBeforeDeletion, askBeforeUnlinking } from './writing/ask-guards.js';
import { refusedAlone, turnAt } from './writing/check-each.js';
import { checkDependents, reachesCode, type Dependents } from './writing/dependents.js';
import { NOTHING } from './writing/draft.js';
import { lockRows } from './writing/lock-rows.js';
import {
  afterRemove,
  beforeDelete,
  readForHooks,
  tellRemoved,
  tellWritten,
  type WrittenRow,
} from './writing/run-hooks.js';
import {
  authorize,
  reading,
  withoutRules,
  writing,
  type LineSteps,
  type Read,
  type Scope,
  type Work,
} from './scope.js';
import { deleteRow } from './writing/stored-rows.js';
import { transact } from './writing/transact.js';
import { planNow } from './writing/write-plan.js';
import { firstLocked, writeRows } from './write.js';

/** Deletes a record; 409 where others depend on it. */
export async function remove(
  scope: Scope,
  given: RecordId,
  options: WriteOptions = {},
): Promise<void> {
  const id = idOf(given, scope.model.key);
  const allowed = authorize(scope, 'delete');
  const plan = await planNow(scope);
  await transact(
    {
      careful: (session) => removeRow(id, options, reading(allowed, session)),
      shared: plan.isShared || plan.removal !== null || reachesCode(scope.model, scope.core),
      row: await firstLocked(id, {}, allowed),
    },
    allowed,
  );
}

/** The statements of a deletion inside a transaction, with its hooks. */
export async function removeRow(id: RecordId, options: WriteOptions, read: Read): Promise<void> {
  const { lines, removal } = read.core.plan(read.model);
  if (removal) return removal(id, options, read);
  const before = await beginRemoval(id, options, read);
  const dependents = await checkDependents(id, read);
  const { deleted, unlinked, touched } = await prepareDependents(dependents, read);
  for (const rows of deleted) await removeDependents(rows, read);
  const parents = (await lines?.parents([id], read)) ?? [];
  await deleteRow(id, read);
  await tellRemoved(new Map([[id, before]]), read);
  for (const { rows, own } of unlinked) await tellWritten(rows, own);
  await lines?.touch(parents, read);
  for (const { lines: others, parents: ids, own } of touched) await others.touch(ids, own);
  await afterRemove(before, read);
}

/** Locks a record that is there for its writer, and asks whether it may go; returns it as its hooks are told of it. */
export async function beginRemoval(
  id: RecordId,
  options: WriteOptions,
  read: Read,
): Promise<Readonly<Values> | null> {
  const { lines, guards } = read.core.plan(read.model);
  await lines?.lock([id], [], read);
  await lockRows([{ index: 0, id, options }], read, 'delete').catch((error: unknown) => {
    throw refusedAlone(error);
  });
  if (guards.length > 0) await askBeforeDeletion([id], guards, read);
  const before = (await readForHooks([id], read)).get(id) ?? null;
  await beforeDelete(before, read);
  return before;
}

/** Rows of one model that are deleted with another row, as they were, by id. */
export interface DeletedRows {
  readonly model: ModelInfo;
  readonly before: ReadonlyMap<RecordId, Readonly<Values> | null>;
}

/** Rows that lose a link with another row, as they were. */
export interface UnlinkedRows {
  readonly rows: readonly WrittenRow[];
  readonly own: Work;
}

/** Records whose lines are deleted, or lose a link, with another row. */
export interface Touched {
  readonly lines: LineSteps;
  readonly parents: readonly RecordId[];
  /** Of the lines. */
  readonly own: Work;
}

/**
 * Runs `beforeDelete` of dependent rows that will be deleted, and changes those that lose a reference. Returns the rows that will be
 * deleted, each before the rows that it refers to, the rows that lose a link, and the records whose lines they are.
 */
export async function prepareDependents(
  dependents: readonly Dependents[],
  work: Work,
): Promise<{
  readonly deleted: readonly DeletedRows[];
  readonly unlinked: readonly UnlinkedRows[];
  readonly touched: readonly Touched[];
}> {
  const deleted: DeletedRows[] = [];
  const touched: Touched[] = [];
  const isDeleted = new Map<ModelInfo, Set<RecordId>>();
  for (const { model, ids, becomes, field } of dependents) {
    if (becomes === 'cleared') continue;
    const own = { ...work, model };
    const { lines, guards } = work.core.plan(model);
    if (lines) touched.push({ lines, parents: await lines.parents(ids, own), own });
    if (becomes === 'unlinked') {
      await askBeforeUnlinking(ids, field, guards, own);
      continue;
    }
    await askBeforeDeletion(ids, guards, own);
    isDeleted.set(model, new Set([...(isDeleted.get(model) ?? []), ...ids]));
    deleted.push({ model, before: await tellDeleted(ids, own) });
  }
  for (const { model, ids, becomes, field } of dependents) {
    if (becomes !== 'cleared') continue;
    const kept = ids.filter((id) => !isDeleted.get(model)?.has(id));
    await clear(kept, field, { ...work, model });
  }
  const unlinked = await rowsUnlinked(dependents, isDeleted, work);
  return { deleted: deleted.reverse(), unlinked, touched };
}

/** The rows that lose a link and stay, of models whose rows a feature hears of. */
async function rowsUnlinked(
  dependents: readonly Dependents[],
  isDeleted: ReadonlyMap<ModelInfo, ReadonlySet<RecordId>>,
  work: Work,
): Promise<readonly UnlinkedRows[]> {
  const losing = new Map<ModelInfo, Set<RecordId>>();
  for (const { model, ids, becomes } of dependents)
    if (becomes === 'unlinked' && model.hooks.written)
      losing.set(model, new Set([...(losing.get(model) ?? []), ...ids]));
  const unlinked: UnlinkedRows[] = [];
  for (const [model, ids] of losing) {
    const kept = [...ids].filter((id) => !isDeleted.get(model)?.has(id));
    const own = { ...work, model };
    for (const chunk of chunksOf(kept, CHUNK)) {
      const before = await readForHooks(chunk, own);
      const rows = chunk.map((id) => ({ id, before: before.get(id) ?? null, isNew: false }));
      unlinked.push({ rows, own });
    }
  }
  return unlinked;
}

/** The number of dependents that are read and changed together. */
const CHUNK = 500;

function chunksOf(ids: readonly RecordId[], size: number): readonly (readonly RecordId[])[] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

/** Runs `beforeDelete` of rows, which may change the rows behind them; returns the rows as they were, for later hooks. */
async function tellDeleted(ids: readonly RecordId[], work: Work): Promise<DeletedRows['before']> {
  const before = new Map<RecordId, Readonly<Values> | null>();
  const size = work.model.hooks.beforeDelete ? 1 : CHUNK;
  for (const [at, chunk] of chunksOf(ids, size).entries()) {
    const turn = turnAt(at);
    if (turn) await turn;
    const rows = await readForHooks(chunk, work);
    for (const id of chunk) {
      const row = rows.get(id) ?? null;
      await beforeDelete(row, work);
      before.set(id, row);
    }
  }
  return before;
}

/**
 * Runs `afterDelete` of dependent rows. These rows are then gone, and the row to which they belong is still there, so that the hook
 * can write a total of the remaining rows into it.
 */
async function removeDependents({ model, before }: DeletedRows, work: Work): Promise<void> {
  const own = { ...work, model };
  await tellRemoved(before, own);
  if (model.hooks.afterDelete) await eraseRows([...before.keys()], own);
  for (const [at, row] of [...before.values()].entries()) {
    const turn = turnAt(at);
    if (turn) await turn;
    await afterRemove(row, own);
  }
}

/** Deletes rows as a cascade of the database does, soft deletion or not. */
async function eraseRows(ids: readonly RecordId[], work: Work): Promise<void> {
  const { core, model, session } = work;
  const { dialect } = core;
  const statement = core.statements.byKey(`delete rows ${model.name}`, () => {
    const among = model.rowKey.among(dialect.placeholder(1), dialect);
    return `DELETE FROM ${dialect.quote(model.table)} WHERE ${among}`;
  });
  await session.run(statement, [dialect.encodeList(ids, model.key)]);
}

/** Does as changes what the database would do by itself when the row that `field` of these rows refers to is deleted. */
async function clear(ids: readonly RecordId[], field: string, work: Work): Promise<void> {
  const { core, access, model, session } = work;
  const draft = { ...NOTHING, columns: { [field]: null }, byCode: new Set([field]) };
  const everything = authorize(withoutRules(work), 'edit');
  // The hooks act for the user; what they leave is stored, whatever the user may write.
  const allowed = { ...everything, access };
  const plan = core.plan(model);
  const way = { plan, answer: 'nothing', isLocked: true } as const;
  const isEach = plan.needs.always.has('turn');
  for (const [at, chunk] of chunksOf(ids, isEach ? 1 : CHUNK).entries()) {
    const turn = turnAt(at);
    if (turn) await turn;
    const changes = chunk.map((id) => writing({ mode: 'update', id, draft }, allowed, session));
    await writeRows(changes, way).catch((error: unknown) => {
      throw refusedAlone(error);
    });
  }
}
