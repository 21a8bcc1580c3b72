import { emailProblem } from '../auth/access-control.js';
import { emailKey, usersIn } from '../auth/entities.js';
import type { PendingAddresses } from '../auth/pending-addresses.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import { checkValue } from '../fields/check-value.js';
import type { NumericId } from '../fields/record-id.js';
import { invalid } from '../problem/problem.js';
import type { AppParts } from '../service/project.js';

/** The rows of `pending_email`: at most one of a user, and any number of one address, of whom the first to confirm it has it. */
export interface PendingEmails extends PendingAddresses {
  /** Ends that of a user. */
  forget(userId: NumericId): Promise<void>;
  /** Ends that of a user if it is still this one. */
  take(session: Session, userId: NumericId, email: string): Promise<boolean>;
}

/** Milliseconds for which an address waits. */
const KEPT = 30 * 86_400_000;

export function createPendingEmails(database: Database, now = Date.now): PendingEmails {
  const statement = namedStatements(database.dialect, 'pending_email');
  const find = statement(
    'find',
    'SELECT email FROM pending_email WHERE user_id = $1 AND expires > $2',
  );
  const keep = statement(
    'keep',
    `INSERT INTO pending_email (user_id, email, expires) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, expires = excluded.expires`,
  );
  const forget = statement('forget', 'DELETE FROM pending_email WHERE user_id = $1');
  const prune = statement(
    'prune',
    `DELETE FROM pending_email
     WHERE expires <= $1 OR NOT EXISTS (SELECT 1 FROM auth_user WHERE auth_user.id = user_id)`,
  );

  const of = async (session: Session, userId: NumericId): Promise<string | null> => {
    const [row] = await session.rows(find, [userId, now()]);
    return row ? String(row[0]) : null;
  };
  const end = async (userId: NumericId): Promise<void> => {
    await database.write((session) => session.run(forget, [userId]));
  };
  return {
    of: (userId) => database.read((session) => of(session, userId)),
    withoutWaiting,
    keep: (userId, email) =>
      email === null
        ? end(userId)
        : database.write(async (session) => {
            await session.run(prune, [now()]);
            await session.run(keep, [userId, email, now() + KEPT]);
          }),
    forget: end,
    take: async (session, userId, email) =>
      emailKey((await of(session, userId)) ?? '') === emailKey(email) &&
      (await session.run(forget, [userId])) === 1,
  };
}

const withoutWaiting: PendingAddresses['withoutWaiting'] = (values, present, users) => {
  const { email, ...others } = values;
  const isText = typeof email === 'string' && email !== '';
  if (!isText || emailKey(email) === emailKey(present ?? '')) return [values, null];
  const column = users.columns.find(({ name }) => name === 'email')!;
  const outcome = checkValue(email, column);
  const problem = outcome.code ? { field: 'email', ...outcome } : emailProblem(email);
  if (problem) throw invalid([problem]);
  return [others, email];
};

/**
 * Whether addresses that people enter themselves wait: wherever they do so, unless the project's users cannot be without an
 * address.
 */
export const addressesWait = ({ account, engine }: Pick<AppParts, 'account' | 'engine'>): boolean =>
  [...(account?.edits ?? []), ...(account?.signUp?.fields ?? [])].includes('email') &&
  usersIn(engine.models).columns.some(({ name, nullable }) => name === 'email' && nullable);
