import { createHash, randomBytes } from 'node:crypto';

/** A secret that nobody guesses, for a link or a code that is used once. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The digest by which a secret is stored and found. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
