import type { Repository } from 'typeorm';
import type { Database } from '../database/database.js';
import { INITIAL_ADMIN_PASSWORD, type Settings } from '../settings/settings.js';
import { passwordWeakness } from './password-weakness.js';
import type { Passwords } from './passwords.js';
import { usersOf, type UserRow } from './user-entity.js';
import { usernameKey } from './username-key.js';

/** The id of the user that `SERVICE_AUTH_DISABLED` acts as: of the name `ADMIN_USERNAME`, else the first active Admin. */
export async function defaultAdministratorId(
  { dataSource }: Database,
  username: string,
): Promise<number> {
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

/** Why the administrator's password must not serve in production, or nothing; tables need not exist yet. */
export async function passwordRefusals(
  { dataSource }: Database,
  settings: Settings,
  passwords: Passwords,
): Promise<string[]> {
  if (!settings.production) return [];
  const { adminPassword, adminUsername } = settings;
  const weakness = passwordWeakness(adminPassword, adminUsername);
  const runner = dataSource.createQueryRunner();
  try {
    const users = usersOf(dataSource.manager);
    const someUsers = (await runner.hasTable('auth_user')) && (await users.exists());
    if (!someUsers) return weakness === null ? [] : [`${weakness} Set another one`];
    const initial =
      (await users.existsBy({ password_is_initial: true, status: 'Active' })) ||
      (weakness !== null && (await isStill(users, settings, passwords)));
    return initial ? [STILL_WEAK] : [];
  } finally {
    await runner.release();
  }
}

const STILL_WEAK =
  'the password of the administrator is still the first one, which is weak: start outside production and change it';

/** Whether a weak `ADMIN_PASSWORD` is still the administrator's; older versions marked the literal initial one alone. */
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
