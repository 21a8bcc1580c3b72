import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from '../auth/derived-key.js';
import type { NumericId } from '../fields/record-id.js';

/** Keeps secrets of users as texts that only this service can read. */
export interface Sealing {
  seal(userId: NumericId, secret: Buffer): string;
  /** Null where neither key is that of the text, or it is another user's. */
  open(userId: NumericId, text: string): Buffer | null;
  /** Whether it is sealed under the present key. */
  isCurrent(text: string): boolean;
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a key derived from the service's secret; what the former secret sealed can be opened, too. */
export function createSealing(secret: string, former: string | null): Sealing {
  const current = keyOf(secret);
  const keys = former === null ? [current] : [current, keyOf(former)];
  return {
    seal(userId, plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(
        owner(current, userId),
      );
      const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return `${current.id}.${sealed.toString('base64url')}`;
    },
    open(userId, text) {
      const [id, rest = ''] = text.split('.');
      const key = keys.find((one) => one.id === id);
      return key ? decrypted(key, userId, Buffer.from(rest, 'base64url')) : null;
    },
    isCurrent: (text) => text.startsWith(`${current.id}.`),
  };
}

function decrypted(key: Key, userId: NumericId, sealed: Buffer): Buffer | null {
  try {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv, { authTagLength: TAG_BYTES })
      .setAAD(owner(key, userId))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = sealed.subarray(IV_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return null;
  }
}

/** Whose it is: nobody can put the secret of one user into the row of another. */
const owner = ({ id }: Key, userId: NumericId): Buffer => Buffer.from(`${id}.${userId}`);

const keyOf = (secret: string): Key => ({
  id: derivedKey(secret, 'two-factor key id', 6).toString('base64url'),
  bytes: derivedKey(secret, 'two-factor key'),
});
