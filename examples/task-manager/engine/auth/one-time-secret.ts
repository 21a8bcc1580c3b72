import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody guesses, for a link or a code that is used once. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret, and found by it. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
