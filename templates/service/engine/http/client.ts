import type { Request } from 'express';
import type { NumericId } from '../fields/record-id.js';
import type { Caller } from '../model/records.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Where it is kept for a page of this service; absent where callers get their tokens. */
    tokenKeeper?: TokenKeeper;
  }
}

/** Keeps the token of a session in place of the page that opens it. */
export interface TokenKeeper {
  keep(token: string, userId: NumericId): void;
  forget(): void;
}

/** The program that a request came from, with the session that it has, or will have. */
export interface Client extends Caller {
  /** Gets the token of a session that begins, in place of the client. */
  readonly tokenKeeper?: TokenKeeper | undefined;
  /** The id of the session whose token it sent, where it has one. */
  readonly session?: string | undefined;
}

const MAX_AGENT = 255;

export const clientOf = ({
  ip = '',
  headers,
  tokenKeeper,
  session,
}: Pick<Request, 'ip' | 'headers' | 'tokenKeeper'> & {
  readonly session?: { readonly session: string };
}): Client => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT),
  tokenKeeper,
  session: session?.session,
});
