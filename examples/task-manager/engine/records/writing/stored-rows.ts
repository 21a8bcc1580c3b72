import type { BulkColumn } from '../../database/dialect.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Rows } from '../scope.js';
import { nextParents, nextStamps, parentsOf, touchParents } from './line-parents.js';
import { turnAt } from './check-each.js';
import { change, insertAlone, insertedValues, namesOf, updatedValues } from './stored-row.js';

/** So many rows are written by one statement. */
const CHUNK = 500;

/** Rows that set the same columns, one behind the other, with their positions. */
interface Run {
  readonly columns: readonly ColumnInfo[];
  readonly rows: { readonly at: number; readonly values: ReadonlyMap<ColumnInfo, unknown> }[];
}

/** Inserts rows by few statements, and returns their ids in the same order. */
export async function insertRows(
  drafts: readonly Readonly<Values>[],
  rows: Rows,
): Promise<readonly RecordId[]> {
  const ids = await insertAll(drafts, rows);
  await touchParents(nextParents(drafts, rows), rows);
  return ids;
}

async function insertAll(
  drafts: readonly Readonly<Values>[],
  rows: Rows,
): Promise<readonly RecordId[]> {
  const { core, model, session } = rows;
  const { dialect } = core;
  if (!canWriteTogether(rows)) return insertEach(drafts, rows);
  const ids = await dialect.reserveIds(session, model.table, drafts.length);
  // A table whose ids come from elsewhere has none to reserve.
  if (ids.some((id) => id < 1)) return insertEach(drafts, rows);
  const values = drafts.map((draft) => insertedValues(draft, model));
  for (const run of runsOf(values)) {
    const encoded = run.rows.map(({ at, values: one }) => [ids[at], ...encodedOf(run, one, rows)]);
    await dialect.insertRows(session, model.table, [model.key, ...run.columns], encoded);
  }
  return ids;
}

async function insertEach(
  drafts: readonly Readonly<Values>[],
  rows: Rows,
): Promise<readonly RecordId[]> {
  const ids: RecordId[] = [];
  for (const draft of drafts) ids.push((await insertAlone(draft, null, rows)).id);
  return ids;
}

/** Updates rows, each its own columns, by few statements where that is faster. */
export async function updateRows(
  changes: readonly { readonly id: RecordId; readonly draft: Readonly<Values> }[],
  rows: Rows,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const parents = await parentsOf(ids, rows);
  await updateAll(changes, rows);
  const drafts = changes.map(({ draft }) => draft);
  await touchParents([...parents, ...nextParents(drafts, rows)], rows);
}

async function updateAll(
  changes: readonly { readonly id: RecordId; readonly draft: Readonly<Values> }[],
  rows: Rows,
): Promise<void> {
  const { core, model, session } = rows;
  const { updateRows: together } = core.dialect;
  const stamps = await nextStamps(
    changes.map(({ id }) => id),
    rows,
  );
  if (!together || !canWriteTogether(rows)) {
    for (const [index, { id, draft }] of changes.entries()) {
      await turnAt(index);
      await change({ id, draft, at: stamps.get(id) }, null, rows);
    }
    return;
  }
  const version = model.columns.find(({ role }) => role === 'version')?.column ?? null;
  const values = changes.map(({ id, draft }) => updatedValues(draft, model, stamps.get(id)));
  for (const run of runsOf(values)) {
    if (run.columns.length === 0 && version === null) continue;
    const columns: readonly BulkColumn[] = [model.key, ...run.columns];
    const encoded = run.rows.map(({ at, values: one }) => [
      changes[at]!.id,
      ...encodedOf(run, one, rows),
    ]);
    await together(session, { table: model.table, columns, rows: encoded }, version);
  }
}

/** Whether the values fit into a bulk statement: those of a transformer may be of any type, and a trigger may do anything. */
const canWriteTogether = ({ core, model }: Rows): boolean =>
  model.key.column === 'id' &&
  !core.triggered.has(model.table) &&
  model.columns.every(({ transformer }) => transformer === null);

function runsOf(all: readonly ReadonlyMap<ColumnInfo, unknown>[]): readonly Run[] {
  const runs: Run[] = [];
  let last = '';
  for (const [at, values] of all.entries()) {
    const names = namesOf(values.keys());
    if (runs.length === 0 || names !== last || runs.at(-1)!.rows.length === CHUNK)
      runs.push({ columns: [...values.keys()], rows: [] });
    runs.at(-1)!.rows.push({ at, values });
    last = names;
  }
  return runs;
}

const encodedOf = (
  { columns }: Run,
  values: ReadonlyMap<ColumnInfo, unknown>,
  { core: { dialect } }: Rows,
): unknown[] => columns.map((column) => dialect.encode(values.get(column), column));
