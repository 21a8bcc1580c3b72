import type { Grant } from '../model/access-rules.js';
import { checkPayload } from './check-payload.js';
import { isEmpty, prepareDraft } from './draft.js';
import { oneRow, rowExists } from './find-ids.js';
import { writeLinks } from './links.js';
import type { RecordText, WriteOptions } from '../model/operations.js';
import { checkReferences } from './references.js';
import { demand, missing, type Scope } from './scope.js';
import { updateRow } from './stored-row.js';
import { demandRow, readForHooks, readWritten, returningOf, shownText, write } from './write.js';

/** Changes a record: `update` what is present, `replace` everything that the writer may write. */
export async function update(
  scope: Scope,
  mode: 'update' | 'replace',
  id: number,
  payload: unknown,
  options: WriteOptions = {},
): Promise<RecordText> {
  const { model, user } = scope;
  const grant = demand(scope, 'edit');
  const checked = checkPayload(payload, mode, model, grant);
  if (model.hooks.prepare) await demandExisting(id, grant, scope);
  const draft = await prepareDraft(checked, scope);
  const attempt = { id, draft, grant };
  return write(
    scope,
    async (session) => {
      await demandRow(id, grant, options, session, scope);
      const targets = await checkReferences(attempt, session, scope);
      const before = await readForHooks(id, session, scope);
      const row = isEmpty(draft)
        ? null
        : await updateRow(id, draft.columns, returningOf(grant, scope), session, scope);
      for (const link of model.links) {
        const found = targets.get(link.name);
        if (found) await writeLinks(id, link, found, session, scope);
      }
      const record = await readWritten(id, row, grant, session, scope);
      const after = await readForHooks(id, session, scope);
      await model.hooks.check?.({ user, session, before, after });
      return { result: { ...record, text: shownText(record.text, grant) }, before, after };
    },
    attempt,
  );
}

/** A hook may refuse, or work long (a password's hash): not for a row that is not there. */
async function demandExisting(id: number, grant: Grant, scope: Scope): Promise<void> {
  const where = oneRow(id, grant.where);
  const there = await scope.core.database.read((session) =>
    rowExists(where, scope.model, session, scope),
  );
  if (!there) throw missing(scope, id);
}
