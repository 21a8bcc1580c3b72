import { digestOf, newSecret } from '../auth/one-time-secret.js';
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { RawRow, Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** What a key may do of what its owner may. */
export interface KeyLimits {
  /** Roles of its owner by which it acts; null for all that the owner has at the time. */
  readonly roles: readonly string[] | null;
  /** Models by their path, such as `task`; null for all, and for endpoints without a model. */
  readonly models: readonly string[] | null;
  readonly readOnly: boolean;
}

/** A key as it is stored; times in milliseconds since 1970. */
export interface StoredKey extends KeyLimits {
  readonly id: NumericId;
  /** Its beginning, by which people recognise it. */
  readonly prefix: string;
  readonly name: string;
  readonly userId: NumericId;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The time of the last use, to the minute; null for a key that was never used. */
  readonly usedAt: number | null;
}

export type NewKey = KeyLimits & Pick<StoredKey, 'name' | 'userId' | 'expiresAt'>;

/** The rows of `api_key`: a key itself is nowhere, but for its digest. */
export interface StoredKeys {
  /** A new key, which nobody sees again. */
  add(session: Session, key: NewKey, now: number): Promise<{ id: NumericId; key: string }>;
  find(session: Session, key: string): Promise<StoredKey | null>;
  use(session: Session, id: NumericId, at: number): Promise<void>;
  /** The keys of a user, newest first; expired ones, too. */
  ofUser(session: Session, userId: NumericId): Promise<readonly StoredKey[]>;
  /** False where the user has no such key. */
  remove(session: Session, userId: NumericId, id: NumericId): Promise<boolean>;
  removeAll(session: Session, userId: NumericId): Promise<void>;
}

/** The most keys that a user may have. */
export const MOST_KEYS = 100;

/** What every key looks like: its beginning is stored and shown, 256 bits of chance follow. */
export const KEY_FORM = /^key_[0-9a-f]{8}_[\w-]{43}$/;

const newKey = (): string => `key_${randomBytes(4).toString('hex')}_${newSecret()}`;
const prefixOf = (key: string): string => key.slice(0, 'key_00000000'.length);

const COLUMNS =
  'id, prefix, name, user_id, roles, models, read_only, created_at, expires_at, used_at';

export function createStoredKeys({ dialect }: Pick<Database, 'dialect'>): StoredKeys {
  const statement = namedStatements(dialect, 'api_key');
  const insert = statement(
    'insert',
    `INSERT INTO api_key (digest, prefix, name, user_id, roles, models, read_only, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  );
  const find = statement('find', `SELECT ${COLUMNS} FROM api_key WHERE digest = $1`);
  const use = statement('use', 'UPDATE api_key SET used_at = $1 WHERE id = $2');
  const ofUser = statement(
    'of_user',
    `SELECT ${COLUMNS} FROM api_key WHERE user_id = $1 ORDER BY id DESC LIMIT ${MOST_KEYS}`,
  );
  const remove = statement('remove', 'DELETE FROM api_key WHERE id = $1 AND user_id = $2');
  const removeAll = statement('remove_all', 'DELETE FROM api_key WHERE user_id = $1');

  const findKey: StoredKeys['find'] = async (session, key) => {
    const [row] = await session.rows(find, [digestOf(key)]);
    return row === undefined ? null : keyOf(row);
  };
  return {
    async add(session, { name, userId, roles, models, readOnly, expiresAt }, now) {
      const key = newKey();
      await session.run(insert, [
        ...[digestOf(key), prefixOf(key), name, userId, textOf(roles), textOf(models)],
        ...[Number(readOnly), now, expiresAt],
      ]);
      return { id: (await findKey(session, key))!.id, key };
    },
    find: findKey,
    use: async (session, id, at) => void (await session.run(use, [at, id])),
    ofUser: async (session, userId) => (await session.rows(ofUser, [userId])).map(keyOf),
    remove: async (session, userId, id) => (await session.run(remove, [id, userId])) === 1,
    removeAll: async (session, userId) => void (await session.run(removeAll, [userId])),
  };
}

const textOf = (names: readonly string[] | null) => (names === null ? null : JSON.stringify(names));
const namesOf = (value: unknown) =>
  value === null ? null : (JSON.parse(String(value)) as readonly string[]);

function keyOf(row: RawRow): StoredKey {
  const [id, prefix, name, userId, roles, models, readOnly, createdAt, expiresAt, usedAt] = row;
  return {
    ...{ id: Number(id), prefix: String(prefix), name: String(name), userId: Number(userId) },
    ...{ roles: namesOf(roles), models: namesOf(models), readOnly: Number(readOnly) === 1 },
    ...{ createdAt: Number(createdAt), expiresAt: Number(expiresAt) },
    usedAt: usedAt === null ? null : Number(usedAt),
  };
}
