import type { RecordId } from '../../fields/record-id.js';
import type { Values } from '../../model/hooks.js';
import type { Write } from '../scope.js';
import { checkEach, type Placed } from './check-each.js';
import { checkReferences } from './check-references.js';
import { foundBy } from './found-references.js';
import { wouldBeHidden } from './hidden-row.js';
import { refuseHiddenOwners, type Targets } from './references.js';
import { assertRules } from './run-hooks.js';
import type { PlacedWrite } from './transact-many.js';

/** A write whose references have been found, and the records that its many-to-many fields name. */
export interface CheckedWrite extends Placed {
  readonly write: Write;
  readonly targets: Targets;
}

/** Rows as they are before a change, by id. */
export type RowsBefore = ReadonlyMap<RecordId, Readonly<Values>>;

/** As it is before the change; null for a new row. */
export const rowBefore = ({ id }: Write, rows: RowsBefore): Readonly<Values> | null =>
  id === null ? null : (rows.get(id) ?? null);

/**
 * The final check of many writes, whose problems are told together: their rules, and what they refer to. Without `before`, where
 * hooks may still change what a rule looks at, rules are left to later.
 */
export async function checkTogether(
  items: readonly PlacedWrite[],
  before: RowsBefore | null,
): Promise<readonly CheckedWrite[]> {
  const found = await foundBy(items.map(({ write }) => write));
  return checkEach(items, async ({ index, write: one }) => {
    const write = { ...one, found: found.get(one.grant) };
    if (before && write.draft.problems.length === 0)
      assertRules(write.draft, rowBefore(write, before), write.model);
    const targets = await checkReferences(write);
    // Of a single write this shows once its row is hidden; here the problems of the others would tell which owners exist.
    await refuseHiddenOwners(write, wouldBeHidden);
    return { index, write, targets };
  });
}
