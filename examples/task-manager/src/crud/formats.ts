/*
 * Texts that stand for something else. Each function gives the one form in which such a value is stored and answered,
 * or null for a text that is none.
 */

/** `YYYY-MM-DD`, a day that the calendar has. */
export function parseDate(text: string): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isoOf(`${text}T00:00:00.000Z`)?.startsWith(text)
    ? text
    : null;
}

/** `HH:MM:SS`; the seconds may be left out. */
export function parseTime(text: string): string | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  return match ? `${match[1]}:${match[2]}:${match[3] ?? '00'}` : null;
}

const DATETIME =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** ISO 8601 in UTC with milliseconds; the text must name its offset. */
export function parseDatetime(text: string): string | null {
  const [, date, time, fraction = '', offset] = DATETIME.exec(text) ?? [];
  if (!date || !time || !offset || !parseDate(date) || !parseTime(time)) return null;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  return isoOf(
    `${date}T${parseTime(time)}.${fraction.slice(0, 3).padEnd(3, '0')}${zone.toUpperCase()}`,
  );
}

/** Lower case. */
export function parseUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** A whole number of 64 bits, without leading zeros. */
export function parseBigint(text: string): string | null {
  if (!/^-?\d{1,30}$/.test(text)) return null;
  const value = BigInt(text);
  return value >= INT64.min && value <= INT64.max ? String(value) : null;
}

/** A whole number that JavaScript holds exactly. */
export function parseInteger(text: string): number | null {
  if (!/^-?\d{1,16}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) + 0 : null;
}

/** Any finite number in JSON's notation. */
export function parseNumber(text: string): number | null {
  // Each digit can be matched in one way only: with two, a long text of digits would take the square of its length.
  if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  return Number.isFinite(Number(text)) ? Number(text) + 0 : null;
}

/** Something that a mail can be sent to. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);

/** An absolute address of the web. Its host is bounded before it is parsed: that takes the square of the host's length. */
export const isUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/?#\\]{1,512}([/?#\\]|$)/i.test(text) && !/\s/.test(text) && URL.canParse(text);

/** Code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** ISO form of a moment between the years 1 and 9999, null for any other. */
function isoOf(text: string): string | null {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  const iso = new Date(time).toISOString();
  return /^\d{4}-/.test(iso) && !iso.startsWith('0000') ? iso : null;
}
