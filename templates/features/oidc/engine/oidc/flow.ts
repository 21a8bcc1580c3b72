import type { CookieOptions, Request, Response } from 'express';
import jwt from 'jsonwebtoken';
import { derivedKey } from '../auth/derived-key.js';
import type { NumericId } from '../fields/record-id.js';
import { cookieName, cookieOf } from '../http/cookies.js';

/** What the answer of a provider has to match. */
export interface Challenge {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  /** The secret of PKCE. */
  readonly verifier: string;
}

/** A way to a provider and back, as the browser that goes it remembers it. */
export interface Flow extends Challenge {
  /** The page to open afterwards. */
  readonly to: string;
  /** The user who links an account there to their own; null for a sign-in. */
  readonly linksTo: NumericId | null;
  /** The secret of an invitation that whoever comes back accepts; null for all others. */
  readonly invitation: string | null;
  /** The person who signs in there anew to prove who they are; null for all others. */
  readonly proves: Prover | null;
}

/** A user, in one of their sessions. */
export interface Holder {
  readonly userId: NumericId;
  /** Null where the service asks nobody to sign in. */
  readonly session: string | null;
}

/** Whoever proves something by a sign-in. */
export interface Prover extends Holder {
  /** When they began, in seconds since 1970: a sign-in before that proves nothing. */
  readonly since: number;
}

/** Keeps a flow in the browser that began it, where no page can read it. */
export interface Flows {
  begin(response: Response, flow: Flow): void;
  /** The flow of the browser; null where it has none, or none that this service began in the last minutes. */
  of(request: Request): Flow | null;
  end(response: Response): void;
}

/** Seconds for the whole way, signing in at the provider included. */
export const FLOW_TTL = 600;
const TYPE = 'oidc+jwt';

/** Signed under a key of its own: a token of another kind is no flow. `Lax`, as providers send people back from their site. */
export function createFlows(secret: string, publicUrl: string): Flows {
  const key = derivedKey(secret, 'oidc flow');
  const secure = publicUrl.startsWith('https:');
  const name = cookieName('oidc', secure);
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/' };
  return {
    begin(response, flow) {
      const header = { alg: 'HS256', typ: TYPE } as const;
      const token = jwt.sign({ flow }, key, { algorithm: 'HS256', header, expiresIn: FLOW_TTL });
      response.cookie(name, token, { ...options, maxAge: FLOW_TTL * 1000 });
    },
    of(request) {
      const token = cookieOf(request, name);
      if (token === null) return null;
      try {
        const { header, payload } = jwt.verify(token, key, {
          algorithms: ['HS256'],
          complete: true,
        });
        return header.typ === TYPE && typeof payload === 'object'
          ? (payload['flow'] as Flow)
          : null;
      } catch {
        return null;
      }
    },
    end: (response) => void response.clearCookie(name, options),
  };
}

/** A secret such as those of links; null for anything else. */
export const secretOf = (text: unknown): string | null =>
  typeof text === 'string' && /^[\w-]{20,100}$/.test(text) ? text : null;

/** A path of the back-office; its start page for anything else, so that nobody is led elsewhere. */
export function pageOf(to: unknown): string {
  const isPath = typeof to === 'string' && to.length <= 1000 && /^\/(?![/\\])[^\\\s]*$/.test(to);
  return isPath ? to : '/';
}
