import { checkDependents } from './dependents.js';
import type { WriteOptions } from '../model/operations.js';
import { demand, type Scope } from './scope.js';
import { deleteRow } from './stored-row.js';
import { demandRow, readForHooks, write } from './write.js';

/** Deletes a record; 409 where others depend on it. */
export async function remove(scope: Scope, id: number, options: WriteOptions = {}): Promise<void> {
  const { model, user } = scope;
  const grant = demand(scope, 'delete');
  await write(scope, async (session) => {
    await demandRow(id, grant, options, session, scope);
    const before = await readForHooks(id, session, scope);
    await checkDependents(id, session, scope);
    await deleteRow(id, session, scope);
    await model.hooks.check?.({ user, session, before, after: null });
    return { result: undefined, before, after: null };
  });
}
