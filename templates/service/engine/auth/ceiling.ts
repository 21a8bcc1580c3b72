import { SYSTEM_USER } from '../access/policy.js';
import type { NumericId } from '../fields/record-id.js';
import type { AccessRules, CurrentUser } from '../model/access-rules.js';
import type { BeforeSaveEvent, DeleteEvent, Stored } from '../model/define-hooks.js';
import type { Crud } from '../model/records.js';
import { ALL, and, type Where } from '../model/where.js';
import { forbidden, invalid, missingReference, type FieldProblem } from '../problem/problem.js';
import { Role, type UserEntity, type UserRow } from './entities.js';

// A project may let other roles write users, their passwords and their roles. Nobody gets more by that than they have: what they
// give, and whose sign-in they change, ends where these end, whatever the rules say.

/** The role that gives every other one, and that nobody else gives. */
const ADMIN = 'Admin';

type Rules = Pick<AccessRules, 'gives'>;

/** What somebody may give, and take away. */
export interface Ceiling {
  readonly roles: readonly string[];
  readonly tenants: readonly NumericId[];
}

/**
 * The ceiling of a user, by the roles that count for this request; null for whoever has none: Admins, and the service itself, which
 * also makes those who sign up.
 */
export function ceilingOf(
  { id, roles, tenants }: CurrentUser,
  { gives = {} }: Rules,
): Ceiling | null {
  if (id === SYSTEM_USER.id || roles.includes(ADMIN)) return null;
  const given = roles.flatMap((role) => (Object.hasOwn(gives, role) ? gives[role]! : [role]));
  return { roles: [...new Set(given)].filter((role) => role !== ADMIN), tenants };
}

/** Whether somebody with this ceiling may give the role. */
export const isGiven = (ceiling: Ceiling | null, role: string): boolean =>
  ceiling?.roles.includes(role) ?? true;

/** The users below a ceiling, who have no role and no tenant beyond it: their sign-in may be changed, and they may be deleted. */
export const below = (ceiling: Ceiling | null): Where =>
  ceiling === null
    ? ALL
    : and(
        hasOnly('roles', { op: 'in', field: 'name', values: ceiling.roles }),
        hasOnly('tenants', { op: 'in', field: 'id', values: ceiling.tenants }),
      );

const hasOnly = (field: 'roles' | 'tenants', where: Where): Where => ({
  op: 'not',
  item: { op: 'linked', field, where: { op: 'not', item: where } },
});

/** What users are looked up by, whoever may see them. */
export interface KnownUsers {
  readonly user: UserEntity;
  readonly system: Crud;
}

/** Throws 403 unless the user with this id is below the ceiling. */
export async function keepBelow(
  ceiling: Ceiling | null,
  id: NumericId,
  { user, system }: KnownUsers,
): Promise<void> {
  if (ceiling === null) return;
  const where = and(below(ceiling), { op: 'eq', field: 'id', value: id });
  if ((await system(user).count({ where })) === 0)
    throw forbidden(
      'This user has a role or a tenant that you may not give: you may not change how they sign in.',
      'may-not',
    );
}

/** Holds every write of a user to the ceiling of its writer, in its transaction. */
export const ceilingHooks = (user: UserEntity, rules: Rules) => ({
  beforeSave: async ({ values, before, user: writer, system }: BeforeSaveEvent<UserRow>) => {
    const ceiling = ceilingOf(writer, rules);
    if (ceiling === null) return;
    if (before !== null && needsReach(before, values, writer))
      await keepBelow(ceiling, before.id, { user, system });
    refuseGifts(ceiling, before, values);
  },
  beforeDelete: async ({ before, user: writer, system }: DeleteEvent<UserRow>) =>
    keepBelow(ceilingOf(writer, rules), before.id, { user, system }),
});

type Values = BeforeSaveEvent<UserRow>['values'];
type Before = Stored<UserRow>;

/** What decides how a user signs in. */
const SIGN_IN = ['username', 'email', 'password_hash', 'status'] as const;
/** What decides what they may do then. */
const LINKS = ['roles', 'tenants'] as const;

/** Whether a write changes what only whoever is above a user may: rights, and the sign-in, unless it is the writer's own in person. */
function needsReach(before: Before, values: Values, writer: CurrentUser): boolean {
  const isOwn = before.id === writer.id && writer.limits === undefined;
  const isChanged = (name: (typeof SIGN_IN)[number]) =>
    values[name] !== undefined && values[name] !== before[name];
  const isMoved = (name: (typeof LINKS)[number]) =>
    values[name] !== undefined &&
    [...added(values[name], before[name]), ...added(before[name], values[name])].length > 0;
  return (!isOwn && SIGN_IN.some(isChanged)) || LINKS.some(isMoved);
}

type Keys = readonly unknown[];
type Gifts = { readonly [K in (typeof LINKS)[number]]?: Keys | undefined };

const added = (now: Keys = [], before: Keys = []): Keys =>
  now.filter((key) => !before.includes(key));

/** Throws 422 for new roles and tenants beyond the ceiling; a tenant is refused as one that does not exist. */
export function refuseGifts(ceiling: Ceiling | null, before: Gifts | null, values: Gifts): void {
  if (ceiling === null) return;
  const { roles, tenants } = ceiling;
  const refused = added(values.roles, before?.roles).find(
    (role) => !isGiven(ceiling, String(role)),
  );
  const isForeign = added(values.tenants, before?.tenants).some(
    (id) => !tenants.includes(Number(id)),
  );
  const [first, ...rest]: readonly FieldProblem[] = [
    ...(refused === undefined ? [] : [notGiven(String(refused), roles)]),
    ...(isForeign ? [missingReference('tenants', 'Tenant')] : []),
  ];
  if (first) throw invalid([first, ...rest]);
}

function notGiven(role: string, given: readonly string[]): FieldProblem {
  const values = given.join(', ');
  const own = given.length === 0 ? 'You may give no roles.' : `You may give ${values}.`;
  const message = `roles contains ${role}, which you may not give. ${own}`;
  return { field: 'roles', code: 'not-given', message, params: { role, values } };
}

/**
 * Holds writes of roles to the rights of their writer: no role gets methods that the writer lacks, and nobody but an Admin changes
 * Admin. The rules of `/role` are for Admins alone; a feature that opens it opens no more than this.
 */
export const roleCeilingHooks = {
  beforeSave: async ({ values, before, user: writer, system }: BeforeSaveEvent<Role>) => {
    if (ceilingOf(writer, {}) === null) return;
    refuseAdmin(before?.name, values.name);
    const own = await system(Role).find({
      where: { op: 'in', field: 'name', values: writer.roles },
    });
    const methods = new Set(own.flatMap(({ allowed_methods }) => allowed_methods));
    const lacking = values.allowed_methods?.find((method) => !methods.has(method));
    if (lacking === undefined) return;
    const message = `allowed_methods contains ${lacking}, which none of your own roles allows.`;
    throw invalid([{ field: 'allowed_methods', code: 'not-given', message }]);
  },
  beforeDelete: ({ before, user: writer }: DeleteEvent<Role>) => {
    if (ceilingOf(writer, {}) !== null) refuseAdmin(before.name);
  },
};

function refuseAdmin(...names: readonly (string | undefined)[]): void {
  if (names.includes(ADMIN)) throw forbidden('Only an Admin may change the role Admin.', 'may-not');
}
