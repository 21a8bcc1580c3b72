import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../auth/derived-key.js';

/** What a challenge is answered for. */
export type Purpose = 'add' | 'prove' | 'factor' | 'sign-in';

/** A challenge that is valid, by which its use is noted. */
export interface Challenge {
  readonly nonce: string;
  /** Ms since 1970. */
  readonly expires: number;
}

/**
 * Challenges that need no row until they are answered rightly: strangers who ask for many fill no table. Each is signed for its
 * purpose and for `holder`, whom it is asked of; that none is used twice is for the caller to see to.
 */
export interface Challenges {
  issue(purpose: Purpose, holder: string): string;
  /** Null where it was not issued for this, or too long ago. */
  read(challenge: string, purpose: Purpose, holder: string): Challenge | null;
}

/** Seconds that people have for an answer. */
export const CHALLENGE_TTL = 300;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

export function createChallenges(secret: string, now: () => number): Challenges {
  const key = derivedKey(secret, 'passkey challenge');
  const sign = (head: Buffer, purpose: Purpose, holder: string): Buffer =>
    createHmac('sha256', key).update(head).update(`${purpose} ${holder}`).digest();
  return {
    issue(purpose, holder) {
      const head = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)]);
      head.writeUIntBE(now() + CHALLENGE_TTL * 1000, NONCE_BYTES, TIME_BYTES);
      return Buffer.concat([head, sign(head, purpose, holder)]).toString('base64url');
    },
    read(challenge, purpose, holder) {
      const bytes = Buffer.from(challenge, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      const expected = Buffer.concat([head, sign(head, purpose, holder)]);
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return null;
      const expires = head.readUIntBE(NONCE_BYTES, TIME_BYTES);
      const nonce = head.subarray(0, NONCE_BYTES).toString('base64url');
      return expires > now() ? { nonce, expires } : null;
    },
  };
}
