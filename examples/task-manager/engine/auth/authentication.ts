import type { Request, RequestHandler } from 'express';
import type { RecordId } from '../fields/record-id.js';
import { textFields } from '../http/read-body.js';
import type { Engine } from '../model/records.js';
import type { Profile, SignInAnswer } from '../model/route-context.js';
import { HttpProblem, badRequest, forbidden, invalid, unauthorized } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
import { userRecords } from './entities.js';
import type { Passwords } from './passwords.js';
import type { Throttle } from './throttle.js';
import type { Tokens } from './tokens.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The caller, with everything that `/auth` knows about them. */
    account?: Account;
  }
}

/** Identifies the caller. */
export interface Authentication {
  /** Requires a token of an active user, else 401. */
  readonly signedIn: RequestHandler;
  /** Admits everybody; a token that is sent must still be valid. */
  readonly maybeSignedIn: RequestHandler;
  /** Ends the session of the request's token, even if it has ended already; 401 without a token of this service. */
  signOut(request: Request): Promise<void>;
}

/** By bearer token; the user is looked up, so that changes of roles, status or password take effect at once. */
export function createAuthentication(tokens: Tokens, directory: Directory): Authentication {
  const identify = async (request: Request): Promise<void> => {
    const claims = tokens.verify(bearerToken(request));
    const account = claims && (await directory.account(claims.userId));
    const isCurrent = account?.active && account.tokenVersion === claims?.version;
    if (!isCurrent || (await directory.sessions.has(claims))) throw invalidToken();
    request.account = account;
    request.currentUser = account.user;
  };
  return {
    signedIn: async (request, _response, next) => {
      await identify(request);
      next();
    },
    maybeSignedIn: async (request, _response, next) => {
      if (request.headers.authorization !== undefined) await identify(request);
      next();
    },
    async signOut(request) {
      const claims = tokens.verify(bearerToken(request));
      if (claims === null) throw invalidToken();
      await directory.sessions.end(claims);
    },
  };
}

const invalidToken = () => unauthorized('The token has expired or is not valid: sign in again.');

/** `SERVICE_AUTH_DISABLED=1`: every caller is this user. */
export function createNoAuthentication(userId: RecordId, directory: Directory): Authentication {
  const signedIn: RequestHandler = async (request, _response, next) => {
    const account = await directory.account(userId);
    if (account === null)
      throw new Error('the default administrator no longer exists: restart the service');
    request.account = account;
    request.currentUser = account.user;
    next();
  };
  return { signedIn, maybeSignedIn: signedIn, signOut: () => Promise.resolve() };
}

function bearerToken({ headers }: Request): string {
  const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw unauthorized('Send a token: Authorization: Bearer <access_token>.');
  return token;
}

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
  const problem = await passwords.problem('new_password', given.new_password);
  if (problem) throw invalid([problem]);

  const known = await directory.credentials(profile.username);
  const right = await throttle.attempt(profile.username, address, () =>
    passwords.verify(given.current_password, known?.passwordHash ?? null),
  );
  if (!right || known === null) throw wrongPassword();

  const { passwordHash: password_hash, tokenVersion: token_version } = known;
  const users = userRecords(engine, engine.system);
  await throttle.hashing(profile.username, address, () =>
    users
      .update(
        profile.id,
        { password: given.new_password },
        // Hashing takes its time: another change, or an administrator's, may have come first, and is not undone.
        { ifMatch: { password_hash, token_version } },
      )
      .catch(refuseOutdated),
  );
  const account = await directory.account(profile.id);
  if (account === null) throw wrongPassword();
  return { known: account, session: openSession(tokens, account) };
}

function refuseOutdated(error: unknown): never {
  throw error instanceof HttpProblem && error.status === 412 ? wrongPassword() : error;
}

const wrongPassword = () => {
  const message = 'The current password is wrong.';
  return badRequest(message, [{ field: 'current_password', code: 'wrong', message }]);
};
