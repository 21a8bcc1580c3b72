import { dayIn } from '../fields/periods.js';

/** The pattern of a series: `INV-{year}-{0000}`. */
export interface Pattern {
  /** The texts around the number, with `{year}` and `{month}`. */
  readonly before: string;
  readonly after: string;
  /** The fewest digits of the number: with zeros in front, if it has fewer. */
  readonly digits: number;
  /** The part of a day (`2026-11-30`) by which numbers begin at 1 again: its first so many characters. */
  readonly period: 0 | 4 | 7;
}

/** A pattern has one number, and may have the year, or the year and the month; null for any other text. */
export function patternIn(text: string): Pattern | null {
  const [, before, zeros, after] = /^([^]*)\{(0{1,12})\}([^]*)$/.exec(text) ?? [];
  if (before === undefined || zeros === undefined || after === undefined) return null;
  const around = `${before}${after}`;
  const names = [...around.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (/[{}]/.test(around.replaceAll(/\{(?:year|month)\}/g, ''))) return null;
  if (names.includes('month') && !names.includes('year')) return null;
  const period = names.includes('month') ? 7 : names.includes('year') ? 4 : 0;
  return { before, after, digits: zeros.length, period };
}

/** The fixed texts of the numbers of a period. */
export interface Texts {
  /** `2026`, `2026-11`, or nothing. */
  readonly period: string;
  readonly before: string;
  readonly after: string;
}

/** The texts of the numbers of a moment, in milliseconds since 1970. */
export function textsAt(pattern: Pattern, moment: number, timeZone: string): Texts {
  const day = dayIn(timeZone, moment);
  const filled = (text: string) =>
    text.replaceAll('{year}', day.slice(0, 4)).replaceAll('{month}', day.slice(5, 7));
  const period = day.slice(0, pattern.period);
  return { period, before: filled(pattern.before), after: filled(pattern.after) };
}

/** A number as its records have it: `INV-2026-0042`. */
export const numberText = ({ digits }: Pattern, { before, after }: Texts, number: number): string =>
  `${before}${String(number).padStart(digits, '0')}${after}`;
