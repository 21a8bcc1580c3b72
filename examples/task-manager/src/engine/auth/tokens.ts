import { createSecretKey, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';

/** What a valid token says: whose it is, and of which version. */
export interface TokenClaims {
  readonly userId: number;
  readonly version: string;
  /** Of the sign-in that the token came from. */
  readonly session: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

export interface Tokens {
  /** Seconds that a new token lives. */
  readonly ttl: number;
  issue(userId: number, version: string): string;
  /** The claims of a token that this service signed and that has not expired, else null. */
  verify(token: string): TokenClaims | null;
}

const REMEMBERED_TOKENS = 10_000;

/** JWT by HMAC SHA-256 and nothing else. */
export function createTokens(secret: string, ttl: number): Tokens {
  // A KeyObject: a text would be made one for every signature.
  const key = createSecretKey(secret, 'utf8');
  const verified = new LRUCache<string, TokenClaims>({ max: REMEMBERED_TOKENS });

  return {
    ttl,
    issue: (userId, version) =>
      jwt.sign({ ver: version, sid: randomBytes(12).toString('base64url') }, key, {
        algorithm: 'HS256',
        subject: String(userId),
        expiresIn: ttl,
      }),
    verify(token) {
      const claims = verified.get(token) ?? readClaims(token, key);
      if (claims === null || claims.expires <= Date.now() / 1000) return null;
      verified.set(token, claims);
      return claims;
    },
  };
}

function readClaims(token: string, key: ReturnType<typeof createSecretKey>): TokenClaims | null {
  try {
    const claims = jwt.verify(token, key, { algorithms: ['HS256'] });
    if (typeof claims === 'string') return null;
    // A token of an older version names no session: it is one by itself.
    const { sub, iat, exp, ver, sid = token.slice(token.lastIndexOf('.')) } = claims;
    if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub)) return null;
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof ver !== 'string') return null;
    if (typeof sid !== 'string') return null;
    return { userId: Number(sub), version: ver, session: sid, expires: exp };
  } catch {
    return null;
  }
}
