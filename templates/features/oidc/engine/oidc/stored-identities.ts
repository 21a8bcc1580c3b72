import type { Database } from '../database/database.js';
import type { RawRow, Session, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** An account at a provider that is linked to a user. */
export interface StoredIdentity {
  readonly id: NumericId;
  readonly userId: NumericId;
  /** The name of the provider in the settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** What it is called there, for people. */
  readonly name: string;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** The person, as a provider describes them. */
export type NewIdentity = Pick<StoredIdentity, 'provider' | 'issuer' | 'subject' | 'name'>;

/** The rows of `oidc_identity`. Whatever may happen once is one conditional statement. */
export interface StoredIdentities {
  find(session: Session, issuer: string, subject: string): Promise<StoredIdentity | null>;
  ofUser(session: Session, userId: NumericId): Promise<readonly StoredIdentity[]>;
  /** False where the identity is somebody's already. */
  add(session: Session, userId: NumericId, identity: NewIdentity): Promise<boolean>;
  used(session: Session, id: NumericId, name: string): Promise<void>;
  remove(session: Session, id: NumericId, userId: NumericId): Promise<boolean>;
  /** How many the user has, for as long as the transaction takes: nobody else unlinks one meanwhile. */
  hold(session: Session, userId: NumericId): Promise<number>;
}

const COLUMNS = 'id, user_id, provider, issuer, subject, name, created_at, used_at';

/** The statements of a database; `now` is the clock, for tests. */
export function storedIdentities(
  { dialect }: Pick<Database, 'dialect'>,
  now: () => number = Date.now,
): StoredIdentities {
  const statement = namedStatements(dialect, 'oidc');
  const identities = identityStatements(statement);
  return {
    async find(session, issuer, subject) {
      const [row] = await session.rows(identities.find, [issuer, subject]);
      return row === undefined ? null : identityOf(row);
    },
    ofUser: async (session, userId) =>
      (await session.rows(identities.ofUser, [userId])).map(identityOf),
    async add(session, userId, { provider, issuer, subject, name }) {
      const values = [userId, provider, issuer, subject, name, now()];
      return (await session.run(identities.add, values)) === 1;
    },
    used: async (session, id, name) => void (await session.run(identities.used, [now(), name, id])),
    remove: async (session, id, userId) =>
      (await session.run(identities.remove, [id, userId])) === 1,
    hold: (session, userId) => session.run(identities.hold, [userId]),
  };
}

type MakeStatement = (name: string, text: string) => Statement;

const identityStatements = (statement: MakeStatement) => ({
  find: statement(
    'find',
    `SELECT ${COLUMNS} FROM oidc_identity WHERE issuer = $1 AND subject = $2`,
  ),
  ofUser: statement(
    'of_user',
    `SELECT ${COLUMNS} FROM oidc_identity WHERE user_id = $1 ORDER BY id`,
  ),
  add: statement(
    'add',
    `INSERT INTO oidc_identity (user_id, provider, issuer, subject, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (issuer, subject) DO NOTHING`,
  ),
  used: statement('used', 'UPDATE oidc_identity SET used_at = $1, name = $2 WHERE id = $3'),
  hold: statement('hold', 'UPDATE oidc_identity SET used_at = used_at WHERE user_id = $1'),
  remove: statement('remove', 'DELETE FROM oidc_identity WHERE id = $1 AND user_id = $2'),
});

function identityOf(row: RawRow): StoredIdentity {
  const [id, userId, provider, issuer, subject, name, createdAt, usedAt] = row;
  return {
    ...{ id: Number(id), userId: Number(userId), provider: String(provider) },
    ...{ issuer: String(issuer), subject: String(subject), name: String(name) },
    createdAt: Number(createdAt),
    usedAt: usedAt === null ? null : Number(usedAt),
  };
}
