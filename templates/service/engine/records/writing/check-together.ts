import type { Values } from '../../model/hooks.js';
import type { Write } from '../scope.js';
import { checkEach, type Placed } from './check-each.js';
import { FoundReferences } from './found-references.js';
import { wouldBeHidden } from './hidden-row.js';
import { checkReferences, refuseHiddenOwners, type Targets } from './references.js';
import { assertRules } from './run-hooks.js';
import type { PlacedWrite } from './transact-many.js';

/** A write whose references have been found, and the records that its many-to-many fields name. */
export interface CheckedWrite extends Placed {
  readonly write: Write;
  readonly targets: Targets;
}

type BeforeOf = (write: Write) => Readonly<Values> | null;

/** The final check of many writes, whose problems are told together: their rules, and what they refer to. */
export async function checkTogether(
  items: readonly PlacedWrite[],
  beforeOf: BeforeOf = () => null,
): Promise<readonly CheckedWrite[]> {
  const found = await foundBy(items.map(({ write }) => write));
  return checkEach(items, async ({ index, write: one }) => {
    const write = { ...one, found: found.get(one.grant) };
    if (write.draft.problems.length === 0) assertRules(write.draft, beforeOf(write), write.model);
    const targets = await checkReferences(write);
    // Of a single write this shows once its row is hidden; here the problems of the others would tell which owners exist.
    await refuseHiddenOwners(write, wouldBeHidden);
    return { index, write, targets };
  });
}

/** What writes refer to, as those with the same grant see it. */
async function foundBy(
  writes: readonly Write[],
): Promise<ReadonlyMap<Write['grant'], FoundReferences>> {
  const found = new Map<Write['grant'], FoundReferences>();
  for (const grant of new Set(writes.map((write) => write.grant)))
    found.set(grant, await FoundReferences.of(writes.filter((write) => write.grant === grant)));
  return found;
}

/** Before writes that are done one by one: refuses what is wrong with the values of any, with all that can be said of the others. */
export async function assertNoProblems(items: readonly PlacedWrite[]): Promise<void> {
  if (items.some(({ write }) => write.draft.problems.length > 0)) await checkTogether(items);
}
