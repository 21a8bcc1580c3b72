import type { ColumnInfo } from '../../fields/column-info.js';
import type { Operator } from '../dialect.js';
import { formsOf, encode } from './values.js';

/**
 * A moment that plain SQL stored may lack its milliseconds: the two forms stand next to each other as texts. JSON is stored
 * as it was written: as text it has many forms of one value.
 */
export function compare(
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

/** JSON allows these around a value. */
export const isJsonNull = (column: string): string =>
  `trim(${column}, ' ' || char(9, 10, 13)) = 'null'`;

/** One parameter for the whole list, so that lists of every length share a statement. */
export function inList(column: string, value: string, { type }: ColumnInfo): string {
  if (type === 'json')
    return `canonical_json(${column}) IN (SELECT canonical_json(value) FROM json_each(${value}))`;
  // JSON's whole numbers would be read to the last digit, of which a stored double has only the first 16.
  const item = type === 'float' || type === 'decimal' ? 'CAST(value AS REAL)' : 'value';
  return `${column} IN (SELECT ${item} FROM json_each(${value}))`;
}

/** A range, so that an index serves it: no text with that prefix stands above the prefix and a byte that UTF-8 lacks. */
export const startsWith = (column: string, value: string): string =>
  `(${column} >= ${value} AND ${column} < ${value} || CAST(x'FF' AS TEXT))`;

/**
 * `foldText(text)` contains `foldText(value)`. LIKE folds ASCII alone and fast. That is all an ASCII needle needs, but
 * for two letters with a capital outside ASCII: K (the Kelvin sign) and I (with a dot). Only rows that hold other
 * characters than ASCII are folded by our function, five times slower.
 */
export function contains(text: string, value: string, needle: 'ascii' | 'unicode'): string {
  const beyondAscii = `octet_length(${text}) <> length(${text})`;
  const folded = `instr(unicode_fold(${text}), unicode_fold(${value})) > 0`;
  if (needle === 'ascii') {
    const like = `${text} LIKE '%' || ${escapeLike(value)} || '%' ESCAPE '\\'`;
    return `(${like} OR (${value} GLOB '*[ikIK]*' AND ${beyondAscii} AND ${folded}))`;
  }
  const plain = `instr(lower(${text}), unicode_fold(${value})) > 0`;
  return `CASE WHEN ${beyondAscii} THEN ${folded} ELSE ${plain} END`;
}

export const orderBy = (column: string, direction: 'ASC' | 'DESC'): string =>
  direction === 'ASC' ? column : `${column} DESC`;

/** Not `LIMIT ?` alone: SQLite plans by its value, and so parses the statement again each time. */
export const page = (size: string, start: string): string => ` LIMIT ${size} + 0 OFFSET ${start}`;

const escapeLike = (value: string): string =>
  `replace(replace(replace(${value}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
