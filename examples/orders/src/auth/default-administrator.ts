import type { Database } from '../database/database.js';
import { INITIAL_ADMIN_PASSWORD, type Settings } from '../settings.js';
import { User, usernameKey } from './user.model.js';

/** The id of the user that `SERVICE_AUTH_DISABLED` acts as: of the name `ADMIN_USERNAME`, else the first active Admin. */
export async function defaultAdministratorId(
  { dataSource }: Database,
  username: string,
): Promise<number> {
  const admins = await dataSource
    .getRepository(User)
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
): Promise<string[]> {
  if (!settings.production) return [];
  const runner = dataSource.createQueryRunner();
  try {
    const users = dataSource.getRepository(User);
    const someUsers = (await runner.hasTable('auth_user')) && (await users.exists());
    const initial = someUsers
      ? await users.existsBy({ password_is_initial: true, status: 'Active' })
      : settings.adminPassword === INITIAL_ADMIN_PASSWORD;
    return initial
      ? [
          `the password of the administrator is still the initial one: change it, or set ADMIN_PASSWORD before the first start`,
        ]
      : [];
  } finally {
    await runner.release();
  }
}
