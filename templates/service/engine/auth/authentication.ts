import type { Request, RequestHandler } from 'express';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import { textFields } from '../http/read-body.js';
import type { Engine } from '../model/records.js';
import { HttpProblem, badRequest, forbidden, invalid, unauthorized } from '../problem/problem.js';
import type { Account, Credentials as KnownCredentials, Directory } from './directory.js';
import { userRecords } from './entities.js';
import type { Gate } from './gate.js';
import { NO_PASSWORD, type Passwords } from './passwords.js';
import type { Proofs } from './proofs.js';
import type { SecurityEvents } from './security-events.js';
import type { Credentials, SignInDoor } from './sign-in-door.js';
import type { Throttle } from './throttle.js';
import type { TokenClaims, Tokens } from './tokens.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The caller, with everything that `/auth` knows about them. */
    account?: Account;
    /** The session whose token the request came with; none with other credentials. */
    session?: TokenClaims;
  }
}

/** Identifies the caller. */
export interface Authentication {
  /** Requires a token of an active user, else 401. */
  readonly signedIn: RequestHandler;
  /** Behind `signedIn`, for what only a user in person may do: 403 with other credentials than a session's token. */
  readonly inPerson: RequestHandler;
  /** Admits everybody; a token that is sent must still be valid. */
  readonly maybeSignedIn: RequestHandler;
  /** Ends the session of the request's token, even if it has ended already; 401 without a token of this service. */
  signOut(request: Request): Promise<void>;
}

/**
 * By bearer token, or what a feature's door takes in its place; the user is looked up, so that changes of roles, status or
 * password take effect at once.
 */
