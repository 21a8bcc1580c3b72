import type { CreatedRecord, Row } from '../model/operations.js';
import { hasLines } from './writing/draft.js';
import { NO_TARGETS, writeTargets } from './writing/link-targets.js';
import { lockNextParents, nextRow } from './writing/line-parents.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { checkReferences } from './writing/check-references.js';
import { afterWrite, assertRules, beforeSave } from './writing/run-hooks.js';
import { areSameRoles, authorize, type Granted, type Scope, type Write, writing } from './scope.js';
import { needsNoTransaction } from './writing/single-statement.js';
import { insertAlone, insertRow } from './writing/stored-row.js';
import { carryRefusals } from './writing/refused-write.js';
import { transact } from './writing/transact.js';
import { readAfterHooks, readWritten, returningOf } from './writing/written-record.js';

/** Creates a record; its writer must be able to see it. */
export async function create(scope: Scope, payload: unknown): Promise<CreatedRecord> {
  const allowed = authorize(scope, 'create');
  const draft = await prepareDraft(payload, 'create', allowed);
  const change = { mode: 'create', id: null, draft } as const;
  const record = await transact(
    {
      work: (session) => insert(writing(change, allowed, session)),
      single: needsNoTransaction(change, {}, allowed)
        ? (session) => insertSingle(writing({ ...change, withoutLocks: true }, allowed, session))
        : null,
      reachesCode: hasLines(draft),
      row: nextRow(draft.columns, allowed),
    },
    allowed,
  );
  return { record, isAsShown: isAsShown(allowed) };
}

/** The statements of a create inside a transaction, with its hooks. */
export async function insert(first: Write): Promise<Row> {
  await lockNextParents([], [first.draft.columns], first);
  const write = await beforeSave(first, null);
  return carryRefusals(write, async () => {
    const targets = await checkReferences(write);
    const { id, row } = await insertRow(write.draft.columns, returningOf(write), write);
    await writeTargets(id, targets, NO_TARGETS, write);
    const record = await readWritten(id, row, write);
    await write.core.writeLines(id, write);
    await afterWrite('create', id, null, write);
    return readAfterHooks(record, write);
  });
}

/** The same where `needsNoTransaction`: without hooks and links the insert is atomic by itself, and no line of another record. */
function insertSingle(write: Write): Promise<Row> {
  assertRules(write.draft, null, write.model);
  return carryRefusals(write, async () => {
    await checkReferences(write);
    const { id, row } = await insertAlone(write.draft.columns, returningOf(write), write);
    return readWritten(id, row, write);
  });
}

/** Whether a response to the creator is what they are shown of the record later. */
export function isAsShown({ access, user, model, grant }: Granted): boolean {
  const shown = access.grant(user, 'show', model);
  return (
    shown !== null &&
    shown.readableKey === grant.readableKey &&
    areSameRoles(shown.readingRoles, grant.readingRoles)
  );
}
