import type { ObjectLiteral } from 'typeorm';
import {
  ACTIONS,
  ALL_METHODS,
  actionsOf,
  defineAccess,
  type AccessRules,
} from '../model/access-rules.js';
import type {
  AfterSaveEvent,
  BeforeSaveEvent,
  DeleteEvent,
  Stored,
  TransactionContext,
  ValuesEvent,
} from '../model/define-hooks.js';
import { UNSEEN } from '../fields/formats.js';
import { fieldOptionsOf } from '../model/field.js';
import { inTurn, type ModelHooks } from '../model/hooks.js';
import type { ModelModule } from '../model/model-module.js';
import { coded, conflict, invalid, type FieldProblem } from '../problem/problem.js';
import type { SignInBy } from '../settings/settings.js';
import { ceilingHooks, roleCeilingHooks } from './ceiling.js';
import { markAccessChange } from './directory.js';
import type { Passwords } from './passwords.js';
import {
  Role,
  Tenant,
  emailKey,
  fitsKey,
  ownTenants,
  usernameKey,
  type UserEntity,
  type UserRow,
} from './entities.js';
import { randomBytes } from 'node:crypto';
import { statementOf, type Session } from '../database/dialect.js';
import { databaseOf } from '../database/scoped-data-source.js';
import { activeAdmins } from './access-table.js';

/** The entities that every service has; the class of tenants is among `models` where it is the project's. */
export const accessEntities = (
  user: UserEntity,
  models: readonly ModelModule[] = [],
): (new () => ObjectLiteral)[] => [Role, ownTenants(models)?.entity ?? Tenant, user];

const adminsOnly = { Admin: ACTIONS, '*': [] } as const;

/**
 * Users, roles and tenants as ordinary models; `changed` is called after every change of permissions. `own` and
 * `ownTenant` hold the project's classes, access rules and hooks of its users and tenants.
 */
export function accessControlModels(
  user: UserEntity,
  passwords: Passwords,
  changed: () => void,
  own?: ModelModule,
  signInBy: SignInBy = 'username',
  ownTenant?: ModelModule,
): ModelModule[] {
  const access = withLoginRules(own?.access ?? defineAccess<UserRow>({ roles: adminsOnly }));
  const tenantHooks: ModelHooks = {
    afterSave: markChange,
    afterDelete: markChange,
    committed: changed,
  };
  return [
    {
      entity: Role,
      access: defineAccess<Role>({ roles: adminsOnly, fields: { is_preset: { write: [] } } }),
      hooks: inTurn(roleCeilingHooks, roleHooks(changed)),
    },
    {
      entity: Tenant,
      access: defineAccess<Tenant>({ roles: adminsOnly }),
      ...ownTenant,
      hooks: inTurn(ownTenant?.hooks ?? {}, tenantHooks),
    },
    {
      ...own,
      entity: user,
      access,
      // The hooks run after the project's own hooks, which may set a name, a status or roles.
      hooks: inTurn(
        inTurn(own?.hooks ?? {}, ceilingHooks(user, access)),
        userHooks(user, passwords, changed, signInBy),
      ),
    },
  ];
}

/** Fields that are used to sign in, or that reach a user: restricted to Admins unless the project says otherwise. */
const LOGIN_RULES: AccessRules['fields'] = {
  username: { write: ['Admin'] },
  email: { read: ['Admin'], write: ['Admin'] },
  status: { read: ['Admin'], write: ['Admin'] },
  password: { write: ['Admin'] },
  roles: { read: ['Admin'], write: ['Admin'] },
  tenants: { read: ['Admin'], write: ['Admin'] },
};

/** The project's rules, which may open users to many, on top of those for the login fields. */
function withLoginRules(access: AccessRules): AccessRules {
  const isOpened = Object.entries(access.roles).some(
    ([role, actions]) => role !== 'Admin' && actions.length > 0,
  );
  const isClosed = !isOpened && Object.hasOwn(access.roles, '*');
  if (isClosed) return access;
  // A project that opens a login field for reading has not opened it for writing.
  const own = Object.entries(access.fields).map(([name, rule]) => {
    const { write } = LOGIN_RULES[name] ?? {};
    return [name, { ...(write && { write }), ...rule }] as const;
  });
  return { ...access, fields: { ...LOGIN_RULES, ...Object.fromEntries(own) } };
}

/** The hooks that roles need besides the generated operations. */
export function roleHooks(changed: () => void): ModelHooks {
  return {
    beforeTransaction: ({ values }: ValuesEvent<Role>) => {
      if ('allowed_methods' in values) checkMethods(values.allowed_methods);
      return { is_edited: true };
    },
    afterSave: async (event: AfterSaveEvent<Role>) => {
      if (event.before !== null) checkPreset(event.before, event.after);
      await markChange(event);
    },
    afterDelete: async (event: DeleteEvent<Role>) => {
      checkPreset(event.before, null);
      await markChange(event);
    },
    committed: changed,
  };
}

/** Notifies the other processes, too. */
const markChange = ({ session }: TransactionContext): Promise<void> => markAccessChange(session);

function checkMethods(methods: unknown): void {
  const known: readonly unknown[] = ALL_METHODS;
  if (Array.isArray(methods) && methods.every((method) => known.includes(method))) return;
  const message = `allowed_methods must be a list of ${ALL_METHODS.join(', ')}.`;
  throw invalid([{ field: 'allowed_methods', code: 'methods', message }]);
}

