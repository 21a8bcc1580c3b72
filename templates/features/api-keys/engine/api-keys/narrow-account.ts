import type { Account } from '../auth/directory.js';
import type { KeyLimits, StoredKey } from './stored-keys.js';

/** The role that may give every other one. */
const ADMINISTRATOR = 'Admin';

/** Which of these roles a key may act by: those that its owner has, or any where the owner is an administrator. */
export const rolesFor = (
  owned: readonly string[],
  wanted: readonly string[] | null,
): readonly string[] =>
  wanted === null
    ? [...owned]
    : wanted.filter((role) => owned.includes(role) || owned.includes(ADMINISTRATOR));

/** The owner as a key acts for them, by the roles that they have now. */
export function narrowed(
  account: Account,
  { roles, models, readOnly, name }: KeyLimits & Pick<StoredKey, 'name'>,
): Account {
  const own = rolesFor(account.user.roles, roles);
  return {
    ...account,
    user: { ...account.user, roles: own, limits: { models, readOnly, name } },
    profile: { ...account.profile, roles: own },
  };
}
