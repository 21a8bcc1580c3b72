import type { Database } from '../database/database.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';
import { usernameKey } from './entities.js';

/** What a key has that `usernameKey` made otherwise before 0.5: a final sigma, or a mark that stands by itself. */
const FORMER: Readonly<Record<Database['dialect']['name'], string>> = {
  sqlite: `GLOB '*[ς\u0300-\u036f]*'`,
  postgres: `~ '[ς\u0300-\u036f]'`,
};

/** Two users whose usernames count as the same. */
export interface SameNames {
  readonly id: NumericId;
  /** The one who can sign in. */
  readonly other: NumericId;
}

/**
 * Renews stored keys of usernames that an earlier version made: what is looked for has the present form. Returns those that
 * cannot have it, as somebody else does.
 */
export async function renewUsernameKeys(database: Database): Promise<readonly SameNames[]> {
  const statement = namedStatements(database.dialect, 'auth_username_key');
  const former = statement(
    'former',
    `SELECT id, username, username_key FROM auth_user WHERE username_key ${FORMER[database.dialect.name]} ORDER BY id`,
  );
  const taken = statement('taken', 'SELECT id FROM auth_user WHERE username_key = $1');
  const renew = statement('renew', 'UPDATE auth_user SET username_key = $1 WHERE id = $2');
  const found = await database.read((session) => session.rows(former, []));
  const outdated = found
    .map(([id, username, stored]) => ({ id, key: usernameKey(String(username)), stored }))
    .filter(({ key, stored }) => key !== stored);
  const same: SameNames[] = [];
  for (const { id, key } of outdated)
    await database.write(async (session) => {
      const [other] = await session.rows(taken, [key]);
      if (other) same.push({ id: Number(id), other: Number(other[0]) });
      else await session.run(renew, [key, id]);
    });
  return same;
}
