import type { RequestHandler } from 'express';

/** Sends the caller to another path, below the prefix that they used. */
export const redirect =
  (path: string): RequestHandler =>
  ({ mountedAt }, response) =>
    response.redirect(`${mountedAt}${path}`);
