import type { RecordId } from '../fields/record-id.js';
import type { Values } from '../model/hooks.js';
import type { GuardedRow, Work } from '../records/scope.js';
import { readStoredRows } from '../records/writing/stored-rows.js';
import { isFrozen, ruleOf, type FrozenRecord } from './condition.js';

/** The records to which a line belongs and will belong, but for one with which it is written: that one has been judged. */
export function parentsNamed(
  { before, draft }: Pick<GuardedRow, 'before' | 'draft'>,
  { model: { lineParent }, context }: Work,
): readonly RecordId[] {
  const { model, field } = lineParent!;
  const all = [before?.[field], draft?.columns[field]] as (RecordId | null | undefined)[];
  const isWritten = (id: RecordId) => context.parent?.model === model && context.parent.id === id;
  return all.filter((id): id is RecordId => id != null && !isWritten(id));
}

/**
 * By the id of a record to which lines of the model belong, the record that is frozen: itself, or one of those to which it belongs.
 * They are locked already, as whoever writes a line locks them first.
 */
export async function frozenAbove(
  ids: readonly RecordId[],
  work: Work,
): Promise<ReadonlyMap<RecordId, FrozenRecord>> {
  const { core, model } = work;
  const found = new Map<RecordId, FrozenRecord>();
  if (!model.lineParent || ids.length === 0) return found;
  const parent = core.model(model.lineParent.model);
  const rule = ruleOf(parent);
  const stored = await readStoredRows(ids, { ...work, model: parent });
  const open: [RecordId, Values][] = [];
  for (const [id, row] of stored)
    if (rule && isFrozen(row, rule)) found.set(id, { id, rule });
    else open.push([id, row]);
  const field = parent.lineParent?.field;
  if (field === undefined) return found;
  const next = [...new Set(open.flatMap(([, row]) => (row[field] as RecordId | null) ?? []))];
  const above = await frozenAbove(next, { ...work, model: parent });
  for (const [id, row] of open) {
    const frozen = above.get(row[field] as RecordId);
    if (frozen) found.set(id, frozen);
  }
  return found;
}
