import { forbidden, unauthorized, badRequest, invalid } from '../problem/problem.js';
import type { Profile, SignInAnswer } from '../model/accounts.js';
import type { Engine } from '../model/records.js';
import { textFields } from '../http/read-json.js';
import type { Account, Directory } from './directory.js';
import { type Passwords, passwordProblem } from './passwords.js';
import type { Throttle } from './throttle.js';
import type { Tokens } from './tokens.js';
import { userRecords } from './entities.js';

/** A user who has just been authenticated. */
export interface SignedIn {
  readonly known: Account;
  readonly session: SignInAnswer<Profile>;
}

export interface SignInParts {
  readonly tokens: Tokens;
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/** Exchanges name and password for a token. An unknown name gets the same response as a wrong password, in the same time. */
export async function signIn(
  { tokens, directory, passwords, throttle }: SignInParts,
  credentials: { readonly username: string; readonly password: string },
  address: string,
): Promise<SignedIn> {
  const { username, password } = credentials;
  const known = await directory.credentials(username);
  const right = await throttle.attempt(username, address, () =>
    passwords.verify(password, known?.passwordHash ?? null),
  );
  const account = right && known ? await directory.account(known.userId) : null;
  if (account === null || known === null)
    throw unauthorized('The name or the password is wrong.', 'wrong-credentials');
  if (!account.active) throw forbidden('This user is not active.', 'inactive-user');
  // The version of the verified password: a new password may have revoked its tokens meanwhile.
  const opened = { ...account, tokenVersion: known.tokenVersion };
  return { known: opened, session: openSession(tokens, opened) };
}

/** A token for a user whose password was verified. */
export const openSession = (
  tokens: Tokens,
  { profile, tokenVersion }: Account,
): SignInAnswer<Profile> => ({
  access_token: tokens.issue(profile.id, tokenVersion),
  token_type: 'bearer',
  expires_in: tokens.ttl,
  user: profile,
});

/** Changes one's own password. It revokes all tokens, including the caller's; the response contains a new one. */
export async function changePassword(
  parts: SignInParts & { readonly engine: Engine },
  { profile }: Account,
  body: Readonly<Record<string, unknown>>,
  address: string,
): Promise<SignedIn> {
  const { directory, engine, passwords, throttle, tokens } = parts;
  const given = textFields(body, ['current_password', 'new_password']);
  const problem = passwordProblem('new_password', given.new_password);
  if (problem) throw invalid([problem]);

  const known = await directory.credentials(profile.username);
  const right = await throttle.attempt(profile.username, address, () =>
    passwords.verify(given.current_password, known?.passwordHash ?? null),
  );
  if (!right) throw wrongPassword();

  const users = userRecords(engine, engine.system);
  await throttle.hashing(profile.username, address, () =>
    users.update(profile.id, { password: given.new_password }),
  );
  const account = await directory.account(profile.id);
  if (account === null) throw wrongPassword();
  return { known: account, session: openSession(tokens, account) };
}

const wrongPassword = () => {
  const message = 'The current password is wrong.';
  return badRequest(message, [{ field: 'current_password', code: 'wrong', message }]);
};
