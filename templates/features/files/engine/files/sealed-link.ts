import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from '../auth/derived-key.js';
import type { Width } from './storage/storage.js';

/** What a link says: which file of which field it opens, and for whom. */
export interface LinkClaims {
  /** The credentials with which it was asked for, as its caller sent them: they are asked again when it is used. */
  readonly authorization: string | null;
  readonly userId: number;
  /** The path of the model. */
  readonly model: string;
  readonly id: string;
  readonly field: string;
  readonly file: string;
  readonly width: Width | null;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Links that nobody can make, change or read but the service. */
export interface Links {
  seal(claims: LinkClaims): string;
  /** Null for what is none, and for one whose time is over. */
  open(text: string): LinkClaims | null;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A link is encrypted, as it has credentials in it, and authentic by the same key. */
export function createLinks(secret: string, now = Date.now): Links {
  const key = derivedKey(secret, 'file links');
  return {
    seal(claims) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const body = [cipher.update(JSON.stringify(claims), 'utf8'), cipher.final()];
      return Buffer.concat([iv, ...body, cipher.getAuthTag()]).toString('base64url');
    },
    open(text) {
      const plain = opened(Buffer.from(text, 'base64url'), key);
      const claims = plain === null ? null : (JSON.parse(plain) as LinkClaims);
      return claims && claims.expires > now() ? claims : null;
    },
  };
}

function opened(sealed: Buffer, key: Buffer): string | null {
  if (sealed.length < IV_BYTES + TAG_BYTES) return null;
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const body = sealed.subarray(IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
