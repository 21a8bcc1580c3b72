import type { Request, RequestHandler } from 'express';
import { unauthorized } from '../problem/problem.js';
import type { Account, Directory } from './directory.js';
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
export function createNoAuthentication(userId: number, directory: Directory): Authentication {
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
