import type { RecordId } from '../fields/record-id.js';
import type { ModelInfo, Referrer } from '../model/model-info.js';
import { and } from '../model/where.js';
import { idsWhere } from '../records/reading/rows-where.js';
import type { Read } from '../records/scope.js';
import {
  requireNoDependents,
  rowsReferencing,
  unseen,
  type Deletion,
  type Dependents,
} from '../records/writing/dependents.js';

/** What becomes of the rows that refer to a record in the trash; a reference that may be empty stays, and leads nowhere for now. */
const BECOMES: Readonly<Record<Referrer['onDelete'], Dependents['becomes'] | null>> = {
  CASCADE: 'deleted',
  UNLINK: 'unlinked',
  'SET NULL': null,
  RESTRICT: null,
};

/**
 * The rows that go to the trash with a record, over any number of levels, each behind the row that it refers to, and those whose lists
 * no longer show it. Throws 409 where others require the record, or where a row would go that the user may not see.
 */
export async function goingAlong(id: RecordId, read: Read): Promise<readonly Dependents[]> {
  const { core, model, session } = read;
  const seen = new Map([[model, new Set([id])]]);
  const moved = { marked: true, takesAlong: true };
  const pending: Deletion[] = [{ ids: [id], model, ...moved, named: true }];
  const dependents: Dependents[] = [];
  for (let deletion = pending.pop(); deletion; deletion = pending.pop()) {
    await requireNoDependents(deletion, read);
    for (const referrer of deletion.model.referrers) {
      const becomes = BECOMES[referrer.onDelete];
      const dependent = core.byName.get(referrer.model);
      if (becomes === null || !dependent) continue;
      const found = await lockLiving(deletion, referrer, { core, model: dependent, session });
      const ids = becomes === 'deleted' ? unseen(found, dependent, seen) : found;
      if (ids.length === 0) continue;
      dependents.push({ model: dependent, ids, becomes, field: referrer.field });
      if (becomes === 'deleted') pending.push({ ids, model: dependent, ...moved, named: false });
    }
  }
  return dependents;
}

/** Locks the rows that refer to what goes and are not in the trash themselves, and the records whose lines they are. */
async function lockLiving(
  deletion: Deletion,
  referrer: Referrer,
  rows: Pick<Read, 'core' | 'session'> & { readonly model: ModelInfo },
): Promise<readonly RecordId[]> {
  const { core, model } = rows;
  const referencing = and(rowsReferencing(deletion, referrer, model), model.exists);
  const { lines } = core.plan(model);
  if (lines?.belongsBeside(referrer.field))
    await lines.lock(await idsWhere(referencing, rows), [], rows);
  return idsWhere(referencing, rows, 'delete');
}
