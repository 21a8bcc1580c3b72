import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import { userLock } from '../auth/lock-user.js';
import { digestOf, newSecret } from '../auth/one-time-secret.js';
import type { NumericId } from '../fields/record-id.js';

/** What a link is for. */
export type LinkKind = 'reset' | 'confirm';

/** The user to whom a link was sent, and the state of the account then: in any other state the link is void. */
export interface LinkOwner {
  readonly userId: NumericId;
  readonly email: string;
  readonly tokenVersion: string;
}

/** The links in mails, of which only digests are stored. */
export interface AccountLinks {
  /** A new link's secret; null where the user has had several of late. */
  create(kind: LinkKind, owner: LinkOwner, ttl: number): Promise<string | null>;
  /** The owner of a link that is still valid. */
  find(kind: LinkKind, secret: string): Promise<LinkOwner | null>;
  /** Forgets all links of a kind that a user has; how many there were. */
  forget(session: Session, kind: LinkKind, userId: NumericId): Promise<number>;
}

/** Links to one user in a window of time: enough for whoever finds a mail late, too few to fill a mailbox. */
const MOST = 3;
const WINDOW = 15 * 60_000;

/** The rows of `account_link`. */
export function createAccountLinks(database: Database, now = Date.now): AccountLinks {
  const statement = namedStatements(database.dialect, 'account_link');
  // One at a time for a user: of many that ask at once only the first few get a link.
  const lock = userLock(database);
  const recent = statement(
    'recent',
    'SELECT COUNT(*) FROM account_link WHERE user_id = $1 AND kind = $2 AND at > $3',
  );
  const insert = statement(
    'insert',
    `INSERT INTO account_link (kind, user_id, email, token_version, digest, at, expires)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  );
  const expired = statement('expired', 'DELETE FROM account_link WHERE expires <= $1 AND at <= $2');
  const find = statement(
    'find',
    'SELECT user_id, email, token_version FROM account_link WHERE digest = $1 AND kind = $2 AND expires > $3',
  );
  const forget = statement('forget', 'DELETE FROM account_link WHERE user_id = $1 AND kind = $2');

  return {
    create: (kind, { userId, email, tokenVersion }, ttl) => {
      const secret = newSecret();
      return database.write(async (session) => {
        const at = now();
        await lock(session, userId);
        await session.run(expired, [at, at - WINDOW]);
        const [row] = await session.rows(recent, [userId, kind, at - WINDOW]);
        if (Number(row?.[0]) >= MOST) return null;
        const values = [kind, userId, email, tokenVersion, digestOf(secret), at, at + ttl * 1000];
        await session.run(insert, values);
        return secret;
      });
    },
    find: (kind, secret) =>
      database.read(async (session) => {
        const [row] = await session.rows(find, [digestOf(secret), kind, now()]);
        if (!row) return null;
        const [userId, email, tokenVersion] = row;
        return {
          userId: Number(userId),
          email: String(email),
          tokenVersion: String(tokenVersion),
        };
      }),
    forget: (session, kind, userId) => session.run(forget, [userId, kind]),
  };
}