const PRESET_ROLE = coded('preset-role');

function checkPreset(before: Stored<Role>, after: Stored<Role> | null): void {
  if (!before.is_preset) return;
  if (after === null) throw conflict('A preset role cannot be deleted.', [], PRESET_ROLE);
  if (after.name !== before.name)
    throw conflict(
      'A preset role cannot be renamed: access rules refer to its name.',
      [],
      PRESET_ROLE,
    );
  if (before.name !== 'Admin') return;
  const actions = actionsOf(after.allowed_methods);
  if (!actions.includes('show') || !actions.includes('edit'))
    throw conflict(
      'Admin must keep its read and edit methods: nobody else could restore them.',
      [],
      coded('admin-role'),
    );
}

/** A version that no token carries yet. */
export const newTokenVersion = (): string => randomBytes(12).toString('base64url');

/** Whether no two users of the project have the same address. */
export const hasUniqueEmails = (user: UserEntity): boolean =>
  fieldOptionsOf(user).get('email_key')?.derivedFrom === 'email';

/** Why a service does not start that needs each user to have an address of their own; `what` needs it. */
export const emailsNotUnique = (what: string): string =>
  `${what} needs a different address for each user: write \`unique: true\` at the column of \`email\` in ` +
  'src/models/user/user.model.ts, then run `crudgen sync`';

/** The hooks that users need besides the generated operations. */
export function userHooks(
  user: UserEntity,
  passwords: Passwords,
  changed: () => void,
  signInBy: SignInBy = 'username',
): ModelHooks {
  const keysEmail = hasUniqueEmails(user);
  const nameProblem = (username: unknown) => usernameProblem(username, signInBy);
  return {
    beforeTransaction: async ({ values }: ValuesEvent<UserRow & { password: unknown }>) => {
      const { password, username, email } = values;
      const problems = [
        nameProblem(username),
        keysEmail && emailProblem(email),
        password != null && (await passwords.problem('password', password)),
      ];
      const [first, ...rest] = problems.filter((problem) => !!problem);
      if (first) throw invalid([first, ...rest]);
      if (typeof password !== 'string') return undefined;
      const password_hash = await passwords.hash(password);
      return { password_hash, password_is_initial: false, token_version: newTokenVersion() };
    },
    beforeSave: ({ values }: BeforeSaveEvent<UserRow>) => {
      const { username, email, status } = values;
      const problem = nameProblem(username) ?? (keysEmail ? emailProblem(email) : null);
      if (problem) throw invalid([problem]);
      return {
        ...(username !== undefined && { username_key: usernameKey(username) }),
        ...(keysEmail && email !== undefined && { email_key: email ? emailKey(email) : null }),
        ...(status === 'Inactive' && { token_version: newTokenVersion() }),
      };
    },
    afterSave: async ({ session, before }: AfterSaveEvent<UserRow>) => {
      await markAccessChange(session);
      if (before !== null) await keepAnAdmin(session);
    },
    afterDelete: async ({ session }: DeleteEvent<UserRow>) => {
      await markAccessChange(session);
      await keepAnAdmin(session);
    },
    committed: changed,
  };
}

async function keepAnAdmin(session: Session): Promise<void> {
  if ((await countActiveAdmins(session)) === 0)
    throw conflict(
      'The last active Admin cannot be deleted, deactivated or lose the role.',
      [],
      coded('last-admin'),
    );
}

const codeOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The fault of a name for a user; null for a good name. */
export const usernameProblem = (username: unknown, signInBy: SignInBy): FieldProblem | null =>
  lookProblem(username) ?? (signInBy === 'username' ? null : addressProblem(username));

/** A name that looks like another one would pass for it in lists, in pickers and beside what somebody wrote. */
function lookProblem(username: unknown): FieldProblem | null {
  if (typeof username !== 'string') return null;
  const wrong = (code: string, message: string) => ({ field: 'username', code, message });
  if (username.trim() !== username || username === '')
    return wrong('blank', 'username must not begin or end with spaces.');
  const [unseen] = UNSEEN.exec(username) ?? [];
  if (unseen !== undefined)
    return wrong('invisible', `username contains ${codeOf(unseen)}, which nobody can see.`);
  return fitsKey(usernameKey(username)) ? null : tooLong('username');
}

/** Where addresses sign in, a name that looks like one would be taken for it. */
const addressProblem = (username: unknown): FieldProblem | null =>
  typeof username === 'string' && usernameKey(username).includes('@')
    ? { field: 'username', code: 'at-sign', message: 'username must not contain @.' }
    : null;

/** The fault of an address whose key is to be stored; null for a good address. */
export const emailProblem = (email: unknown): FieldProblem | null =>
  typeof email !== 'string' || fitsKey(emailKey(email)) ? null : tooLong('email');

const tooLong = (field: 'username' | 'email'): FieldProblem => ({
  field,
  code: 'too-long',
  message: `${field} is too long: some of its characters expand to several.`,
});

/** Sees this transaction's changes, and locks out others until it ends. */
async function countActiveAdmins(session: Session): Promise<number> {
  const { from, where } = activeAdmins(databaseOf(session.runner().connection));
  const [row] = await session.rows(statementOf(`SELECT COUNT(*) FROM ${from} WHERE ${where}`), []);
  return Number(row?.[0]);
}
