import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo } from '../model/model-info.js';
import {
  beginRemoval,
  prepareDependents,
  type DeletedRows,
  type Touched,
} from '../records/remove.js';
import type { Removal, Work } from '../records/scope.js';
import { afterRemove, tellWritten } from '../records/writing/run-hooks.js';
import { keepEntries } from './entries.js';
import { goingAlong } from './goes-along.js';
import { markRows } from './mark-rows.js';

/**
 * Moves a record to the trash, with all that a cascade would delete, in one transaction. Its own hooks are told of a deletion; the rows
 * stay in their tables, so that features are told of rows that have changed.
 */
export const moveToTrash: Removal = async (id, options, read) => {
  const { core, model } = read;
  const before = await beginRemoval(id, options, read);
  const dependents = await goingAlong(id, read);
  const { deleted, unlinked, touched } = await prepareDependents(dependents, read);
  const { lines } = core.plan(model);
  const parents = (await lines?.parents([id], read)) ?? [];
  const root: DeletedRows = { model, before: new Map([[id, before]]) };
  const gone = [...deleted, root];
  const moment = new Date().toISOString();
  for (const rows of gone) await markRows(idsOf(rows), moment, workOn(rows, read));
  const along = deleted.toReversed().map((rows) => ({ model: rows.model, ids: idsOf(rows) }));
  await keepEntries(id, along, read);
  for (const rows of gone) await tellGone(rows, workOn(rows, read));
  for (const { rows, own } of unlinked) await tellWritten(rows, own);
  await lines?.touch(parents, read);
  for (const one of touched) await touchLiving(one, gone);
  for (const rows of gone)
    for (const row of rows.before.values()) await afterRemove(row, workOn(rows, read));
};

const idsOf = ({ before }: DeletedRows): readonly RecordId[] => [...before.keys()];

const workOn = <W extends Work>({ model }: { readonly model: ModelInfo }, work: W): W => ({
  ...work,
  model,
});

async function tellGone({ before }: DeletedRows, work: Work): Promise<void> {
  const rows = [...before].map(([id, row]) => ({ id, before: row, isNew: false }));
  await tellWritten(rows, work);
}

/** The records that have lost lines, unless they are in the trash themselves. */
async function touchLiving(
  { lines, parents, own }: Touched,
  gone: readonly DeletedRows[],
): Promise<void> {
  const name = own.model.lineParent?.model;
  const moved = new Set(gone.filter(({ model }) => model.name === name).flatMap(idsOf));
  const living = parents.filter((id) => !moved.has(id));
  if (living.length > 0) await lines.touch(living, own);
}
