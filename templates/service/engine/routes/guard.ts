import type { RequestHandler } from 'express';
import type { RouterAuth } from '../model/define-routes.js';
import { unauthorized } from '../problem/problem.js';

/** The guards that a service has for its own callers. */
export interface Guards {
  /** Sets the request's `currentUser`, or throws 401. */
  readonly signedIn: RequestHandler;
  /** Sets the request's `currentUser` where a token is sent, or throws 401. */
  readonly maybeSignedIn: RequestHandler;
}

/** What lets only those pass that an endpoint is meant for. */
export function guardsOf(
  auth: RouterAuth,
  { signedIn, maybeSignedIn }: Guards,
): readonly RequestHandler[] {
  if (auth === 'public') return [maybeSignedIn];
  return auth === 'signed-in' ? [signedIn, isSomebody] : [auth];
}

/** A guard of the project's own that admits nobody in particular is none. */
const isSomebody: RequestHandler = ({ currentUser }, _response, next) => {
  if (!currentUser) throw unauthorized('Sign in first.');
  next();
};
