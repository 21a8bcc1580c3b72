import type { Request } from 'express';
import type { RecordId } from '../fields/record-id.js';
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
  /** Whether that took a second factor already: at a provider, or with a passkey. */
  readonly hasFactor?: boolean;
}

/** Kinds of factors that would do: `totp`, `recovery-code`. */
export type FactorKinds = readonly [string, ...string[]];

/** What a request was sent with in place of a session's token. */
export interface Credentials {
  readonly userId: RecordId;
  /** The account with fewer rights; the same object for the same account, by whose roles the policy caches. */
  narrow?(account: Account): Account;
}

/** How a feature takes part in signing in; every member is optional. */
export interface SignInDoor {
  /** What else the user has to show, or null. Not asked where the factor was shown, or a session is only renewed. */
  asks?(account: Account, entry: Entry): Promise<FactorKinds | null>;
  /** A session has been opened; awaited before its token is sent. */
  opened?(session: TokenClaims, account: Account, entry: Entry): Promise<void>;
  /** Whether a session still stands. Asked for each request with its token: to be answered from memory nearly always. */
  stands?(session: TokenClaims, request: Request): Promise<boolean> | boolean;
  /** The owner of other credentials; null where the request has none of this kind. Throws 401 where they are not valid. */
  identify?(request: Request): Promise<Credentials | null>;
}
