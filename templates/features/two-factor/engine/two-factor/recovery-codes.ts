import { createHash, randomBytes } from 'node:crypto';
import { base32 } from './totp.js';

/** How many a user gets. */
export const RECOVERY_CODES = 10;
/** 120 bits: nobody can guess one, even from its hash. */
const BYTES = 15;

/** New recovery codes, as people see them: `ABCDEF-GHIJKL-MNOPQR-STUVWX`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(BYTES)).replace(/.{6}(?!$)/g, '$&-'),
  );

/** What is kept of a recovery code; the same however it is typed. */
export const hashOf = (code: string): string =>
  createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest('base64url');
