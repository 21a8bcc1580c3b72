import type { Request, RequestHandler, Response } from 'express';
import type { RouterAuth } from '../model/define-routes.js';
import { unauthorized } from '../problem/problem.js';

/** The guards that a service has for its own callers. */
export interface Guards {
  /** Sets the request's `currentUser`, or throws 401. */
  readonly signedIn: RequestHandler;
  /** The same, but only where a token is sent. */
  readonly maybeSignedIn: RequestHandler;
}

/** Whether a request may proceed; if not, it has been answered, or this throws. */
export type Guard = (request: Request, response: Response) => Promise<boolean>;

/** Lets only those pass that an endpoint is meant for. */
export function guardOf(auth: RouterAuth, { signedIn, maybeSignedIn }: Guards): Guard {
  if (auth === 'public') return (request, response) => admits(maybeSignedIn, request, response);
  if (auth !== 'signed-in') return (request, response) => admits(auth, request, response);
  return async (request, response) => {
    if (!(await admits(signedIn, request, response))) return false;
    if (!request.currentUser) throw unauthorized('Sign in first.');
    return true;
  };
}

/**
 * Runs a handler: true once it has called `next()`, false once it has answered by itself. Throws what it throws or passes to
 * `next`.
 */
async function admits(
  handler: RequestHandler,
  request: Request,
  response: Response,
): Promise<boolean> {
  let called: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  await handler(request, response, (error?: unknown) => {
    called ??= { error };
    wake();
  });
  // Most handlers are done when they return; others call `next` later, or answer.
  if (!called && !response.closed)
    await new Promise<void>((resolve) => {
      wake = resolve;
      response.once('close', resolve);
    });
  if (called?.error) throw called.error;
  return called !== undefined;
}
