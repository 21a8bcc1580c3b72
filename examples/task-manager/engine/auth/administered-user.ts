import type { Access } from '../access/policy.js';
import type { RecordId } from '../fields/record-id.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { forbidden } from '../problem/problem.js';
import { userRecords, usersIn } from './entities.js';

/**
 * Whether the caller may administer how a user signs in: whoever may edit the user and set the status, and so could lock them
 * out as well. Throws 403, or 404 where that user does not exist for the caller.
 */
export async function requireAdministered(
  engine: EngineWithPolicy,
  caller: CurrentUser,
  id: RecordId,
): Promise<void> {
  const users = usersIn(engine.models);
  const { policy } = engine;
  if (!policy.grant(caller, 'edit', users)?.writable.has('status'))
    throw forbidden('You may not administer users.', 'may-not');
  // Whom the caller may edit, rather than whom they see.
  const edited: Access = {
    grant: (user, action, model) =>
      policy.grant(user, model === users && action === 'show' ? 'edit' : action, model),
    rowWhere: (actor, model) => policy.rowWhere(actor, model),
  };
  await userRecords(engine, engine.under(edited, caller)).get(id);
}
