import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

/*
 * Texts that represent other types. Each function returns the one form in which such a value is stored and sent, or null for
 * an invalid text.
 */

/** Their patterns. The OpenAPI document states the same ones, so they have no flags and no named groups. */
export const PATTERNS = {
  date: /^(?!0000)\d{4}-\d\d-\d\d$/,
  time: /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/,
  datetime:
    /^((?!0000)\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
  uuid: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  color: /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
  email: /^[^\s@<>,;:"()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/,
  /** The host is bounded: parsing takes quadratic time in its length. */
  url: /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#\\]{1,512}([/?#\\]\S*)?$/,
} as const;

/** Default maximum of code points of a `string`, and of an email address. */
export const LENGTHS = { string: 255, email: 254 } as const;

/** The range of a signed 64-bit integer. */
export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

/** `YYYY-MM-DD`, a day that exists in the calendar. */
export function parseDate(text: string): string | null {
  return PATTERNS.date.test(text) && isoOf(`${text}T00:00:00.000Z`)?.startsWith(text) ? text : null;
}

/** `HH:MM:SS`; the seconds are optional. */
export function parseTime(text: string): string | null {
  const match = PATTERNS.time.exec(text);
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null;
}

/** ISO 8601 in UTC with milliseconds, or with microseconds where it has any; the text must state its offset. */
export function parseDatetime(text: string): string | null {
  const [, date, time, fraction = '', offset] = PATTERNS.datetime.exec(text) ?? [];
  if (!date || !time || !offset || !parseDate(date) || !parseTime(time)) return null;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const digits = fraction.slice(0, 6).padEnd(6, '0');
  const iso = isoOf(`${date}T${parseTime(time)}.${digits.slice(0, 3)}${zone.toUpperCase()}`);
  return iso && withMicroseconds(iso, digits.slice(3));
}

/** A moment in ISO form with the three digits behind its milliseconds, which it has unless they are zeros. */
export const withMicroseconds = (iso: string, digits: string): string =>
  digits === '000' ? iso : `${iso.slice(0, -1)}${digits}Z`;

/** The three digits behind the milliseconds of a moment in ISO form. */
export const microsecondsOf = (iso: string): string =>
  iso.length === FINE_MOMENT.length ? iso.slice(-4, -1) : '000';

/** A moment in ISO form without its microseconds. */
export const inMilliseconds = (iso: string): string =>
  microsecondsOf(iso) === '000' ? iso : `${iso.slice(0, -4)}Z`;

const FINE_MOMENT = '2026-01-31T07:30:00.123456Z';

/** Lower case. */
export function parseUuid(text: string): string | null {
  return PATTERNS.uuid.test(text) ? text.toLowerCase() : null;
}

/** `#rrggbb` in lower case; `#abc` is short for `#aabbcc`. */
export function parseColor(text: string): string | null {
  const digits = PATTERNS.color.exec(text)?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** A 64-bit integer without leading zeros. */
export function parseBigint(text: string): string | null {
  if (!/^-?\d{1,30}$/.test(text)) return null;
  const value = BigInt(text);
  return value >= INT64.min && value <= INT64.max ? String(value) : null;
}

/** An integer that JavaScript holds exactly. */
export function parseInteger(text: string): number | null {
  if (!/^-?\d{1,16}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) + 0 : null;
}

/** Any finite number in JSON's notation. */
export function parseNumber(text: string): number | null {
  // Unambiguous: if digits could match in two ways, a long text of digits would take quadratic time.
  if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  return Number.isFinite(Number(text)) ? Number(text) + 0 : null;
}

/** The whole part of what `parseNumber` takes, rounded down with all its digits, and whether there is nothing behind it. */
export function parseExact(text: string): { readonly whole: bigint; readonly isWhole: boolean } {
  const [, sign, before = '', behind = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)!;
  const digits = (before + behind).replace(/^0+/, '');
  if (digits === '') return { whole: 0n, isWhole: true };
  const shift = Number(exponent) - behind.length;
  // No more than a few hundred: the number is finite.
  const all = shift > 0 ? digits + '0'.repeat(shift) : digits;
  const cut = Math.max(0, all.length + Math.min(shift, 0));
  const size = BigInt(all.slice(0, cut) || '0');
  const isWhole = /^0*$/.test(all.slice(cut));
  if (sign === '') return { whole: size, isWhole };
  return { whole: isWhole ? -size : -size - 1n, isWhole };
}

/**
 * Control and format characters, those that change the direction of text among them, others that show nothing (UTS #39), and
 * code points without a character, of which nobody knows what they will look like.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Something that a mail can be sent to, and that does not only look like it: one address is not to pass for another. */
export const isEmail = (text: string): boolean =>
  lengthOf(text) <= LENGTHS.email && PATTERNS.email.test(text) && !UNSEEN.test(text);

/** An absolute http or https URL. Its host is bounded before parsing, which takes quadratic time in its length. */
export const isUrl = (text: string): boolean => PATTERNS.url.test(text) && canParse(text);

/** Not `URL.canParse`: once optimised, that of Node.js 20 refuses letters such as `ä`. */
function canParse(text: string): boolean {
  try {
    new URL(text);
    return true;
  } catch {
    return false;
  }
}

/** Code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** ISO form of a datetime between the years 1 and 9999, null for any other. */
function isoOf(text: string): string | null {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  const iso = new Date(time).toISOString();
  return /^\d{4}-/.test(iso) && !iso.startsWith('0000') ? iso : null;
}

const load = createRequire(import.meta.url);
const compiled = new Map<string, (text: string) => boolean>();

/**
 * Whether a pattern occurs somewhere in a text. Uses RE2, whose time is linear: JavaScript's own expressions can take years
 * for a text of some forty letters. Throws for an invalid pattern; loaded with the first model that has one.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const known = compiled.get(pattern);
  if (known) return known;
  const { RE2JS } = load('re2js') as typeof Re2;
  const expression = RE2JS.compile(pattern);
  const matches = (text: string): boolean => expression.matcher(text).find();
  compiled.set(pattern, matches);
  return matches;
}
