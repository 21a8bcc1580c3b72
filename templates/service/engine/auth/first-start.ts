import { isDeepStrictEqual } from 'node:util';
import { In, type EntityManager, type Repository } from 'typeorm';
import type { Database } from '../database/database.js';
import type { RecordId } from '../fields/record-id.js';
import { INITIAL_ADMIN_PASSWORD, type Settings } from '../settings/settings.js';
import { markAccessChange } from './directory.js';
import { passwordWeakness, type Passwords } from './passwords.js';
import { Role, usernameKey, usersOf, type UserRow } from './entities.js';
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
  const { manager } = database.dataSource;
  const noUsers = !(await usersOf(manager).exists());
  if (!noUsers && (await outdatedPresets(manager, presets, false)).length === 0) return;
  // Hashed before the transaction, which blocks other writers.
  const first = noUsers ? await firstPassword(passwords, settings) : null;
  await changeAccess(database, async (inside) => {
    await inside.save(Role, await outdatedPresets(inside, presets, false));
    // Another replica may have been faster.
    if (first !== null && !(await usersOf(inside).exists()))
      await usersOf(inside).save(await administrator(inside, settings.adminUsername, first));
  });
}

/** Resets every preset role to its definition, including edited ones. */
export const resetRoles = (
  database: Database,
  presets: readonly PresetRole[] = PRESET_ROLES,
): Promise<void> =>
  changeAccess(database, async (manager) => {
    await manager.save(Role, await outdatedPresets(manager, presets, true));
  });

/** Serialises changes of users or roles across all replicas; the mark notifies them. */
const changeAccess = (database: Database, change: (manager: EntityManager) => Promise<void>) =>
  database.write(async (session) => {
    await markAccessChange(session);
    await change(session.runner().manager);
  });

async function firstPassword(
  passwords: Passwords,
  { adminUsername, adminPassword }: AdminSettings,
): Promise<Pick<UserRow, 'password_hash' | 'password_is_initial'>> {
  const weakness = await passwordWeakness(passwords, adminPassword, adminUsername);
  const password_hash = await passwords.hash(adminPassword);
  return { password_hash, password_is_initial: weakness !== null };
}

async function administrator(
  manager: EntityManager,
  username: string,
  password: Pick<UserRow, 'password_hash' | 'password_is_initial'>,
): Promise<UserRow> {
  return usersOf(manager).create({
    username,
    username_key: usernameKey(username),
    ...password,
    token_version: newTokenVersion(),
    status: 'Active',
    roles: await manager.findBy(Role, { name: 'Admin' }),
  });
}

/**
 * The preset roles that are missing or differ from their definition; with `edited` also those that somebody has edited. A
 * preset that is no longer defined becomes a role like any other, which can be deleted.
 */
async function outdatedPresets(
  manager: EntityManager,
  presets: readonly PresetRole[],
  edited: boolean,
): Promise<Role[]> {
  const roles = manager.getRepository(Role);
  const names = presets.map(({ name }) => name);
  const found = await roles
    .createQueryBuilder('role')
    .addSelect('role.is_edited')
    .where({ name: In(names) })
    .orWhere({ is_preset: true })
    .getMany();
  const given = presets.flatMap((preset) => {
    const role = found.find(({ name }) => name === preset.name);
    const current = role && isDeepStrictEqual({ ...role, ...preset }, { ...role });
    if (role && (edited ? current && !role.is_edited : current || role.is_edited)) return [];
    return [roles.create({ ...role, ...preset, is_preset: true, is_edited: false })];
  });
  const gone = found.filter(({ name }) => !names.includes(name));
  return [...given, ...gone.map((role) => roles.create({ ...role, is_preset: false }))];
}

/** The id of the user that `SERVICE_AUTH_DISABLED` acts as: the one named `ADMIN_USERNAME`, else the first active Admin. */
export async function defaultAdministratorId(
  { dataSource }: Database,
  username: string,
): Promise<RecordId> {
  const admins = await usersOf(dataSource.manager)
    .createQueryBuilder('user')
    .addSelect('user.username_key')
    .innerJoin('user.roles', 'role', 'role.name = :name', { name: 'Admin' })
    .where({ status: 'Active' })
    .orderBy('user.id')
    .getMany();
  const named = admins.find((user) => user.username_key === usernameKey(username));
  const admin = named ?? admins[0];
  if (admin === undefined) throw new Error('there is no active Admin to act as');
  return admin.id;
}

/** Why the administrator's password is unfit for production, if it is; the tables need not exist yet. */
export async function passwordRefusals(
  { dataSource }: Database,
  settings: Settings,
  passwords: Passwords,
): Promise<string[]> {
  if (!settings.production) return [];
  const { adminPassword, adminUsername } = settings;
  const weakness = await passwordWeakness(passwords, adminPassword, adminUsername);
  const runner = dataSource.createQueryRunner();
  try {
    const users = usersOf(dataSource.manager);
    const someUsers = (await runner.hasTable('auth_user')) && (await users.exists());
    if (!someUsers && adminPassword === INITIAL_ADMIN_PASSWORD) return [NO_PASSWORD];
    if (!someUsers) return weakness === null ? [] : [`${weakness} Set another one`];
    const initial =
      (await users.existsBy({ password_is_initial: true, status: 'Active' })) ||
      (weakness !== null && (await isStill(users, settings, passwords)));
    return initial ? [WEAK_PASSWORD] : [];
  } finally {
    await runner.release();
  }
}

const NO_PASSWORD = 'ADMIN_PASSWORD is missing or still the initial password: set another password';
const WEAK_PASSWORD =
  'the administrator still has the initial password, which is weak: start the service outside production and change the password';

/** Whether a weak `ADMIN_PASSWORD` is still in use; older versions only marked the literal initial one. */
async function isStill(
  users: Repository<UserRow>,
  { adminUsername, adminPassword }: Settings,
  passwords: Passwords,
): Promise<boolean> {
  if (adminPassword === INITIAL_ADMIN_PASSWORD) return false;
  const named = { username_key: usernameKey(adminUsername), status: 'Active' } as const;
  const admin = await users.findOne({ where: named, select: { id: true, password_hash: true } });
  return admin !== null && passwords.verify(adminPassword, admin.password_hash);
}
