import type { Dialect } from '../database/dialect.js';
import type { Operator } from '../database/query-dialect.js';
import { microsecondsOf } from '../fields/formats.js';

/** How a database binds and prints moments with microseconds, and finds those that other programs have stored. */
export interface FineMoments {
  /** What the engine binds for a moment in milliseconds, with the microseconds of the moment. */
  stored(milliseconds: string, iso: string): string;
  /** A list of bound moments as a single parameter. */
  list(stored: readonly string[]): unknown;
  compare(
    column: string,
    operator: Operator,
    stored: string,
    bind: (value: unknown) => string,
  ): string;
  /** A column as the text of its moments in ISO form; `plain` is the engine's expression for milliseconds. */
  text(column: string, plain: string): string;
}

const postgres: FineMoments = {
  stored: (milliseconds, iso) => `${milliseconds.slice(0, -1)}${microsecondsOf(iso)}Z`,
  list: (stored) => stored,
  compare: (column, operator, stored, bind) => `${column} ${operator} ${bind(stored)}`,
  text: (column) =>
    `regexp_replace(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '000$', '') || 'Z'`,
};

/** Six digits behind the point, as some programs write them. */
const SIX_DIGITS = `*.${'[0-9]'.repeat(6)}`;

/** The texts of a moment have any number of zeros at their end, and sort next to each other: the shortest and the longest. */
const endsOf = (stored: string): readonly [first: string, last: string] => [
  stored.replace(/\.?0+$/, ''),
  stored.padEnd('2026-01-31 07:30:00.123456'.length, '0'),
];

/** All texts of a moment. */
function formsOf(stored: string): readonly string[] {
  const [first, last] = endsOf(stored);
  const lengths = [19, 21, 22, 23, 24, 25, 26].filter((length) => length >= first.length);
  return lengths.map((length) => last.slice(0, length));
}

const sqlite: FineMoments = {
  stored: (milliseconds, iso) =>
    microsecondsOf(iso) === '000' ? milliseconds : `${milliseconds}${microsecondsOf(iso)}`,
  list: (stored) => JSON.stringify(stored.flatMap(formsOf)),
  compare(column, operator, stored, bind) {
    const [first, last] = endsOf(stored);
    if (operator === '=') return `${column} BETWEEN ${bind(first)} AND ${bind(last)}`;
    return `${column} ${operator} ${bind(operator === '<' || operator === '>=' ? first : last)}`;
  },
  text: (column, plain) =>
    `CASE WHEN ${column} GLOB '${SIX_DIGITS}' AND ${column} NOT GLOB '*000' ` +
    `THEN replace(${column}, ' ', 'T') || 'Z' ELSE ${plain} END`,
};

/** Moments with microseconds in each database. */
export const FINE_MOMENTS: Readonly<Record<Dialect['name'], FineMoments>> = { sqlite, postgres };
