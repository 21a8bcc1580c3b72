import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/database.js';
import { statementOf, type Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import { INITIAL_ADMIN_PASSWORD, type Settings } from '../settings/settings.js';
import { markAccessChange } from './directory.js';
import { passwordWeakness, type Passwords } from './passwords.js';
import {
  activeAdmins,
  rolesTable,
  usersTable,
  type AccessTable,
  type Selection,
} from './access-table.js';
import { USERS, usernameKey, type Role, type UserRow } from './entities.js';
import { newTokenVersion } from './access-control.js';
import { PRESET_ROLES, type PresetRole } from './preset-roles.js';

type AdminSettings = Pick<Settings, 'adminUsername' | 'adminPassword'>;

/**
 * Creates what the first request needs: the preset roles in their current definition, except for edited ones, and an
 * administrator if there is no user at all. Safe for any number of replicas at once.
 */
export async function prepareAccess(
  database: Database,
  passwords: Passwords,
  settings: AdminSettings,
  presets: readonly PresetRole[] = PRESET_ROLES,
): Promise<void> {
  const users = usersTable(database);
  const noUsers = await database.read((session) => hasNone(users, session));
  const outdated = (session: Session) => outdatedPresets(session, database, presets, false);
  if (!noUsers && (await database.read(outdated)).length === 0) return;
  // Hashed before the transaction, which blocks other writers.
  const first = noUsers ? await firstPassword(passwords, settings) : null;
  await changeAccess(database, async (session) => {
    await saveRoles(await outdated(session), database, session);
    // Another replica may have been faster.
    if (first === null || !(await hasNone(users, session))) return;
    const id = await users.insert(administrator(settings.adminUsername, first), session);
    for (const role of await adminRole(database, session))
      await users.link('roles', id, role.id, session);
  });
}

/** Resets every preset role to its definition, including edited ones. */
export const resetRoles = (
  database: Database,
  presets: readonly PresetRole[] = PRESET_ROLES,
): Promise<void> =>
  changeAccess(database, async (session) =>
    saveRoles(await outdatedPresets(session, database, presets, true), database, session),
  );

/** Changes the roles that have an id, and inserts the others. */
async function saveRoles(
  changed: readonly Partial<Role>[],
  database: Database,
  session: Session,
): Promise<void> {
  const roles = rolesTable(database);
  for (const { id, ...role } of changed)
    await (id === undefined ? roles.insert(role, session) : roles.update(id, role, session));
}

/** Serialises changes of users or roles across all replicas; the mark notifies them. */
const changeAccess = (database: Database, change: (session: Session) => Promise<void>) =>
  database.write(async (session) => {
    await markAccessChange(session);
    await change(session);
  });

async function firstPassword(
  passwords: Passwords,
  { adminUsername, adminPassword }: AdminSettings,
): Promise<Pick<UserRow, 'password_hash' | 'password_is_initial'>> {
  const weakness = await passwordWeakness(passwords, adminPassword, adminUsername);
  const password_hash = await passwords.hash(adminPassword);
  return { password_hash, password_is_initial: weakness !== null };
}

const administrator = (
  username: string,
  password: Pick<UserRow, 'password_hash' | 'password_is_initial'>,
) => ({
  username,
  username_key: usernameKey(username),
  ...password,
  token_version: newTokenVersion(),
  status: 'Active' as const,
});

const adminRole = (database: Database, session: Session) => {
  const roles = rolesTable(database);
  return roles.rows(['id'], { where: `${roles.column('name')} = 'Admin'` }, session);
};

const hasNone = async (
  users: AccessTable<UserRow>,
  session: Session,
  selection: Omit<Selection, 'end'> = {},
): Promise<boolean> =>
  (await users.rows(['id'], { ...selection, end: 'LIMIT 1' }, session)).length === 0;

/**
 * The preset roles that are missing or differ from their definition; with `edited` also those that somebody has edited. A
 * preset that is no longer defined becomes a role like any other, which can be deleted.
 */
async function outdatedPresets(
  session: Session,
  database: Database,
  presets: readonly PresetRole[],
  edited: boolean,
): Promise<Partial<Role>[]> {
  const all = await rolesTable(database).rows(
    ['id', 'name', 'description', 'allowed_methods', 'is_preset', 'is_edited'],
    {},
    session,
  );
  const given = presets.flatMap((preset) => {
    const role = all.find(({ name }) => name === preset.name);
    const current = role && isDeepStrictEqual({ ...role, ...preset }, role);
    if (role && (edited ? current && !role.is_edited : current || role.is_edited)) return [];
    return [{ ...role, ...preset, is_preset: true, is_edited: false }];
  });
  const names = presets.map(({ name }) => name);
  const gone = all.filter(({ name, is_preset }) => is_preset && !names.includes(name));
  return [...given, ...gone.map((role) => ({ ...role, is_preset: false }))];
}

/** The id of the user that `SERVICE_AUTH_DISABLED` acts as: the one named `ADMIN_USERNAME`, else the first active Admin. */
export async function defaultAdministratorId(
  database: Database,
  username: string,
): Promise<NumericId> {
  const users = usersTable(database);
  const id = users.column('id');
  const { from, where } = activeAdmins(database);
  const named = `${users.column('username_key')} = ${database.dialect.placeholder(1)}`;
  const order = `ORDER BY CASE WHEN ${named} THEN 0 ELSE 1 END, ${id} LIMIT 1`;
  const statement = statementOf(`SELECT ${id} FROM ${from} WHERE ${where} ${order}`);
  const [admin] = await database.read((session) =>
    session.rows(statement, [usernameKey(username)]),
  );
  if (admin === undefined) throw new Error('there is no active Admin to act as');
  return Number(admin[0]);
}

/** Why the administrator's password is unfit for production, if it is; the tables need not exist yet. */
export async function passwordRefusals(
  database: Database,
  settings: Settings,
  passwords: Passwords,
): Promise<string[]> {
  if (!settings.production) return [];
  const { adminPassword, adminUsername } = settings;
  const weakness = await passwordWeakness(passwords, adminPassword, adminUsername);
  const users = usersTable(database);
  const hasUsers =
    (await hasTable(database)) && !(await database.read((session) => hasNone(users, session)));
  if (!hasUsers && adminPassword === INITIAL_ADMIN_PASSWORD) return [NO_PASSWORD];
  if (!hasUsers) return weakness === null ? [] : [`${weakness} Set another one`];
  const initial =
    (await hasInitialPassword(users)) ||
    (weakness !== null && (await isStill(users, settings, passwords)));
  return initial ? [WEAK_PASSWORD] : [];
}

async function hasTable({ dataSource }: Database): Promise<boolean> {
  const runner = dataSource.createQueryRunner();
  try {
    return await runner.hasTable(USERS);
  } finally {
    await runner.release();
  }
}

const NO_PASSWORD = 'ADMIN_PASSWORD is missing or still the initial password: set another password';
const WEAK_PASSWORD =
  'the administrator still has the initial password, which is weak: start the service outside production and change the password';

async function hasInitialPassword(users: AccessTable<UserRow>): Promise<boolean> {
  const { database } = users;
  const value = database.dialect.encode(true, users.info('password_is_initial'));
  const where = `${users.column('password_is_initial')} = ${database.dialect.placeholder(1)} AND ${users.column('status')} = 'Active'`;
  return !(await database.read((session) => hasNone(users, session, { where, values: [value] })));
}

/** Whether a weak `ADMIN_PASSWORD` is still in use; older versions only marked the literal initial one. */
async function isStill(
  users: AccessTable<UserRow>,
  { adminUsername, adminPassword }: Settings,
  passwords: Passwords,
): Promise<boolean> {
  if (adminPassword === INITIAL_ADMIN_PASSWORD) return false;
  const { database } = users;
  const where = `${users.column('username_key')} = ${database.dialect.placeholder(1)} AND ${users.column('status')} = 'Active'`;
  const selection = { where, values: [usernameKey(adminUsername)] };
  const [admin] = await database.read((session) =>
    users.rows(['id', 'password_hash'], selection, session),
  );
  return admin !== undefined && passwords.verify(adminPassword, admin.password_hash);
}
