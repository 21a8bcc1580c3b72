import { hkdfSync } from 'node:crypto';

/** A key for one purpose, of so many bytes: whoever has it knows neither the secret nor another one (RFC 5869). */
export const derivedKey = (secret: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
