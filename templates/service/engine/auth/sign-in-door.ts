import type { Request } from 'express';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import type { Account } from './directory.js';
import type { TokenClaims } from './tokens.js';

/** How somebody has proved who they are. */
export type Way =
  | 'password'
  | 'sign-up'
  | 'new-password'
  /** By code of the project: `accounts.openSession`. */
  | 'code'
  | 'invitation'
  | 'provider'
  | 'passkey'
  /** By the second factor, after one of the others. */
  | 'factor';

/** Somebody at the gate. */
export interface Entry extends Client {
  readonly way: Way;
  /** Whether the way took a second factor already: at a provider, or with a passkey. */
  readonly hasFactor?: boolean;
}

/** Kinds of factors that would do: `totp`, `recovery-code`. */
export type FactorKinds = readonly [string, ...string[]];

/** The kind of question that asks the user to set a factor up; it is not a factor itself. */
export const SET_UP = 'enrol';

/** The credentials that a request was sent with in place of a session's token. */
export interface Credentials {
  readonly userId: NumericId;
  /** The account with fewer rights; the same object for the same account, by whose roles the policy caches. */
  narrow?(account: Account): Account;
}

/** The proof that a user shows, as the body of a request has it. */
export type Shown = Readonly<Record<string, unknown>> & { readonly kind: string };

/**
 * Uses up what was shown, to be called in the transaction of what it was shown for: where that is refused, it is as good as before.
 * Throws 400 where somebody has used it meanwhile.
 */
export type UseProof = () => Promise<void>;

/** How a feature takes part in signing in; every member is optional. */
export interface SignInDoor {
  /** What else the user has to show, or null. Not asked where the factor was shown, or a session is only renewed. */
  asks?(account: Account, entry: Entry): Promise<FactorKinds | null>;
  /** Kinds of factors that the user has. */
  factors?(account: Account): Promise<readonly string[]>;
  /** Kinds of proofs that stand in for the password of the user, asked where they have no factor: a sign-in anew at a provider. */
  instead?(account: Account): Promise<readonly string[]>;
  /**
   * Checks what the user shows, by its `kind`, before they change how they sign in: throws 400 where it is wrong. Null where the
   * kind is another door's.
   */
  proves?(account: Account, proof: Shown, client: Client): Promise<void> | null;
  /** Checks a proof and uses nothing up: the result does that, later. Without it `proves` is asked, also for a change that may be refused. */
  verifies?(account: Account, proof: Shown, client: Client): Promise<UseProof> | null;
  /** Whether the user has to have a second factor. */
  requires?(account: Account): boolean;
  /** A session has been opened; awaited before its token is sent. */
  opened?(session: TokenClaims, account: Account, entry: Entry): Promise<void>;
  /** Whether a session still stands. Asked for each request with its token: to be answered from memory nearly always. */
  stands?(session: TokenClaims, request: Request): Promise<boolean> | boolean;
  /** Ends those credentials of a user that a new password leaves valid. */
  endLasting?(session: Session, userId: NumericId): Promise<void>;
  /** The owner of other credentials; null where the request has none of this kind. Throws 401 where they are not valid. */
  identify?(request: Request): Promise<Credentials | null>;
}

/** All kinds of factors that doors ask for, any of which would do; nobody has to set one up who has another. */
export async function askedBy(
  doors: readonly SignInDoor[],
  account: Account,
  entry: Entry,
): Promise<FactorKinds | null> {
  const kinds: string[] = [];
  for (const door of doors) kinds.push(...((await door.asks?.(account, entry)) ?? []));
  const factors = kinds.filter((kind) => kind !== SET_UP);
  const [first, ...rest] = factors.length > 0 ? factors : kinds;
  return first === undefined ? null : [first, ...rest];
}
