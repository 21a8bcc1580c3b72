import type { Database } from '../database/database.js';
import type { Session, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** The second factor of a user, as it is stored. */
export interface StoredFactor {
  /** Sealed; null where the user has none. */
  readonly secret: string | null;
  /** Ms since 1970, as all times here. */
  readonly confirmedAt: number | null;
  /** The last step whose code was used. */
  readonly lastStep: number;
  /** Sealed; one that a first code is still to confirm. */
  readonly pending: string | null;
  readonly pendingUntil: number;
  /** The first sign-in since a role requires a factor. */
  readonly requiredSince: number | null;
  /** Recovery codes that are left. */
  readonly codes: number;
}

/** A sealed secret and where it stands. */
export interface StoredSecret {
  readonly userId: NumericId;
  readonly column: 'secret' | 'pending';
  readonly text: string;
}

/** The rows of `two_factor` and `two_factor_code`. Whatever may happen once is one conditional statement. */
export interface StoredFactors {
  find(session: Session, userId: NumericId): Promise<StoredFactor | null>;
  /** Makes the row of a user unless it exists. */
  open(session: Session, userId: NumericId): Promise<void>;
  /**
   * Takes one of `most` tries that a user has in the time since `since`; false where none is left. Others who ask for the same
   * user wait until the transaction ends.
   */
  takeTry(session: Session, userId: NumericId, most: number, since: number): Promise<boolean>;
  /** Gives a try back: it was right. */
  returnTry(session: Session, userId: NumericId): Promise<void>;
  /** Uses a step; false where it, or a later one, was used before. */
  useStep(session: Session, userId: NumericId, step: number): Promise<boolean>;
  /** Whether there is a recovery code with this hash. */
  hasCode(session: Session, userId: NumericId, hash: string): Promise<boolean>;
  /** Uses up a recovery code; false if no code has this hash. */
  useCode(session: Session, userId: NumericId, hash: string): Promise<boolean>;
  begin(session: Session, userId: NumericId, pending: string, until: number): Promise<void>;
  /** Makes the pending secret the user's; false where it is another one by now. */
  confirm(session: Session, userId: NumericId, pending: string, step: number): Promise<boolean>;
  replaceCodes(session: Session, userId: NumericId, hashes: readonly string[]): Promise<void>;
  /** Removes secret and codes; false where there was no secret. */
  remove(session: Session, userId: NumericId): Promise<boolean>;
  /** Notes since when a factor is required, unless that is known; null: it is not. */
  require(session: Session, userId: NumericId, since: number | null): Promise<void>;
  /** All sealed secrets, by user. */
  secrets(session: Session): Promise<readonly StoredSecret[]>;
  /** Puts a text in place of another; false where it has changed meanwhile. */
  reseal(session: Session, secret: StoredSecret, text: string): Promise<boolean>;
  /** Ends all sessions of a user: their tokens have an older version. */
  endSessions(session: Session, userId: NumericId, version: string): Promise<void>;
}

/** Statements for a database; `now` is the clock. */
export function storedFactors(database: Database, now: () => number): StoredFactors {
  const sql = statementsFor(database);
  const changes = async (session: Session, name: keyof typeof SQL, values: readonly unknown[]) =>
    (await session.run(sql[name], values)) === 1;
  return {
    async find(session, userId) {
      const [row] = await session.rows(sql.find, [userId]);
      return row === undefined ? null : factorOf(row);
    },
    open: async (session, userId) => void (await session.run(sql.open, [userId])),
    takeTry: (session, userId, most, since) =>
      changes(session, 'takeTry', [since, since, now(), userId, most, since]),
    returnTry: async (session, userId) => void (await session.run(sql.returnTry, [userId])),
    useStep: (session, userId, step) => changes(session, 'useStep', [step, userId, step]),
    hasCode: async (session, userId, hash) =>
      (await session.rows(sql.hasCode, [userId, hash])).length > 0,
    useCode: (session, userId, hash) => changes(session, 'useCode', [userId, hash]),
    begin: async (session, userId, pending, until) =>
      void (await session.run(sql.begin, [pending, until, userId])),
    confirm: (session, userId, pending, step) =>
      changes(session, 'confirm', [now(), step, userId, pending, now()]),
    async replaceCodes(session, userId, hashes) {
      await session.run(sql.forgetCodes, [userId]);
      for (const hash of hashes) await session.run(sql.addCode, [userId, hash]);
    },
    async remove(session, userId) {
      await session.run(sql.forgetCodes, [userId]);
      return changes(session, 'remove', [userId]);
    },
    require: async (session, userId, since) =>
      void (await (since === null
        ? session.run(sql.requireNot, [userId])
        : session.run(sql.require, [since, userId]))),
    secrets: async (session) => (await session.rows(sql.secrets, [])).flatMap(secretsOf),
    reseal: (session, { userId, column, text: former }, text) =>
      changes(session, `reseal_${column}`, [text, userId, former]),
    endSessions: async (session, userId, version) =>
      void (await session.run(sql.endSessions, [version, userId])),
  };
}

const SQL = {
  find: `SELECT secret, confirmed_at, last_step, pending, pending_until, required_since,
    (SELECT COUNT(*) FROM two_factor_code WHERE two_factor_code.user_id = two_factor.user_id)
    FROM two_factor WHERE user_id = $1`,
  open: 'INSERT INTO two_factor (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING',
  // The time begins with the first try, and anew when it is over.
  takeTry: `UPDATE two_factor SET
    tries = CASE WHEN tries_since > $1 THEN tries + 1 ELSE 1 END,
    tries_since = CASE WHEN tries_since > $2 THEN tries_since ELSE $3 END
    WHERE user_id = $4 AND (tries < $5 OR tries_since <= $6)`,
  returnTry: 'UPDATE two_factor SET tries = tries - 1 WHERE user_id = $1 AND tries > 0',
  useStep: 'UPDATE two_factor SET last_step = $1 WHERE user_id = $2 AND last_step < $3',
  hasCode: 'SELECT user_id FROM two_factor_code WHERE user_id = $1 AND hash = $2',
  useCode: 'DELETE FROM two_factor_code WHERE user_id = $1 AND hash = $2',
  begin: 'UPDATE two_factor SET pending = $1, pending_until = $2 WHERE user_id = $3',
  confirm: `UPDATE two_factor SET secret = pending, pending = NULL, confirmed_at = $1, last_step = $2
    WHERE user_id = $3 AND pending = $4 AND pending_until > $5`,
  remove: `UPDATE two_factor SET secret = NULL, pending = NULL, confirmed_at = NULL
    WHERE user_id = $1 AND secret IS NOT NULL`,
  forgetCodes: 'DELETE FROM two_factor_code WHERE user_id = $1',
  addCode: 'INSERT INTO two_factor_code (user_id, hash) VALUES ($1, $2)',
  require:
    'UPDATE two_factor SET required_since = $1 WHERE user_id = $2 AND required_since IS NULL',
  requireNot: 'UPDATE two_factor SET required_since = NULL WHERE user_id = $1',
  secrets: 'SELECT user_id, secret, pending FROM two_factor ORDER BY user_id',
  reseal_secret: 'UPDATE two_factor SET secret = $1 WHERE user_id = $2 AND secret = $3',
  reseal_pending: 'UPDATE two_factor SET pending = $1 WHERE user_id = $2 AND pending = $3',
  endSessions: 'UPDATE auth_user SET token_version = $1 WHERE id = $2',
} as const;

function statementsFor({ dialect }: Database): Record<keyof typeof SQL, Statement> {
  const statement = namedStatements(dialect, 'two_factor');
  const made = Object.entries(SQL).map(([name, text]) => [name, statement(name, text)]);
  return Object.fromEntries(made) as Record<keyof typeof SQL, Statement>;
}

function secretsOf([userId, secret, pending]: readonly unknown[]): StoredSecret[] {
  return (['secret', 'pending'] as const).flatMap((column) => {
    const text = textOf(column === 'secret' ? secret : pending);
    return text === null ? [] : { userId: Number(userId), column, text };
  });
}

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function factorOf(row: readonly unknown[]): StoredFactor {
  const [secret, confirmedAt, lastStep, pending, pendingUntil, requiredSince, codes] = row;
  return {
    secret: textOf(secret),
    confirmedAt: numberOf(confirmedAt),
    lastStep: Number(lastStep),
    pending: textOf(pending),
    pendingUntil: Number(pendingUntil),
    requiredSince: numberOf(requiredSince),
    codes: Number(codes),
  };
}
