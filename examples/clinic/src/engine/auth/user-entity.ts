import type { EntityManager, Repository } from 'typeorm';
import type { Engine, Records } from '../model/operations.js';
import type { Role } from './role.model.js';
import type { Tenant } from './tenant.model.js';

/** What signing in needs of the project's own user, which may have more. */
export interface UserRow {
  id: number;
  username: string;
  /** What makes two usernames the same: see `usernameKey`. */
  username_key: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  status: 'Active' | 'Inactive';
  password_hash: string;
  password_is_initial: boolean;
  token_version: string;
  password?: string;
  roles?: Role[];
  tenants?: Tenant[];
}

/** The project's class of users. */
export type UserEntity = new () => UserRow;

/** The table by which the engine knows the users, whatever their class is called. */
const TABLE = 'auth_user';

/** The users as TypeORM has them. */
export const usersOf = (source: Pick<EntityManager, 'getRepository'>): Repository<UserRow> =>
  source.getRepository<UserRow>(TABLE);

/** The users as one model among others, for whoever asks through these operations. */
export function userRecords(engine: Engine, crud: Engine['system']): Records<UserRow> {
  const model = engine.models.find(({ table }) => table === TABLE);
  if (!model) throw new Error(`no model has the table ${TABLE}`);
  return crud(model.entity as UserEntity);
}

/** How many characters a username and its key may have. */
const LONGEST_NAME = 255;
/** More UTF-16 units than any notation of such a name has: no character is composed of more than eight. */
const LONGEST_NOTATION = 8 * (LONGEST_NAME + 1);

/**
 * Equal for usernames that people would take for the same one. What no stored name has room for is cut off before: the
 * time of `normalize` grows with the square of a text's length, and anybody may send one.
 */
export const usernameKey = (username: string): string =>
  username.slice(0, LONGEST_NOTATION).normalize('NFKC').toLowerCase();

/** Whether a username can be stored: one letter may stand for up to eighteen in its key. */
export const fitsKey = (username: string): boolean =>
  [...usernameKey(username)].length <= LONGEST_NAME;
