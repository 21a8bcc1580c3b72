import { checkPayload } from './check-payload.js';
import { prepareDraft } from './draft.js';
import { writeLinks } from './links.js';
import type { RecordText } from '../model/operations.js';
import { checkReferences } from './references.js';
import { demand, type Scope } from './scope.js';
import { insertRow } from './stored-row.js';
import { readForHooks, readWritten, returningOf, write } from './write.js';

/** Makes a record; its writer must be able to see it. */
export async function create(scope: Scope, payload: unknown): Promise<RecordText> {
  const { model, user } = scope;
  const grant = demand(scope, 'create');
  const draft = await prepareDraft(checkPayload(payload, 'create', model, grant), scope);
  const attempt = { id: null, draft, grant };
  return write(
    scope,
    async (session) => {
      const targets = await checkReferences(attempt, session, scope);
      const returning = returningOf(grant, scope);
      const { id, row } = await insertRow(draft.columns, returning, session, scope);
      for (const link of model.links) {
        await writeLinks(id, link, targets.get(link.name) ?? [], session, scope);
      }
      const result = await readWritten(id, row, grant, session, scope);
      const after = await readForHooks(id, session, scope);
      await model.hooks.check?.({ user, session, before: null, after });
      return { result, before: null, after };
    },
    attempt,
  );
}
