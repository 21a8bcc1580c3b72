import type { Database } from '../database/database.js';
import type { Session, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';
import type { Challenge } from './challenges.js';

/** What an authenticator has told of a new passkey. */
export interface NewPasskey {
  readonly userId: NumericId;
  /** What the authenticator knows the user by. */
  readonly handle: string;
  /** The id of the credential, in base64url as all bytes here. */
  readonly credential: string;
  readonly publicKey: string;
  /** How often it was used, as the authenticator says; 0 always where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
  readonly name: string;
}

export interface StoredPasskey extends NewPasskey {
  readonly id: NumericId;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** The rows of `passkey` and `passkey_challenge`. Whatever may happen once is one conditional statement. */
export interface StoredPasskeys {
  /** The passkeys of a user, the oldest first. */
  ofUser(session: Session, userId: NumericId): Promise<readonly StoredPasskey[]>;
  find(session: Session, credential: string): Promise<StoredPasskey | null>;
  /** False where the credential is known already. */
  add(session: Session, passkey: NewPasskey): Promise<boolean>;
  rename(session: Session, userId: NumericId, id: NumericId, name: string): Promise<boolean>;
  remove(session: Session, userId: NumericId, id: NumericId): Promise<boolean>;
  removeAll(session: Session, userId: NumericId): Promise<void>;
  /** Uses a challenge up; false where that has happened before. */
  useChallenge(session: Session, challenge: Challenge): Promise<boolean>;
  /** Notes a use; false where the counter has not grown, though the authenticator counts, or there is no such passkey any more. */
  use(session: Session, id: NumericId, counter: number, backedUp: boolean): Promise<boolean>;
  /** Ends all sessions of a user: their tokens have an older version. */
  endSessions(session: Session, userId: NumericId, version: string): Promise<void>;
}

/** Statements for a database; `now` is the clock. */
export function storedPasskeys(database: Database, now: () => number): StoredPasskeys {
  const sql = statementsFor(database);
  const changes = async (session: Session, name: keyof typeof SQL, values: readonly unknown[]) =>
    (await session.run(sql[name], values)) === 1;
  return {
    ofUser: async (session, userId) => (await session.rows(sql.ofUser, [userId])).map(passkeyOf),
    async find(session, credential) {
      const [row] = await session.rows(sql.find, [credential]);
      return row === undefined ? null : passkeyOf(row);
    },
    add: (session, { userId, handle, credential, publicKey, counter, ...passkey }) =>
      changes(session, 'add', [
        ...[userId, handle, credential, publicKey, counter],
        ...[passkey.transports.join(','), Number(passkey.backedUp)],
        ...[passkey.name, now()],
      ]),
    rename: (session, userId, id, name) => changes(session, 'rename', [name, id, userId]),
    remove: (session, userId, id) => changes(session, 'remove', [id, userId]),
    removeAll: async (session, userId) => void (await session.run(sql.removeAll, [userId])),
    async useChallenge(session, { nonce, expires }) {
      await session.run(sql.forget, [now()]);
      return changes(session, 'useChallenge', [nonce, expires]);
    },
    use: (session, id, counter, backedUp) =>
      changes(session, 'use', [counter, Number(backedUp), now(), id, counter, counter]),
    endSessions: async (session, userId, version) =>
      void (await session.run(sql.endSessions, [version, userId])),
  };
}

const COLUMNS =
  'id, user_id, handle, credential, public_key, counter, transports, backed_up, name, created_at, used_at';

const SQL = {
  ofUser: `SELECT ${COLUMNS} FROM passkey WHERE user_id = $1 ORDER BY id`,
  find: `SELECT ${COLUMNS} FROM passkey WHERE credential = $1`,
  add: `INSERT INTO passkey
    (user_id, handle, credential, public_key, counter, transports, backed_up, name, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential) DO NOTHING`,
  rename: 'UPDATE passkey SET name = $1 WHERE id = $2 AND user_id = $3',
  remove: 'DELETE FROM passkey WHERE id = $1 AND user_id = $2',
  removeAll: 'DELETE FROM passkey WHERE user_id = $1',
  forget: 'DELETE FROM passkey_challenge WHERE expires <= $1',
  useChallenge:
    'INSERT INTO passkey_challenge (nonce, expires) VALUES ($1, $2) ON CONFLICT (nonce) DO NOTHING',
  // A passkey that does not count says 0 each time.
  use: `UPDATE passkey SET counter = $1, backed_up = $2, used_at = $3
    WHERE id = $4 AND (counter < $5 OR (counter = 0 AND $6 = 0))`,
  endSessions: 'UPDATE auth_user SET token_version = $1 WHERE id = $2',
} as const;

function statementsFor({ dialect }: Database): Record<keyof typeof SQL, Statement> {
  const statement = namedStatements(dialect, 'passkey');
  const made = Object.entries(SQL).map(([name, text]) => [name, statement(name, text)]);
  return Object.fromEntries(made) as Record<keyof typeof SQL, Statement>;
}

function passkeyOf(row: readonly unknown[]): StoredPasskey {
  const [id, userId, handle, credential, publicKey, counter, transports, ...rest] = row;
  const [backedUp, name, createdAt, usedAt] = rest;
  const ways = String(transports);
  return {
    ...{ id: Number(id), userId: Number(userId), name: String(name), counter: Number(counter) },
    ...{ handle: String(handle), credential: String(credential), publicKey: String(publicKey) },
    transports: ways === '' ? [] : ways.split(','),
    backedUp: Number(backedUp) === 1,
    createdAt: Number(createdAt),
    usedAt: usedAt === null ? null : Number(usedAt),
  };
}
