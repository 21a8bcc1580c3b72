import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** Makes transactions about one user wait for each other: what is counted in one is right until its end. */
export function userLock({
  dialect,
}: Pick<Database, 'dialect'>): (session: Session, id: NumericId) => Promise<void> {
  const statement = namedStatements(dialect, 'auth_user');
  const lock = statement('lock', `SELECT id FROM auth_user WHERE id = $1${dialect.lockRows}`);
  return async (session, id) => void (await session.rows(lock, [id]));
}
