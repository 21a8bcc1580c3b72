import type { Access } from '../access/policy.js';
import type { NumericId } from '../fields/record-id.js';
import { and, type Where } from '../model/where.js';
import type { Action, CurrentUser } from '../model/access-rules.js';
import type { Records } from '../model/records.js';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { forbidden, notFound } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
import { below, ceilingOf, keepBelow } from './ceiling.js';
import { userRecords, usersIn, type UserEntity, type UserRow } from './entities.js';

/**
 * Whether the caller may administer how a user signs in: whoever may edit the user and set the status, and so could lock them
 * out as well. Throws 403, or 404 where that user does not exist for the caller.
 */
export async function requireAdministered(
  engine: EngineWithPolicy,
  caller: CurrentUser,
  id: NumericId,
): Promise<void> {
  if (!mayAdminister(engine, caller)) throw forbidden('You may not administer users.', 'may-not');
  await administeredBy(engine, caller).get(id);
  await requireBelow(engine, caller, id);
}

/** The users among these whom the caller may administer in this sense. */
export async function administeredAmong(
  engine: EngineWithPolicy,
  caller: CurrentUser,
  ids: readonly NumericId[],
): Promise<readonly NumericId[]> {
  if (!mayAdminister(engine, caller) || ids.length === 0) return [];
  const named: Where = { op: 'in', field: 'id', values: ids };
  const found = await administeredBy(engine, caller).find({ where: named });
  // The service itself reads the users: not everybody may look for users by their roles.
  const ceiling = ceilingOf(caller, usersIn(engine.models).access);
  const reached = await userRecords(engine, engine.system).find({
    where: and(named, below(ceiling)),
  });
  return found.map(({ id }) => id).filter((id) => reached.some((one) => one.id === id));
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
  id: NumericId | null,
): Promise<Account> {
  const found = id === null ? null : await directory.account(id);
  const users = usersIn(engine.models);
  userRecords(engine, engine.as(caller)).authorize('edit');
  const grant = engine.policy.grant(caller, 'edit', users);
  if (!grant?.writable.has('password'))
    throw forbidden('Only users who may set passwords of others may do this.', 'may-not');
  const where = found && and(grant.where, { op: 'eq', field: 'id', value: found.profile.id });
  const isTheirs = where && (await userRecords(engine, engine.system).count({ where })) > 0;
  if (!isTheirs) throw notFound('There is no such user.', 'no-record');
  await requireBelow(engine, caller, found.profile.id);
  return found;
}

/** Throws 403 unless the caller may give all roles and tenants of this user. */
function requireBelow({ models, system }: EngineWithPolicy, caller: CurrentUser, id: NumericId) {
  const { entity, access } = usersIn(models);
  return keepBelow(ceilingOf(caller, access), id, { user: entity as UserEntity, system });
}
