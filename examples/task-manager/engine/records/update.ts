import type { RecordId } from '../fields/record-id.js';
import type { Row, WriteOptions } from '../model/operations.js';
import { hasLines, type Draft } from './writing/draft.js';
import { withSums } from './writing/increments.js';
import { lockNextParents, rowOf } from './writing/line-parents.js';
import { lockRow, notFoundFor, requireRow } from './writing/lock-row.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { afterWrite, beforeSave, readForCode } from './writing/run-hooks.js';
import { authorize, writing, type Change, type Scope, type Write } from './scope.js';
import { needsNoTransaction } from './writing/single-statement.js';
import { change as changeRow } from './writing/stored-row.js';
import { carryRefusals } from './writing/refused-write.js';
import { transact } from './writing/transact.js';
import { updateStored } from './writing/update-stored.js';
import { readAfterHooks, readWritten, returningOf, shownRecord } from './writing/written-record.js';

/** Changes a record: `update` the present fields, `replace` all that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  id: RecordId,
  payload: unknown,
  options: WriteOptions = {},
): Promise<Row> {
  const allowed = authorize(scope, 'edit');
  const { beforeValidate, beforeTransaction } = scope.model.hooks;
  if (beforeValidate || beforeTransaction) await requireRow(id, allowed);
  const draft = await prepareDraft(payload, mode, allowed);
  const change: Change = { mode, id, draft };
  return transact(
    {
      work: (session) => store(id, options, writing(change, allowed, session)),
      single: needsNoTransaction(change, options, allowed)
        ? (session) => storeSingle(id, writing(change, allowed, session))
        : null,
      reachesCode: hasLines(draft),
      row: await rowOf(id, allowed),
    },
    allowed,
  );
}

/** The statements of an update inside a transaction, with its hooks. */
export async function store(id: RecordId, options: WriteOptions, first: Write): Promise<Row> {
  await lockNextParents([id], [first.draft.columns], first);
  await lockRow('change', id, options, first);
  const before = await readForCode(id, first, first.draft.aside);
  const write = withAside(await beforeSave(await withSums(id, first), before), first.draft);
  return carryRefusals(write, async () => {
    const row = await updateStored(id, write);
    const record = await readWritten(id, row, write);
    await write.core.writeLines(id, write);
    await afterWrite('update', id, before, write);
    return shownRecord(await readAfterHooks(record, write), write.grant);
  });
}

/** A write with the values that its row has let go of, where a hook has dropped those that were to take their place. */
function withAside(write: Write, { aside }: Draft): Write {
  if (!aside || Object.keys(aside).every((name) => name in write.draft.columns)) return write;
  const { draft } = write;
  return { ...write, draft: { ...draft, columns: { ...aside, ...draft.columns } } };
}

/**
 * The same where `needsNoTransaction`: there is nothing to lock, compare, add up or look up, no code of the developer's, and neither
 * lines nor a record of lines. No row is returned where there is none to change.
 */
function storeSingle(id: RecordId, write: Write): Promise<Row> {
  return carryRefusals(write, async () => {
    const changed = { id, draft: write.draft.columns, at: undefined };
    const row = await changeRow(changed, returningOf(write), write);
    if (!row) throw await notFoundFor(id, write);
    return shownRecord(await readWritten(id, row, write), write.grant);
  });
}
