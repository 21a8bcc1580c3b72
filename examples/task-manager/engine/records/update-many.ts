import type { RecordChange, Row } from '../model/operations.js';
import { authorize, type Scope } from './scope.js';
import { writeMany } from './write-many.js';
import { checkEach, refuseRepeated } from './writing/check-each.js';
import { requireRows } from './writing/lock-rows.js';
import { prepareDraft } from './writing/prepare-draft.js';

/** Changes the present fields of all of these records or, where one is refused, of none; refusals say at which index. */
export async function updateMany(
  scope: Scope,
  changes: readonly RecordChange[],
): Promise<readonly Row[]> {
  const allowed = authorize(scope, 'edit');
  const placed = changes.map((change, index) => ({ ...change, index }));
  await refuseRepeated(
    placed,
    ({ id }) => id,
    'id',
    ({ id }) => `The id ${id}`,
  );
  const { beforeValidate, beforeTransaction } = scope.model.hooks;
  if (beforeValidate || beforeTransaction) await requireRows(placed, allowed);
  const items = await checkEach(placed, async ({ values, ...item }) => ({
    ...item,
    draft: await prepareDraft(values, 'update', allowed),
    allowed,
  }));
  return writeMany(items, scope);
}