export function createAuthentication(
  tokens: Tokens,
  directory: Directory,
  doors: readonly SignInDoor[] = [],
): Authentication {
  const identifying = doors.filter((door) => door.identify);
  const watching = doors.filter((door) => door.stands);

  const bySession = async (request: Request): Promise<Account> => {
    const claims = tokens.verify(bearerToken(request));
    const account = claims && (await directory.account(claims.userId));
    const isCurrent = account?.active && account.tokenVersion === claims?.version;
    if (!isCurrent || (await directory.sessions.has(claims))) throw invalidToken();
    for (const door of watching) if (!(await door.stands!(claims, request))) throw invalidToken();
    request.session = claims;
    return account;
  };

  const credentialsOf = async (request: Request): Promise<Credentials | null> => {
    for (const door of identifying) {
      const found = await door.identify!(request);
      if (found) return found;
    }
    return null;
  };

  const byCredentials = async ({ userId, narrow }: Credentials): Promise<Account> => {
    const account = await directory.account(userId);
    if (!account?.active) throw invalidToken();
    return narrow ? narrow(account) : account;
  };

  const identify = async (request: Request): Promise<void> => {
    const other = identifying.length > 0 ? await credentialsOf(request) : null;
    const account = await (other ? byCredentials(other) : bySession(request));
    request.account = account;
    request.currentUser = account.user;
  };
  return {
    signedIn: async (request, _response, next) => {
      await identify(request);
      next();
    },
    inPerson: ({ session }, _response, next) => {
      if (!session)
        throw forbidden('This requires a session: sign in, then try again.', 'in-person');
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

/** `SERVICE_AUTH_DISABLED=1`: every caller is this user, as far as `narrow` leaves them. */
export function createNoAuthentication(
  userId: NumericId,
  directory: Directory,
  narrow: (account: Account) => Account = (account) => account,
): Authentication {
  const signedIn: RequestHandler = async (request, _response, next) => {
    const known = await directory.account(userId);
    if (known === null)
      throw new Error('the default administrator no longer exists: restart the service');
    const account = narrow(known);
    request.account = account;
    request.currentUser = account.user;
    next();
  };
  const inPerson: RequestHandler = (_request, _response, next) => next();
  return { signedIn, inPerson, maybeSignedIn: signedIn, signOut: () => Promise.resolve() };
}

function bearerToken({ headers }: Request): string {
  const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined)
    throw unauthorized('Send a token: Authorization: Bearer <access_token>.');
  return token;
}

/** The parts that signing in takes. */
export interface SignInParts {
  readonly directory: Directory;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly gate: Gate;
  readonly events: SecurityEvents;
}

/**
 * The user with this name and password, for the gate. An unknown name gets the same response as a wrong password, in the same
 * time.
 */
export async function verifyPassword(
  { directory, passwords, throttle, events }: SignInParts,
  credentials: { readonly username: string; readonly password: string },
  { address, agent }: Client,
): Promise<Account> {
  const { username, password } = credentials;
  const known = await directory.signInCredentials(username);
  const right = await throttle.attempt(username, address, () =>
    passwords.verify(password, known?.passwordHash ?? null),
  );
  const account = right && known ? await directory.account(known.userId) : null;
  if (account === null || known === null) {
    // The event leaves out the name that was sent: people type passwords there.
    events.tell({ kind: 'sign-in-refused', userId: known?.userId ?? null, address, agent });
    throw unauthorized('The name or the password is wrong.', 'wrong-credentials');
  }
  // The version of the verified password: a new password may have revoked its tokens meanwhile.
  return { ...account, tokenVersion: known.tokenVersion };
}

interface ChangeParts extends SignInParts {
  readonly engine: Engine;
}

/**
 * Changes one's own password. It revokes all tokens, including the caller's; the account is as it is then, for a session in
 * place of the caller's.
 */
export async function changePassword(
  parts: ChangeParts,
  { profile }: Account,
  body: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<Account> {
  const { directory, passwords, throttle } = parts;
  const given = textFields(body, ['current_password', 'new_password']);
  const problem = await passwords.problem('new_password', given.new_password);
  if (problem) throw invalid([problem]);

  const known = await directory.credentials(profile.username);
  const right = await throttle.attempt(profile.username, client.address, () =>
    passwords.verify(given.current_password, known?.passwordHash ?? null),
  );
  if (!right || known === null) throw wrongPassword();
  return storePassword(parts, profile, known, given.new_password, client);
}

/** Sets the password of a user who has none, as a provider signs them in: they show a proof instead, the `proof` of the body. */
export async function setFirstPassword(
  parts: ChangeParts & { readonly proofs: Proofs },
  account: Account,
  body: Readonly<Record<string, unknown>>,
  client: Client,
): Promise<Account> {
  const { directory, passwords, proofs } = parts;
  const { profile } = account;
  const { new_password } = textFields(body, ['new_password']);
  const problem = await passwords.problem('new_password', new_password);
  if (problem) throw invalid([problem]);
  const known = await directory.credentials(profile.username);
  if (known?.passwordHash !== NO_PASSWORD) throw wrongPassword();
  await proofs.check(account, body, client);
  return storePassword(parts, profile, known, new_password, client);
}

/** Stores a password in place of the one that is known. */
async function storePassword(
  parts: ChangeParts,
  profile: Account['profile'],
  known: KnownCredentials,
  password: string,
  { address, agent }: Client,
): Promise<Account> {
  const { directory, engine, throttle, events } = parts;
  const { passwordHash: password_hash, tokenVersion: token_version } = known;
  const users = userRecords(engine, engine.system);
  await throttle.hashing(profile.username, address, () =>
    users
      .update(
        profile.id,
        { password },
        // Hashing takes its time: another change, or an administrator's, may have come first, and is not undone.
        { ifMatch: { password_hash, token_version } },
      )
      .catch(refuseOutdated),
  );
  const account = await directory.account(profile.id);
  if (account === null) throw wrongPassword();
  events.tell({ kind: 'password-changed', userId: profile.id, address, agent });
  return account;
}

function refuseOutdated(error: unknown): never {
  throw error instanceof HttpProblem && error.status === 412 ? wrongPassword() : error;
}

const wrongPassword = () => {
  const message = 'The current password is wrong.';
  return badRequest(message, [{ field: 'current_password', code: 'wrong', message }]);
};
