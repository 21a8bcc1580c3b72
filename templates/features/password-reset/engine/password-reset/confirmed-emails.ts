import { emailKey, usersIn, usersOf, type UserRow } from '../auth/entities.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';
import type { AccessRules } from '../model/access-rules.js';
import type { AppParts } from '../service/project.js';

/**
 * Whether an address counts once its user has confirmed it alone: where people say themselves which is theirs, and where somebody
 * may write those of others, but not their passwords, which a link to an address of their own would set.
 */
export const mustConfirm = ({ account, engine }: ConfirmParts): boolean =>
  account?.signUp != null ||
  account?.edits.includes('email') === true ||
  writesEmailsAlone(usersIn(engine.models).access);

type ConfirmParts = Pick<AppParts, 'account' | 'engine'>;

function writesEmailsAlone({ fields }: AccessRules): boolean {
  const passwords = fields['password']?.write;
  const emails = fields['email']?.write;
  return passwords !== undefined && !(emails?.every((role) => passwords.includes(role)) ?? false);
}

/** The addresses that their users have confirmed: the rows of `confirmed_email`. */
export interface ConfirmedEmails {
  /** The active user who has an address or name, if mails may be sent there; one statement, whoever there is. */
  userFor(sought: Sought, confirmed: boolean): Promise<NumericId | null>;
  has(userId: NumericId, email: string): Promise<boolean>;
  /** Whether an address is that of another user, confirmed or not. */
  isTaken(email: string, userId: NumericId): Promise<boolean>;
  add(session: Session, userId: NumericId, email: string): Promise<void>;
  /** Adds the address that the user has as confirmed. */
  addPresent(session: Session, userId: NumericId): Promise<void>;
}

export type Sought = Partial<Pick<UserRow, 'email_key' | 'username_key'>>;

const CONFIRMED =
  'EXISTS (SELECT 1 FROM confirmed_email one WHERE one.user_id = user.id AND one.email_key = user.email_key)';

export function createConfirmedEmails(database: Database): ConfirmedEmails {
  const statement = namedStatements(database.dialect, 'confirmed_email');
  const has = statement('has', 'SELECT email_key FROM confirmed_email WHERE user_id = $1');
  const add = statement(
    'add',
    `INSERT INTO confirmed_email (user_id, email_key, at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET email_key = excluded.email_key, at = excluded.at`,
  );
  const addPresent = statement(
    'add_present',
    `INSERT INTO confirmed_email (user_id, email_key, at)
     SELECT id, email_key, $2 FROM auth_user WHERE id = $1 AND email_key IS NOT NULL
     ON CONFLICT (user_id) DO UPDATE SET email_key = excluded.email_key, at = excluded.at`,
  );
  return {
    userFor: (sought, confirmed) =>
      database.read(async (session) => {
        const query = usersOf(session.runner().manager)
          .createQueryBuilder('user')
          .select('user.id')
          .where({ ...sought, status: 'Active' })
          .andWhere('user.email_key IS NOT NULL');
        const found = await (confirmed ? query.andWhere(CONFIRMED) : query).getOne();
        return found?.id ?? null;
      }),
    has: (userId, email) =>
      database.read(async (session) => {
        const [row] = await session.rows(has, [userId]);
        return row?.[0] === emailKey(email);
      }),
    isTaken: (email, userId) =>
      database.read(async (session) => {
        const where: Sought = { email_key: emailKey(email) };
        const found = await usersOf(session.runner().manager)
          .createQueryBuilder('user')
          .select('user.id')
          .where(where)
          .getOne();
        return found !== null && found.id !== userId;
      }),
    add: async (session, userId, email) => {
      await session.run(add, [userId, emailKey(email), Date.now()]);
    },
    addPresent: async (session, userId) => {
      await session.run(addPresent, [userId, Date.now()]);
    },
  };
}
