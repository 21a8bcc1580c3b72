import { emailKey } from '../auth/entities.js';
import { digestOf, newSecret } from '../auth/one-time-secret.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** Fields of the user that an invitation is for, as whoever invites has sent them; all but the address. */
export type InvitedValues = Readonly<Record<string, unknown>>;

/** Somebody who may become a user. */
export interface NewInvitation {
  readonly inviterId: NumericId;
  readonly email: string;
  readonly values: InvitedValues;
}

export interface Invitation extends NewInvitation {
  readonly id: NumericId;
  /** The time at which the newest mail was asked for, in ms since 1970. Links of older mails are void. */
  readonly at: number;
  readonly expires: number;
}

/** The rows of `account_invitation`, whose links are stored as digests alone. */
export interface StoredInvitations {
  /** A new invitation, in place of any that the same user has sent to this address. */
  add(session: Session, one: NewInvitation): Promise<Invitation>;
  /** The newest, among them those that have expired of late. */
  all(session: Session): Promise<readonly Invitation[]>;
  find(session: Session, id: NumericId): Promise<Invitation | null>;
  /** The one that a link is of, if that is still valid. */
  bySecret(session: Session, secret: string): Promise<Invitation | null>;
  /** Begins anew as an invitation by this user: the link of before is void. Null where there is none any more. */
  renew(session: Session, id: NumericId, inviterId: NumericId): Promise<Invitation | null>;
  /** The secret of a new link; null where a newer mail was asked for, or the invitation is gone. */
  newLink(session: Session, { id, at }: Pick<Invitation, 'id' | 'at'>): Promise<string | null>;
  /** Ends an invitation by its link: true for one of all who try. */
  use(session: Session, { id }: Invitation, secret: string): Promise<boolean>;
  remove(session: Session, id: NumericId): Promise<boolean>;
  /** Removes all for an address, which has become a user's. */
  forgetAddress(session: Session, email: string): Promise<void>;
}

/** How many are listed. */
export const MOST_LISTED = 1000;

/** Milliseconds for which an expired invitation can still be seen, and sent again. */
const KEPT = 30 * 86_400_000;

const COLUMNS = 'id, inviter_id, email, content, at, expires';

/** `ttl` in seconds; `now` is the clock, for tests. */
export function createStoredInvitations(
  { dialect }: Pick<Database, 'dialect'>,
  ttl: number,
  now: () => number = Date.now,
): StoredInvitations {
  const sql = statementsOf(dialect);
  const one = ([row]: readonly RawRow[]): Invitation | null => (row ? invitationOf(row) : null);
  return {
    async add(session, { inviterId, email, values }) {
      const at = now();
      const key = emailKey(email);
      await session.run(sql.forgetOld, [at - KEPT]);
      await session.run(sql.replace, [key, inviterId]);
      const row = [inviterId, email, key, JSON.stringify(values), at, at + ttl * 1000];
      return one(await session.rows(sql.insert, row))!;
    },
    all: async (session) => (await session.rows(sql.all, [])).map(invitationOf),
    find: async (session, id) => one(await session.rows(sql.find, [id])),
    bySecret: async (session, secret) =>
      one(await session.rows(sql.bySecret, [digestOf(secret), now()])),
    async renew(session, id, inviterId) {
      const at = now();
      return one(await session.rows(sql.renew, [inviterId, at, at + ttl * 1000, id]));
    },
    async newLink(session, { id, at }) {
      const secret = newSecret();
      return (await session.run(sql.newLink, [digestOf(secret), id, at])) === 1 ? secret : null;
    },
    use: async (session, { id }, secret) =>
      (await session.run(sql.use, [id, digestOf(secret), now()])) === 1,
    remove: async (session, id) => (await session.run(sql.remove, [id])) === 1,
    forgetAddress: async (session, email) => {
      await session.run(sql.forgetAddress, [emailKey(email)]);
    },
  };
}

function statementsOf(dialect: Database['dialect']) {
  const statement = namedStatements(dialect, 'account_invitation');
  const select = `SELECT ${COLUMNS} FROM account_invitation`;
  const remove = 'DELETE FROM account_invitation WHERE';
  return {
    insert: statement(
      'insert',
      `INSERT INTO account_invitation (inviter_id, email, email_key, content, at, expires)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`,
    ),
    replace: statement('replace', `${remove} email_key = $1 AND inviter_id = $2`),
    all: statement('all', `${select} ORDER BY at DESC, id DESC LIMIT ${MOST_LISTED}`),
    find: statement('find', `${select} WHERE id = $1`),
    bySecret: statement('by_secret', `${select} WHERE digest = $1 AND expires > $2`),
    // Later than before, also within one millisecond: the mail that was asked for before finds it changed.
    renew: statement(
      'renew',
      `UPDATE account_invitation SET inviter_id = $1, digest = NULL, expires = $3,
       at = CASE WHEN at < $2 THEN $2 ELSE at + 1 END WHERE id = $4 RETURNING ${COLUMNS}`,
    ),
    newLink: statement(
      'new_link',
      'UPDATE account_invitation SET digest = $1 WHERE id = $2 AND at = $3',
    ),
    use: statement('use', `${remove} id = $1 AND digest = $2 AND expires > $3`),
    remove: statement('remove', `${remove} id = $1`),
    forgetAddress: statement('forget_address', `${remove} email_key = $1`),
    forgetOld: statement('forget_old', `${remove} expires <= $1`),
  };
}

function invitationOf([id, inviterId, email, content, at, expires]: RawRow): Invitation {
  return {
    ...{ id: Number(id), inviterId: Number(inviterId), email: String(email) },
    ...{ at: Number(at), expires: Number(expires) },
    values: JSON.parse(String(content)) as InvitedValues,
  };
}
