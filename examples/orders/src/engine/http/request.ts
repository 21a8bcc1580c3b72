import type { CurrentUser } from '../model/current-user.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** `x-request-id` of this request. */
    requestId: string;
    /** Set for every path that needs a token; absent on public ones without a token. */
    currentUser?: CurrentUser;
    /** `/api` or empty: what the caller's path began with, for `Location`. */
    mountedAt: string;
  }
}
