import type { CreatedRecords } from '../model/operations.js';
import { isAsShown } from './create.js';
import { authorize, type Scope } from './scope.js';
import { writeMany } from './write-many.js';
import { checkEach } from './writing/check-each.js';
import { prepareDraft } from './writing/prepare-draft.js';

/** Creates all of these records or, where one is refused, none; refusals say at which index. */
export async function createMany(
  scope: Scope,
  payloads: readonly unknown[],
): Promise<CreatedRecords> {
  const allowed = authorize(scope, 'create');
  const items = await checkEach(
    payloads.map((payload, index) => ({ payload, index })),
    async ({ payload, index }) => ({
      index,
      id: null,
      draft: await prepareDraft(payload, 'create', allowed),
      allowed,
    }),
  );
  return { records: await writeMany(items, scope), isAsShown: isAsShown(allowed) };
}
