import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.js';
import type { Settings } from '../settings/settings.js';
import { markAccessChange } from './access-change.js';
import { passwordWeakness } from './password-weakness.js';
import type { Passwords } from './passwords.js';
import { outdatedPresets } from './preset-roles.js';
import { Role } from './role.model.js';
import { newTokenVersion } from './user-hooks.js';
import { usersOf, type UserRow } from './user-entity.js';
import { usernameKey } from './username-key.js';

type AdminSettings = Pick<Settings, 'adminUsername' | 'adminPassword'>;

/**
 * Makes what the first request needs: the preset roles as they are defined now, but for those that somebody edited, and
 * an administrator where there is no user at all. Any number of replicas may do so at once.
 */
export async function prepareAccess(
  database: Database,
  passwords: Passwords,
  settings: AdminSettings,
): Promise<void> {
  const { manager } = database.dataSource;
  const noUsers = !(await usersOf(manager).exists());
  if (!noUsers && (await outdatedPresets(manager, false)).length === 0) return;
  // Hashed before the transaction, in which nobody else can write.
  const hash = noUsers ? await passwords.hash(settings.adminPassword) : null;
  await changeAccess(database, async (inside) => {
    await inside.save(Role, await outdatedPresets(inside, false));
    // Another replica may have been quicker.
    if (hash !== null && !(await usersOf(inside).exists()))
      await usersOf(inside).save(await administrator(inside, settings, hash));
  });
}

/** Brings every preset role back to its definition, also those that somebody edited. */
export const resetRoles = (database: Database): Promise<void> =>
  changeAccess(database, async (manager) => {
    await manager.save(Role, await outdatedPresets(manager, true));
  });

/** One change of users or roles at a time, in all replicas; they learn of it by the mark. */
const changeAccess = (database: Database, change: (manager: EntityManager) => Promise<void>) =>
  database.write(async (session) => {
    await markAccessChange(session);
    await change(session.runner().manager);
  });

async function administrator(
  manager: EntityManager,
  { adminUsername, adminPassword }: AdminSettings,
  hash: string,
): Promise<UserRow> {
  return usersOf(manager).create({
    username: adminUsername,
    username_key: usernameKey(adminUsername),
    password_hash: hash,
    password_is_initial: passwordWeakness(adminPassword, adminUsername) !== null,
    token_version: newTokenVersion(),
    status: 'Active',
    roles: await manager.findBy(Role, { name: 'Admin' }),
  });
}
