import { isKey, type ColumnInfo, type TypeInfo } from '../../fields/column-info.js';
import { SEPARATORS } from '../../fields/grouped-numbers.js';
import type { Operator, QueryDialect } from '../query-dialect.js';
import { escapeLike, quote } from '../steps/step.js';
import { castType } from './compile-step.js';
import type { Fold } from './trigrams.js';
import { asText, decode, encode, encodeList } from './values.js';

/**
 * As the database's types compare. The casts are for a column declared as `json`, which has no equality, for one of an enum, which
 * refuses every value but its own, and for one of short integers, which refuses long ones.
 */
function compare(
  column: string,
  operator: Operator,
  value: unknown,
  info: ColumnInfo,
  bind: (stored: unknown) => string,
): string {
  const bound = bind(encode(value, info));
  if (info.added) return `${compared(column, info)} ${operator} ${bound}::${info.added.comparedAs}`;
  if (info.type === 'json') return `${column}::jsonb ${operator} ${bound}::jsonb`;
  if (info.isShort) return `${column} ${operator} ${bound}::integer`;
  const isForeign = info.type === 'enum' && !info.values.includes(String(value));
  return `${isForeign ? `${column}::text` : column} ${operator} ${bound}`;
}

/** Types that are compared as another one; of a `varchar`, an index of the column serves its text. */
const COMPARED: Partial<Record<ColumnInfo['type'], string>> = { json: '::jsonb', enum: '::text' };

/** A column in the type in which its values are compared. */
function compared(column: string, { type, added }: TypeInfo): string {
  if (added) return added.comparedAs === added.column ? column : `${column}::${added.comparedAs}`;
  return `${column}${COMPARED[type] ?? ''}`;
}

const isJsonNull = (column: string): string => `${column}::jsonb = 'null'::jsonb`;

/** A single parameter for the whole list, so that lists of every length share a statement. */
const inList = (column: string, value: string, info: ColumnInfo): string =>
  `${compared(column, info)} = ANY(${value}::${info.added?.comparedAs ?? castType(info)}[])`;

/** An expression with the type of a column. */
const cast = (expression: string, info: ColumnInfo): string => `${expression}::${castType(info)}`;

/** Can use an index on a column with collation "C". */
const startsWith = (column: string, value: string): string => `${column}::text ^@ ${value}::text`;

/** A column by the clocks of a place; no date is before the year 1, or after 9999. */
const localTime = (column: string, timeZone: string): string =>
  `CASE WHEN ${column} IS NOT NULL THEN LEAST(GREATEST(${column} AT TIME ZONE ${timeZone}::text, ` +
  `'0001-01-01'::timestamp), '9999-12-31 23:59:59'::timestamp) END`;

/** Matches our indexes; the primary key's own index has no nulls. */
function orderBy(column: string, direction: 'ASC' | 'DESC', info?: ColumnInfo): string {
  if (info && isKey(info)) return direction === 'ASC' ? column : `${column} DESC`;
  return direction === 'ASC' ? `${column} ASC NULLS FIRST` : `${column} DESC NULLS LAST`;
}

/**
 * `foldText(text)` contains `foldText(value)`; `fold` lower-cases all of Unicode. The "C" collation lower-cases only ASCII,
 * but fast, which is all that an ASCII needle needs except for two letters with a capital outside ASCII: K (the Kelvin sign)
 * and I (with a dot). What depends on the needle alone is a subquery, which runs once and not per row.
 */
function contains(fold: Fold, text: string, value: string, needle: 'ascii' | 'unicode'): string {
  const needed = `${value}::text`;
  const folded = `strpos(${fold(text)}, ${fold(needed)}) > 0`;
  if (needle === 'unicode') return folded;
  // LIKE as an operator: without index support it has the same plan for all values.
  const plain = `lower((${text}) COLLATE "C") ~~ (SELECT '%' || ${escapeLike(`lower(${needed} COLLATE "C")`)} || '%')`;
  const beyondAscii = `octet_length(${text}) <> length(${text})`;
  return `(${plain} OR ((SELECT ${needed} ~ '[ikIK]') AND ${beyondAscii} AND ${folded}))`;
}

/** Queries of a server with this way to lower-case all of Unicode. */
export const queryDialect = (fold: Fold): QueryDialect => ({
  quote,
  placeholder: (index) => `$${index}`,
  unplanned: (placeholder) => placeholder,
  total: () => 'beside',
  cast,
  compare,
  equals: ({ isShort }) =>
    isShort ? (column, value) => `${column} = ${value}::integer` : undefined,
  isJsonNull,
  inList,
  startsWith,
  contains: (text, value, needle) => contains(fold, text, value, needle),
  ungrouped: (text) => `translate(${text}, '${SEPARATORS.join('')}', '')`,
  asText,
  sumOfIntegers: (column) => [`COALESCE(SUM(${column}), 0)`],
  periodOf(column, { type }, period, timeZone, bind) {
    const local = type === 'date' ? `${column}::timestamp` : localTime(column, bind(timeZone));
    const key = `date_trunc('${period}', ${local})`;
    return { key, text: `to_char(${key}, 'YYYY-MM-DD')` };
  },
  orderBy,
  bytes: ({ column, type, added }) =>
    added?.bytes(quote(column)) ??
    `octet_length(${type === 'json' ? `replace(${quote(column)}::text, ' ', '')` : quote(column)})`,
  page: (size, start) => ` LIMIT ${size} OFFSET ${start}`,
  lockRows: ' FOR UPDATE',
  changeRows: ' FOR NO KEY UPDATE',
  keepRows: ' FOR KEY SHARE',
  lockText: (text) => `SELECT pg_advisory_xact_lock(hashtextextended(${text}, 0))`,
  encode,
  decode,
  encodeList,
  json: () => null,
  jsonObject: () => null,
});
