import type { RawRow } from '../database/dialect.js';
import type { RecordId } from '../fields/record-id.js';
import type { RecordText, WriteOptions } from '../model/operations.js';
import { isEmpty } from './writing/draft.js';
import { withSums } from './writing/increments.js';
import { targetsBefore, writeTargets } from './writing/link-targets.js';
import { lockRow, notFoundFor, requireRow } from './writing/lock-row.js';
import { prepareDraft } from './writing/prepare-draft.js';
import { checkReferences } from './writing/references.js';
import { afterWrite, beforeSave, readForHooks } from './writing/run-hooks.js';
import { authorize, writing, type Change, type Scope, type Write } from './scope.js';
import { isSingleStatement, refersOrCompares } from './writing/single-statement.js';
import { updateRow } from './writing/stored-row.js';
import { runStatements, transact } from './writing/transact.js';
import { readAfterHooks, readWritten, returningOf, shownText } from './writing/written-record.js';

/** Changes a record: `update` the present fields, `replace` all that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  id: RecordId,
  payload: unknown,
  options: WriteOptions = {},
): Promise<RecordText> {
  const allowed = authorize(scope, 'edit');
  const { beforeValidate, beforeTransaction } = scope.model.hooks;
  if (beforeValidate || beforeTransaction) await requireRow(id, allowed);
  const draft = await prepareDraft(payload, mode, allowed);
  const change: Change = { mode, id, draft };
  const isAlone =
    Number.isSafeInteger(id) && !options.ifMatch && !refersOrCompares(draft, scope.model);
  return transact(
    {
      work: (session) => store(id, options, writing(change, allowed, session)),
      single:
        isAlone && isSingleStatement(draft, allowed)
          ? (session) => storeSingle(id, writing(change, allowed, session))
          : null,
    },
    allowed,
  );
}

async function store(id: RecordId, options: WriteOptions, first: Write): Promise<RecordText> {
  await lockRow('change', id, options, first);
  const before = await readForHooks(id, first);
  const write = await beforeSave(await withSums(id, first), before);
  return runStatements(write, async () => {
    const row = await updateStored(id, write);
    const record = await readWritten(id, row, write);
    await afterWrite('update', id, before, write);
    const { text } = await readAfterHooks(record, write);
    return { ...record, text: shownText(text, write.grant) };
  });
}

/** The same without hooks: no row is returned where there is none to change. */
function storeSingle(id: RecordId, write: Write): Promise<RecordText> {
  return runStatements(write, async () => {
    const row = await updateRow(id, write.draft.columns, returningOf(write), write);
    if (!row) throw await notFoundFor(id, write);
    const record = await readWritten(id, row, write);
    return { ...record, text: shownText(record.text, write.grant) };
  });
}

/** The statements of an update; returns what the first of them returned of the row. */
export async function updateStored(id: RecordId, write: Write): Promise<RawRow | null> {
  const targets = await checkReferences(write);
  const before = await targetsBefore(id, targets, write);
  const row = isEmpty(write.draft)
    ? null
    : await updateRow(id, write.draft.columns, returningOf(write), write);
  await writeTargets(id, targets, before, write);
  return row;
}
