import type { Request } from 'express';
import type { RecordId } from '../fields/record-id.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Where it is kept for a page of this service; absent where callers get their tokens. */
    tokenKeeper?: TokenKeeper;
  }
}

/** Keeps the token of a session in place of the page that opens it. */
export interface TokenKeeper {
  keep(token: string, userId: RecordId): void;
  forget(): void;
}

/** The program that a request came from, as far as it can be known. */
export interface Client {
  /** Its address; behind proxies that `TRUST_PROXY` names, the one that they forward. */
  readonly address: string;
  /** What it calls itself, shortened; empty where it says nothing. */
  readonly agent: string;
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
