import { forbidden, unauthorized } from '../problem/problem.js';
import type { Account, Directory, Profile } from './directory.js';
import type { Passwords } from './passwords.js';
import type { Throttle } from './throttle.js';
import type { Tokens } from './tokens.js';

/** The answer to a login. */
export interface Session {
  readonly access_token: string;
  readonly token_type: 'bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly user: Profile;
}

export interface SignInParts {
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** Name and password for a token. An unknown name is answered as a wrong password, in the same words and time. */
export async function signIn(
  { tokens, directory, passwords, throttle }: SignInParts,
  credentials: { readonly username: string; readonly password: string },
  address: string,
): Promise<Session> {
  const { username, password } = credentials;
  const known = await directory.credentials(username);
  const right = await throttle.attempt(username, address, () =>
    passwords.verify(password, known?.passwordHash ?? null),
  );
  const account = right && known ? await directory.account(known.userId) : null;
  if (account === null) throw unauthorized('The name or the password is wrong.');
  if (!account.active) throw forbidden('This user is not active.');
  return openSession(tokens, account);
}

/** A token for a user whose password was checked. */
export const openSession = (tokens: Tokens, { profile, tokenVersion }: Account): Session => ({
  access_token: tokens.issue(profile.id, tokenVersion),
  token_type: 'bearer',
  expires_in: tokens.ttl,
  user: profile,
});
