import { digestOf } from '../auth/one-time-secret.js';
import type { Database } from '../database/database.js';
import type { RawRow, Session, Statement } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { RecordId } from '../fields/record-id.js';
import { FLOW_TTL } from './flow.js';

/** An account at a provider that is linked to a user. */
export interface StoredIdentity {
  readonly id: RecordId;
  readonly userId: RecordId;
  /** As the settings call it. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** What it is called there, for people. */
  readonly name: string;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly usedAt: number | null;
}

/** Who it is, as a provider says. */
export type NewIdentity = Pick<StoredIdentity, 'provider' | 'issuer' | 'subject' | 'name'>;

/** What became of a way to a provider and back; given to the page once. */
export type FlowAnswer =
  | {
      readonly kind: 'sign-in';
      readonly userId: RecordId;
      readonly version: string;
      readonly hasFactor: boolean;
    }
  | { readonly kind: 'link'; readonly identity: NewIdentity };

/** The rows of `oidc_identity` and `oidc_answer`. Whatever may happen once is one conditional statement. */
export interface StoredIdentities {
  find(session: Session, issuer: string, subject: string): Promise<StoredIdentity | null>;
  ofUser(session: Session, userId: RecordId): Promise<readonly StoredIdentity[]>;
  /** False where the identity is somebody's already. */
  add(session: Session, userId: RecordId, identity: NewIdentity): Promise<boolean>;
  used(session: Session, id: RecordId, name: string): Promise<void>;
  remove(session: Session, id: RecordId, userId: RecordId): Promise<boolean>;
  /** Keeps an answer under a code, for the browser whose flow has this state; false where that flow was answered before. */
  keep(session: Session, code: string, state: string, answer: FlowAnswer): Promise<boolean>;
  /** The answer for a code and the flow it belongs to, once; null where there is none, or not any more. */
  take(session: Session, code: string, state: string): Promise<FlowAnswer | null>;
}

/** Milliseconds for which the page may fetch an answer. */
const ANSWER_TTL = 30_000;

const COLUMNS = 'id, user_id, provider, issuer, subject, name, created_at, used_at';

/** The statements of a database; `now` is the clock, for tests. */
export function storedIdentities(
  { dialect }: Pick<Database, 'dialect'>,
  now: () => number = Date.now,
): StoredIdentities {
  const statement = namedStatements(dialect, 'oidc');
  const identities = identityStatements(statement);
  const answers = answerStatements(statement);
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
    async keep(session, code, state, answer) {
      await session.run(answers.forget, [now()]);
      const times = [now() + ANSWER_TTL, now() + FLOW_TTL * 1000];
      const values = [digestOf(code), digestOf(state), JSON.stringify(answer), ...times];
      return (await session.run(answers.keep, values)) === 1;
    },
    async take(session, code, state) {
      const [hash, of] = [digestOf(code), digestOf(state)];
      const [row] = await session.rows(answers.find, [hash, of]);
      // Whoever ends it has it: of two processes one.
      if (row === undefined || (await session.run(answers.end, [hash, of, now()])) !== 1)
        return null;
      return JSON.parse(String(row[0])) as FlowAnswer;
    },
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
  remove: statement('remove', 'DELETE FROM oidc_identity WHERE id = $1 AND user_id = $2'),
});

/** An answer that was fetched stays until its flow has expired: so the flow cannot be answered again. */
const answerStatements = (statement: MakeStatement) => ({
  keep: statement(
    'keep_answer',
    `INSERT INTO oidc_answer (hash, state, content, expires_at, forget_at)
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (state) DO NOTHING`,
  ),
  find: statement('find_answer', 'SELECT content FROM oidc_answer WHERE hash = $1 AND state = $2'),
  end: statement(
    'end_answer',
    'UPDATE oidc_answer SET expires_at = 0 WHERE hash = $1 AND state = $2 AND expires_at > $3',
  ),
  forget: statement('forget_answers', 'DELETE FROM oidc_answer WHERE forget_at < $1'),
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
