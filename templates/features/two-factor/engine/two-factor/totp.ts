import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds that a code is for. */
export const PERIOD = 30;
export const DIGITS = 6;
/** Steps before and after the present one whose codes are taken, too: clocks differ, and people type. */
const TOLERANCE = 1;
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret, as bytes. */
export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The number of the period that a time falls into. */
export const stepAt = (ms: number): number => Math.floor(ms / 1000 / PERIOD);

/** The code of a step: HOTP (RFC 4226) of the time, as RFC 6238 has it. */
export function codeAt(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is, of those that are valid now; null where it is of none. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const given = Buffer.from(code.replace(/\s/g, ''));
  if (given.length !== DIGITS) return null;
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++)
    if (timingSafeEqual(given, Buffer.from(codeAt(secret, step)))) found = step;
  return found;
}

/** What an authenticator app reads from a QR code. */
export function appUri(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  const facts = new URLSearchParams({
    ...{ secret: base32(secret), issuer, algorithm: 'SHA1' },
    ...{ digits: String(DIGITS), period: String(PERIOD) },
  });
  // Apps show the plus signs of a form.
  return `otpauth://totp/${label}?${String(facts).replaceAll('+', '%20')}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in the alphabet of RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}
