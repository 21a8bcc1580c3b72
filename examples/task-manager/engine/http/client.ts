import type { Request } from 'express';

/** The program that a request came from, as far as it can be known. */
export interface Client {
  /** Its address; behind proxies that `TRUST_PROXY` names, the one that they forward. */
  readonly address: string;
  /** What it calls itself, shortened; empty where it says nothing. */
  readonly agent: string;
}

const MAX_AGENT = 255;

export const clientOf = ({ ip = '', headers }: Pick<Request, 'ip' | 'headers'>): Client => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT),
});
