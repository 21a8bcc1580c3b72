import type { Access } from '../access/policy.js';
import type { RecordId } from '../fields/record-id.js';
import { and } from '../model/where.js';
import type { Action, CurrentUser } from '../model/access-rules.js';
import type { Records } from '../model/records.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { forbidden, notFound } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
import { changeableBy, keepFromAdmin } from './admin-users.js';
import { userRecords, usersIn, type UserEntity, type UserRow } from './entities.js';

/**
 * Whether the caller may administer how a user signs in: whoever may edit the user and set the status, and so could lock them
 * out as well. Throws 403, or 404 where that user does not exist for the caller.
 */
export async function requireAdministered(
  engine: EngineWithPolicy,
  caller: CurrentUser,
  id: RecordId,
): Promise<void> {
  if (!mayAdminister(engine, caller)) throw forbidden('You may not administer users.', 'may-not');
  await administeredBy(engine, caller).get(id);
  await keepFromAdmin(id, caller, usersAsService(engine));
}

/** Those of some users whom the caller may administer in this sense. */
export async function administeredAmong(
  engine: EngineWithPolicy,
  caller: CurrentUser,
  ids: readonly RecordId[],
): Promise<readonly RecordId[]> {
  if (!mayAdminister(engine, caller) || ids.length === 0) return [];
  const found = await administeredBy(engine, caller).find({
    where: and({ op: 'in', field: 'id', values: ids }, changeableBy(caller)),
  });
  return found.map(({ id }) => id);
}

const mayAdminister = ({ policy, models }: EngineWithPolicy, caller: CurrentUser): boolean =>
  policy.grant(caller, 'edit', usersIn(models))?.writable.has('status') === true;

/** The users whom the caller may edit, rather than those whom they see. */
function administeredBy(engine: EngineWithPolicy, caller: CurrentUser): Records<UserRow> {
  const { policy, models } = engine;
  const users = usersIn(models);
  const isRead = (action: Action) => action === 'show' || action === 'list';
  const edited: Access = {
    grant: (user, action, model) =>
      policy.grant(user, model === users && isRead(action) ? 'edit' : action, model),
    rowWhere: (actor, model) => policy.rowWhere(actor, model),
  };
  return userRecords(engine, engine.under(edited, caller));
}

/**
 * The account of a user whose second factors the caller may remove: whoever may set their password, who could sign in as them
 * without these. Throws 403, or 404 where that user does not exist for the caller.
 */
export async function requireResettable(
  { engine, directory }: { readonly engine: EngineWithPolicy; readonly directory: Directory },
  caller: CurrentUser,
  id: RecordId | null,
): Promise<Account> {
  const found = id === null ? null : await directory.account(id);
  const users = usersIn(engine.models);
  userRecords(engine, engine.as(caller)).authorize('edit');
  const grant = engine.policy.grant(caller, 'edit', users);
  if (!grant?.writable.has('password'))
    throw forbidden('Only whoever may set passwords of users may do this.', 'may-not');
  const where = found && and(grant.where, { op: 'eq', field: 'id', value: found.profile.id });
  const isTheirs = where && (await userRecords(engine, engine.system).count({ where })) > 0;
  if (!isTheirs) throw notFound('There is no such user.', 'no-record');
  await keepFromAdmin(found.profile.id, caller, usersAsService(engine));
  return found;
}

const usersAsService = ({ models, system }: EngineWithPolicy) => ({
  user: usersIn(models).entity as UserEntity,
  system,
});
