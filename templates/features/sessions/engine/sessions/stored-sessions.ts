import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** A session as it is stored; times in milliseconds since 1970. */
export interface StoredSession {
  readonly id: NumericId;
  /** What its token calls it. */
  readonly sid: string;
  readonly userId: NumericId;
  /** The version of the user's tokens by which it was opened: a new password ends it. */
  readonly version: string;
  /** How the user signed in. */
  readonly way: string;
  readonly address: string;
  readonly agent: string;
  readonly createdAt: number;
  /** The time of the last use, to the minute. */
  readonly usedAt: number;
  readonly expiresAt: number;
}

/** The rows of `auth_session`. */
export interface StoredSessions {
  /** Does nothing where it is stored already. Removes expired ones. */
  add(session: Session, one: Omit<StoredSession, 'id'>): Promise<void>;
  /** The time at which a session was last used; null for an unknown session. */
  usedAt(session: Session, sid: string): Promise<number | null>;
  /** Notes a use, unless a later one is noted. */
  use(session: Session, sid: string, at: number): Promise<void>;
  /** The sessions of a user that stand, those used last first. */
  ofUser(
    session: Session,
    userId: NumericId,
    since: { readonly now: number; readonly usedAfter: number },
  ): Promise<readonly StoredSession[]>;
}

/** The most that a list shows. */
export const MOST_SESSIONS = 200;

const COLUMNS = [
  ...['id', 'sid', 'user_id', 'version', 'way', 'address', 'agent'],
  ...['created_at', 'used_at', 'expires_at'],
];
const WRITTEN = COLUMNS.slice(1);

export function createStoredSessions({ dialect }: Pick<Database, 'dialect'>): StoredSessions {
  const statement = namedStatements(dialect, 'auth_session');
  const places = WRITTEN.map((_, index) => `$${index + 1}`);
  const insert = statement(
    'insert',
    `INSERT INTO auth_session (${WRITTEN.join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT (sid) DO NOTHING`,
  );
  const forget = statement('forget', 'DELETE FROM auth_session WHERE expires_at <= $1');
  const find = statement('find', 'SELECT used_at FROM auth_session WHERE sid = $1');
  const use = statement(
    'use',
    'UPDATE auth_session SET used_at = $1 WHERE sid = $2 AND used_at < $1',
  );
  const ofUser = statement(
    'of_user',
    `SELECT ${COLUMNS.join(', ')} FROM auth_session
     WHERE user_id = $1 AND expires_at > $2 AND used_at > $3
       AND version = (SELECT token_version FROM auth_user WHERE auth_user.id = user_id)
       AND NOT EXISTS (SELECT 1 FROM auth_ended_session WHERE auth_ended_session.sid = auth_session.sid)
     ORDER BY used_at DESC, id DESC LIMIT ${MOST_SESSIONS}`,
  );

  return {
    async add(session, one) {
      await session.run(insert, [
        ...[one.sid, one.userId, one.version, one.way, one.address, one.agent],
        ...[one.createdAt, one.usedAt, one.expiresAt],
      ]);
      await session.run(forget, [one.createdAt]);
    },
    async usedAt(session, sid) {
      const [row] = await session.rows(find, [sid]);
      return row === undefined ? null : Number(row[0]);
    },
    async use(session, sid, at) {
      await session.run(use, [at, sid]);
    },
    async ofUser(session, userId, { now, usedAfter }) {
      const rows = await session.rows(ofUser, [userId, now, usedAfter]);
      return rows.map(sessionOf);
    },
  };
}

function sessionOf(row: RawRow): StoredSession {
  const [id, sid, userId, version, way, address, agent, createdAt, usedAt, expiresAt] = row;
  return {
    ...{ id: Number(id), sid: String(sid), userId: Number(userId), version: String(version) },
    ...{ way: String(way), address: String(address), agent: String(agent) },
    ...{ createdAt: Number(createdAt), usedAt: Number(usedAt), expiresAt: Number(expiresAt) },
  };
}
