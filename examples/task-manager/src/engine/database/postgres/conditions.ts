import type { ColumnInfo } from '../../fields/column-info.js';
import type { Operator } from '../dialect.js';
import { COLUMN_TYPES } from './column-sql.js';
import { encode } from './values.js';

/** As the database's own types compare. The cast is for a column that its developer declared as `json`, which knows no equality. */
export function compare(
  column: string,
  operator: Operator,
  value: unknown,
  info: ColumnInfo,
  bind: (stored: unknown) => string,
): string {
  const bound = bind(encode(value, info));
  return info.type === 'json'
    ? `${column}::jsonb ${operator} ${bound}::jsonb`
    : `${column} ${operator} ${bound}`;
}

export const isJsonNull = (column: string): string => `${column}::jsonb = 'null'::jsonb`;

/** One parameter for the whole list, so that lists of every length share a statement. */
export const inList = (column: string, value: string, info: ColumnInfo): string =>
  `${info.type === 'json' ? `${column}::jsonb` : column} = ANY(${value}::${COLUMN_TYPES[info.type]}[])`;

/** An expression with the type of a column. */
export const cast = (expression: string, info: ColumnInfo): string =>
  `${expression}::${COLUMN_TYPES[info.type]}`;

/** An index of a column with collation "C" serves it. */
export const startsWith = (column: string, value: string): string => `${column} ^@ ${value}::text`;

/** As our indexes are made; the primary key's own index has no place for nulls. */
export function orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string {
  if (info?.role === 'id') return direction === 'ASC' ? column : `${column} DESC`;
  return direction === 'ASC' ? `${column} ASC NULLS FIRST` : `${column} DESC NULLS LAST`;
}

/**
 * `foldText(text)` contains `foldText(value)`; `fold` lowers all of Unicode. The "C" collation lowers ASCII alone and
 * fast, which is all that a needle of ASCII needs in text of ASCII.
 */
export function contains(
  fold: (text: string) => string,
  text: string,
  value: string,
  needle: 'ascii' | 'unicode',
): string {
  const needed = `${value}::text`;
  const folded = `strpos(${fold(text)}, ${fold(needed)}) > 0`;
  if (needle === 'unicode') return folded;
  const plain = `strpos(lower((${text}) COLLATE "C"), lower(${needed} COLLATE "C")) > 0`;
  return `(${plain} OR (octet_length(${text}) <> length(${text}) AND ${folded}))`;
}
