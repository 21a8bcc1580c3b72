import { digestOf } from '../auth/one-time-secret.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';
import { FLOW_TTL, type Holder } from './flow.js';
import type { NewIdentity } from './stored-identities.js';

/** What became of a way to a provider and back; given to the page once. */
export type FlowAnswer =
  | {
      readonly kind: 'sign-in';
      readonly userId: NumericId;
      readonly version: string;
      readonly hasFactor: boolean;
    }
  | { readonly kind: 'link'; readonly identity: NewIdentity }
  /** Whoever has begun has signed in there anew; and the same once the page has it, as a proof that is good for one change. */
  | { readonly kind: 'proof' | 'held'; readonly holder: Proven };

/** Whoever has signed in anew, with the account of theirs by which they did: once that is unlinked, it proves nothing. */
export interface Proven extends Holder {
  readonly identity: NumericId;
}

/** The rows of `oidc_answer`. Whatever may happen once is one conditional statement: of two processes one does it. */
export interface StoredAnswers {
  /** Keeps an answer under a code, for the browser whose flow has this state; false where that flow was answered before. */
  keep(session: Session, code: string, state: string, answer: FlowAnswer): Promise<boolean>;
  /** Takes the answer for a code and the flow it belongs to, once; null if there is no answer, or not any more. */
  take(session: Session, code: string, state: string): Promise<FlowAnswer | null>;
  /** Makes a proof, shown by `secret`, of the answer for a code and its flow; false where that is no answer for any of these. */
  hold(
    session: Session,
    answered: { readonly code: string; readonly state: string },
    holders: readonly Proven[],
    secret: string,
  ): Promise<boolean>;
  /** Whether a proof is one of these. */
  holds(session: Session, secret: string, holders: readonly Proven[]): Promise<boolean>;
  /** Uses a proof up; false where it is none of these, or not any more. */
  spend(session: Session, secret: string, holders: readonly Proven[]): Promise<boolean>;
}

/** Milliseconds for which the page may fetch an answer. */
const ANSWER_TTL = 30_000;
/** Milliseconds for which a proof is good; it ends before its flow is forgotten. */
export const PROOF_TTL = 300_000;

/** The statements of a database; `now` is the clock, for tests. */
export function storedAnswers(
  { dialect }: Pick<Database, 'dialect'>,
  now: () => number = Date.now,
): StoredAnswers {
  const answers = answerStatements(dialect);
  return {
    async keep(session, code, state, answer) {
      await session.run(answers.forget, [now()]);
      const times = [now() + ANSWER_TTL, now() + FLOW_TTL * 1000];
      const values = [digestOf(code), digestOf(state), contentOf(answer), ...times];
      return (await session.run(answers.keep, values)) === 1;
    },
    async take(session, code, state) {
      const [hash, of] = [digestOf(code), digestOf(state)];
      const [row] = await session.rows(answers.find, [hash, of]);
      if (row === undefined || (await session.run(answers.end, [hash, of, now()])) !== 1)
        return null;
      return JSON.parse(String(row[0])) as FlowAnswer;
    },
    async hold(session, { code, state }, holders, secret) {
      const [of, until] = [[digestOf(code), digestOf(state)], now() + PROOF_TTL];
      for (const holder of holders) {
        const given = [digestOf(secret), contentOf({ kind: 'held', holder }), until];
        const known = [...of, contentOf({ kind: 'proof', holder }), now()];
        if ((await session.run(answers.hold, [...given, ...known])) === 1) return true;
      }
      return false;
    },
    async holds(session, secret, holders) {
      for (const holder of holders) {
        const known = [digestOf(secret), contentOf({ kind: 'held', holder }), now()];
        if ((await session.rows(answers.holds, known)).length > 0) return true;
      }
      return false;
    },
    async spend(session, secret, holders) {
      for (const holder of holders) {
        const known = [digestOf(secret), contentOf({ kind: 'held', holder }), now()];
        if ((await session.run(answers.spend, known)) === 1) return true;
      }
      return false;
    },
  };
}

/** The text of an answer; the same one for the same holder, as proofs are found by it. */
function contentOf(answer: FlowAnswer): string {
  if (!('holder' in answer)) return JSON.stringify(answer);
  const { userId, session, identity } = answer.holder;
  return JSON.stringify({ kind: answer.kind, holder: { userId, session, identity } });
}

/** An answer that was fetched stays until its flow has expired: so the flow cannot be answered again. */
function answerStatements(dialect: Database['dialect']) {
  const statement = namedStatements(dialect, 'oidc');
  return {
    keep: statement(
      'keep_answer',
      `INSERT INTO oidc_answer (hash, state, content, expires_at, forget_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (state) DO NOTHING`,
    ),
    find: statement(
      'find_answer',
      'SELECT content FROM oidc_answer WHERE hash = $1 AND state = $2',
    ),
    end: statement(
      'end_answer',
      'UPDATE oidc_answer SET expires_at = 0 WHERE hash = $1 AND state = $2 AND expires_at > $3',
    ),
    hold: statement(
      'hold_proof',
      `UPDATE oidc_answer SET hash = $1, content = $2, expires_at = $3
       WHERE hash = $4 AND state = $5 AND content = $6 AND expires_at > $7`,
    ),
    holds: statement(
      'find_proof',
      'SELECT hash FROM oidc_answer WHERE hash = $1 AND content = $2 AND expires_at > $3',
    ),
    spend: statement(
      'spend_proof',
      'UPDATE oidc_answer SET expires_at = 0 WHERE hash = $1 AND content = $2 AND expires_at > $3',
    ),
    forget: statement('forget_answers', 'DELETE FROM oidc_answer WHERE forget_at < $1'),
  };
}
