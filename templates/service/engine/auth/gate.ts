import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { FactorAnswer, Profile, SignInAnswer } from '../model/route-context.js';
import { HttpProblem, forbidden, unauthorized } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
import type { SecurityEvents } from './security-events.js';
import { askedBy, type Entry, type SignInDoor, type Way } from './sign-in-door.js';
import type { Tokens } from './tokens.js';

/** What somebody gets who has proved who they are: a session, or the question for a second factor. */
export type Admission = SignInAnswer<Profile> | FactorAnswer;

/** The one place where sessions begin, whichever way somebody came. */
export interface Gate {
  /**
   * A session, or what is still asked for. `account` has the token version that the proof was checked against. 403
   * `inactive-user` where the user may not come in.
   */
  admit(account: Account, entry: Entry): Promise<Admission>;
  /** A session for callers who know nothing of factors: 401 `factor-required`, with the question as a member. */
  open(account: Account, entry: Entry): Promise<SignInAnswer<Profile>>;
  /**
   * The account that a factor of this kind is asked of, by the token of the question; 401 once that is not valid any more, or
   * where it asks for others: nobody gets in by a factor of their choice.
   */
  pending(token: string, kind: string): Promise<Account>;
  /** Ends what else lets somebody in and outlives a new password, such as API keys. */
  endLasting(session: Session, userId: NumericId): Promise<void>;
}

export interface GateParts {
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly events: SecurityEvents;
  readonly doors: readonly SignInDoor[];
}

/** The session goes on, or two factors were shown, as a passkey is with its PIN or finger: nothing more is asked for. */
const WITHOUT_FACTOR: readonly Way[] = ['factor', 'new-password', 'passkey'];

export function createGate({ tokens, directory, events, doors }: GateParts): Gate {
  const openSession = async (account: Account, entry: Entry): Promise<SignInAnswer<Profile>> => {
    const { profile, tokenVersion } = account;
    const token = tokens.issue(profile.id, tokenVersion);
    const session = tokens.verify(token)!;
    for (const door of doors) await door.opened?.(session, account, entry);
    tellOf('signed-in', account, entry);
    const answer = { expires_in: tokens.ttl, user: profile };
    if (!entry.tokenKeeper) return { access_token: token, token_type: 'bearer', ...answer };
    entry.tokenKeeper.keep(token, profile.id);
    return answer;
  };

  const tellOf = (kind: string, { profile }: Account, { way, address, agent }: Entry): void =>
    events.tell({ kind, userId: profile.id, address, agent, facts: { way } });

  const admit: Gate['admit'] = async (account, entry) => {
    if (!account.active) {
      tellOf('sign-in-refused', account, entry);
      throw forbidden('This user is not active.', 'inactive-user');
    }
    const isShown = entry.hasFactor || WITHOUT_FACTOR.includes(entry.way);
    const kinds = isShown ? null : await askedBy(doors, account, entry);
    if (kinds === null) return openSession(account, entry);
    tellOf('factor-asked', account, entry);
    const token = tokens.issueQuestion(account.profile.id, account.tokenVersion, kinds);
    return { factor: { kinds, token, expires_in: tokens.questionTtl } };
  };

  return {
    admit,
    async open(account, entry) {
      const admission = await admit(account, entry);
      if (!('factor' in admission)) return admission;
      const detail = 'A second factor is required: sign in on a page that asks for it.';
      throw new HttpProblem(
        401,
        detail,
        [],
        { 'www-authenticate': 'Bearer' },
        {
          code: 'factor-required',
          ...admission,
        },
      );
    },
    async pending(token, kind) {
      const question = tokens.readQuestion(token);
      const account = question && (await directory.account(question.userId));
      const isAsked = question?.kinds.includes(kind);
      if (!isAsked || !account?.active || account.tokenVersion !== question?.version)
        throw unauthorized('Too much time has passed: sign in again.', 'question-expired');
      return account;
    },
    async endLasting(session, userId) {
      for (const door of doors) await door.endLasting?.(session, userId);
    },
  };
}
