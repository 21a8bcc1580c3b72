import type { ColumnInfo } from '../../fields/column-info.js';
import { SEPARATORS } from '../../fields/grouped-numbers.js';
import { UTC, type Period } from '../../fields/periods.js';
import type { Operator, QueryDialect } from '../query-dialect.js';
import { escapeLike, quote, quoteText } from '../steps/step.js';
import { asText, decode, encode, encodeList, formsOf, json, jsonObject } from './values.js';

/**
 * A datetime stored by plain SQL may lack its milliseconds: the two forms sort next to each other as texts. JSON is stored as
 * written: one value can have many texts.
 */
function compare(
  column: string,
  operator: Operator,
  value: unknown,
  info: ColumnInfo,
  bind: (stored: unknown) => string,
): string {
  const stored = encode(value, info);
  if (info.type === 'json')
    return `canonical_json(${column}) ${operator} canonical_json(${bind(stored)})`;
  if (info.type !== 'datetime') return `${column} ${operator} ${bind(stored)}`;
  const [first, last] = formsOf(String(stored));
  if (operator === '=') return `${column} BETWEEN ${bind(first)} AND ${bind(last)}`;
  return `${column} ${operator} ${bind(operator === '<' || operator === '>=' ? first : last)}`;
}

/** JSON allows this whitespace around a value. */
const isJsonNull = (column: string): string => `trim(${column}, ' ' || char(9, 10, 13)) = 'null'`;

/** A single parameter for the whole list, so that lists of every length share a statement. */
function inList(column: string, value: string, { type }: ColumnInfo): string {
  if (type === 'json')
    return `canonical_json(${column}) IN (SELECT canonical_json(value) FROM json_each(${value}))`;
  // JSON integers would be read in full, while a stored double only keeps the first 16 digits.
  const item = type === 'float' || type === 'decimal' ? 'CAST(value AS REAL)' : 'value';
  return `${column} IN (SELECT ${item} FROM json_each(${value}))`;
}

/**
 * A range, so that an index can be used: all texts with the prefix sort below the prefix followed by a byte that UTF-8 never
 * uses.
 */
const startsWith = (column: string, value: string): string =>
  `(${column} >= ${value} AND ${column} < ${value} || CAST(x'FF' AS TEXT))`;

/**
 * `foldText(text)` contains `foldText(value)`. LIKE only folds ASCII, but fast. That is all an ASCII needle needs, except for
 * two letters with a capital outside ASCII: K (the Kelvin sign) and I (with a dot). Only rows with characters outside ASCII
 * are folded by our function, five times slower.
 */
function contains(text: string, value: string, needle: 'ascii' | 'unicode'): string {
  const beyondAscii = `octet_length(${text}) <> length(${text})`;
  const folded = `instr(unicode_fold(${text}), unicode_fold(${value})) > 0`;
  if (needle === 'ascii') {
    const like = `${text} LIKE '%' || ${escapeLike(value)} || '%' ESCAPE '\\'`;
    return `(${like} OR (${value} GLOB '*[ikIK]*' AND ${beyondAscii} AND ${folded}))`;
  }
  const plain = `instr(lower(${text}), unicode_fold(${value})) > 0`;
  return `CASE WHEN ${beyondAscii} THEN ${folded} ELSE ${plain} END`;
}

const orderBy = (column: string, direction: 'ASC' | 'DESC'): string =>
  direction === 'ASC' ? column : `${column} DESC`;

/** Not `LIMIT ?` alone: SQLite plans by its value, and so parses the statement again each time. */
const page = (size: string, start: string): string => ` LIMIT ${size} + 0 OFFSET ${start}`;

/** The sum in 32-bit halves: the sum of whole values may overflow SQLite's integers. */
function sumOfIntegers(column: string): readonly string[] {
  const [upper, lower] = [`SUM(${column} >> 32)`, `SUM(${column} & 4294967295)`];
  return [`COALESCE(${upper} + (${lower} >> 32), 0)`, `COALESCE(${lower} & 4294967295, 0)`];
}

/** Texts of days begin with their year and their month; what else there is to know is left to JavaScript. */
const periodOf: QueryDialect['periodOf'] = (column, { type }, period, timeZone, bind) => {
  const isPlain = type === 'date' || timeZone === UTC;
  const begin = isPlain ? BEGINS[period] : undefined;
  if (begin) {
    const key = `substr(${column}, 1, ${begin.length})`;
    return { key, text: `${key} || '${begin.rest}'` };
  }
  const zone = type === 'date' ? quoteText(UTC) : bind(timeZone);
  const key = `start_of_period(${column}, '${period}', ${zone})`;
  return { key, text: key };
};

/** How many characters of a day are those of a period, and what makes its first day of them. */
const BEGINS: Readonly<
  Partial<Record<Period, { readonly length: number; readonly rest: string }>>
> = {
  year: { length: 4, rest: '-01-01' },
  month: { length: 7, rest: '-01' },
  day: { length: 10, rest: '' },
};

/** Queries of SQLite. */
export const queryDialect: QueryDialect = {
  quote,
  placeholder: (index) => `?${index}`,
  // SQLite with statistics looks at bound values, and so parses the statement again for each new value.
  unplanned: (placeholder) => `+${placeholder}`,
  total: () => 'apart',
  cast: (expression) => expression,
  compare,
  isJsonNull,
  inList,
  startsWith,
  contains,
  ungrouped: (text) => SEPARATORS.reduce((sql, one) => `replace(${sql}, '${one}', '')`, text),
  asText,
  sumInRange: (column) => `in_range(SUM(${column}))`,
  sumOfIntegers,
  periodOf,
  orderBy,
  // Read from the row header, without the pages that hold a long value.
  bytes: ({ column, added }) => added?.bytes(quote(column)) ?? `octet_length(${quote(column)})`,
  page,
  lockRows: '',
  changeRows: '',
  keepRows: '',
  lockText: () => null,
  encode,
  decode,
  encodeList,
  json,
  jsonObject,
};
