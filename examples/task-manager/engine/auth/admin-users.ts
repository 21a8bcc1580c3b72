import { SYSTEM_USER } from '../access/policy.js';
import type { RecordId } from '../fields/record-id.js';
import type { CurrentUser } from '../model/access-rules.js';
import type { Crud } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { forbidden } from '../problem/problem.js';
import type { UserEntity } from './entities.js';

// A project may let other roles write addresses and passwords of users. They do not become Admins by those of an Admin.

const IS_ADMIN: Where = {
  op: 'linked',
  field: 'roles',
  where: { op: 'eq', field: 'name', value: 'Admin' },
};

/** What decides how a user signs in, and what they may do then. */
const SIGN_IN = ['username', 'email', 'password_hash', 'status', 'roles', 'tenants'] as const;

type Values = Readonly<Record<string, unknown>>;

/** Whether a write changes how a user signs in; of roles and tenants whatever is sent counts. */
export const changesSignIn = (before: Values, values: Values): boolean =>
  SIGN_IN.some((name) => values[name] !== undefined && values[name] !== before[name]);

/** The users whose sign-in somebody may change by this rule: of Admins only Admins, and the service itself. */
export const changeableBy = ({ id, roles }: CurrentUser): Where =>
  id === SYSTEM_USER.id || roles.includes('Admin') ? ALL : { op: 'not', item: IS_ADMIN };

/** Throws 403 unless the user with this id is one of them. */
export async function keepFromAdmin(
  id: RecordId,
  writer: CurrentUser,
  { user, system }: { readonly user: UserEntity; readonly system: Crud },
): Promise<void> {
  if (changeableBy(writer) === ALL) return;
  const where = and(IS_ADMIN, { op: 'eq', field: 'id', value: id });
  if ((await system(user).count({ where })) > 0)
    throw forbidden('Only an Admin may change how an Admin signs in.', 'may-not');
}
