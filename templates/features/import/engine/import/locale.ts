import { offsetAt } from '../fields/periods.js';
import type { Cell } from './cells.js';

/** The orders in which a file may write dates: years, months and days. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

/** How a file writes numbers and dates. */
export interface Locale {
  readonly decimal: Decimal;
  readonly dates: DateOrder;
  /** The time zone of datetimes without an offset. */
  readonly timeZone: string;
}

/** The facts that a guess is made from. */
export interface LocaleHints {
  /** Cells of columns for numbers, and for dates. */
  readonly numbers: readonly Cell[];
  readonly dates: readonly Cell[];
  /** The separator of a text file. */
  readonly separator: string | null;
  /** The language of whoever brings the file. */
  readonly language: string | null;
}

/**
 * The decimal sign: as numbers show that can be read in one way only, else as the file is otherwise. Commas between cells mean
 * points in numbers, as in what an export writes.
 */
export function guessDecimal({ numbers, separator, language }: LocaleHints): Decimal {
  const texts = numbers.filter((cell) => typeof cell === 'string');
  const points = texts.filter((text) => mustBe('.', text)).length;
  const commas = texts.filter((text) => mustBe(',', text)).length;
  if (points !== commas) return points > commas ? '.' : ',';
  if (separator === ',' || separator === null) return '.';
  if (language !== null) return decimalOf(language);
  return separator === ';' ? ',' : '.';
}

/** Whether a number has this decimal sign, and cannot be read with the other one. */
function mustBe(sign: Decimal, text: string): boolean {
  const other = sign === '.' ? ',' : '.';
  return readNumber(text, sign) !== null && readNumber(text, other) === null && text.includes(sign);
}

function decimalOf(language: string): Decimal {
  const found = new Intl.NumberFormat(language)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal');
  return found?.value === ',' ? ',' : '.';
}

/** The order of dates, in the same way: ISO dates go in any case. */
export function guessDates({ dates, language }: LocaleHints): DateOrder {
  const texts = dates.filter((cell) => typeof cell === 'string');
  const parts = texts.flatMap((text) => {
    const found = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}\b/.exec(text.trim());
    return found ? [{ first: Number(found[1]), sign: found[2]!, second: Number(found[3]) }] : [];
  });
  if (parts.length === 0) return 'ymd';
  if (parts.some(({ first }) => first > 12)) return 'dmy';
  if (parts.some(({ second }) => second > 12)) return 'mdy';
  if (parts.some(({ sign }) => sign === '.')) return 'dmy';
  return language !== null && monthIsFirst(language) ? 'mdy' : 'dmy';
}

const monthIsFirst = (language: string): boolean =>
  new Intl.DateTimeFormat(language)
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month')?.type === 'month';

/** A language as browsers name it; null for what is none. */
export function knownLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** The signs that group thousands, by the decimal sign. */
const GROUPS = { '.': ",'’ \u00a0\u202f", ',': ".'’ \u00a0\u202f" } as const;

const numberForm = (sign: Decimal): RegExp =>
  new RegExp(
    `^([+-]?)(?:(\\d{1,3}(?:([${GROUPS[sign]}])\\d{3})(?:\\3\\d{3})*)|(\\d+)|(?=\\${sign}\\d))(?:\\${sign}(\\d*))?(e[+-]?\\d+)?$`,
    'i',
  );

const NUMBERS = { '.': numberForm('.'), ',': numberForm(',') };

/** A number in the form of JSON (`1234.5`), or null: none of its digits is lost, and nothing else is left out. */
export function readNumber(text: string, decimal: Decimal): string | null {
  const found = NUMBERS[decimal].exec(text.trim().replace('\u2212', '-'));
  if (!found) return null;
  const [, sign = '', grouped, group, plain, fraction = '', exponent = ''] = found;
  const whole = grouped?.replaceAll(group!, '') ?? plain ?? '0';
  return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
}

/** A date as `2026-01-31`, which may not be in the calendar; null for what is none. */
export function readDate(text: string, order: DateOrder): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(trimmed);
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!);
  const found = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})$/.exec(trimmed);
  if (!found || order === 'ymd') return null;
  const [, first, , second, year] = found;
  return order === 'dmy' ? dateOf(year!, second!, first!) : dateOf(year!, first!, second!);
}

const dateOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** A time as `07:30:00`; null for what is none. */
export function readTime(text: string): string | null {
  const found = /^(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap])\.?m\.?)?$/i.exec(text.trim());
  if (!found) return null;
  const [, hours, minutes, seconds = '00', half] = found;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return null;
  const whole = half ? (hour % 12) + (/p/i.test(half) ? 12 : 0) : hour;
  return `${String(whole).padStart(2, '0')}:${minutes}:${seconds}`;
}

/** A moment without an offset, `2026-01-31T07:30:00.000`; null for what is none. */
export function readLocalMoment(text: string, order: DateOrder): string | null {
  const [, day, time, fraction = ''] =
    /^(\S+?(?: ?\S+?)??)(?:(?:T|,? )(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?)(?:\.(\d{1,3})\d*)?)?$/i.exec(
      text.trim(),
    ) ?? [];
  const date = day === undefined ? null : readDate(day, order);
  const clock = time === undefined ? '00:00:00' : readTime(time);
  return date && clock && `${date}T${clock}.${fraction.padEnd(3, '0')}`;
}

const DAY = 86_400_000;

/** A moment of a time zone as ISO in UTC; of an hour that comes twice the first. Null for a day that does not exist. */
export function inZone(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted) || new Date(wanted).toISOString() !== `${local}Z`) return null;
  const second = Math.floor(wanted / 1000) * 1000;
  const before = offsetAt(timeZone, second - DAY);
  const after = offsetAt(timeZone, second + DAY);
  const exact = [before, after].find((offset) => offsetAt(timeZone, second - offset) === offset);
  return new Date(wanted - (exact ?? before)).toISOString();
}
