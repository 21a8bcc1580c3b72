import { quoteName } from './quote.js';
import { isWord, type Token, tokensOf } from './sql-tokens.js';

/** The place of a fault in a piece of SQL. */
export interface SqlFault {
  readonly message: string;
  readonly index: number;
  readonly length: number;
}

/** Why a text is not one SQL expression; null if it can be one. Only the database knows its names and types. */
export function expressionFault(sql: string): SqlFault | null {
  const open: Token[] = [];
  const tokens = tokensOf(sql);
  const fault = (message: string, { start, end }: Pick<Token, 'start' | 'end'>): SqlFault => ({
    message,
    index: start,
    length: Math.max(1, end - start),
  });
  if (tokens.length === 0) return fault('is empty', { start: 0, end: sql.length });
  for (const token of tokens) {
    if (isWord(token, ';')) return fault('has more than one statement', token);
    if (isWord(token, "'", '"', '`')) return fault('has a quote that does not end', token);
    if (isWord(token, '(', '[')) open.push(token);
    if (!isWord(token, ')', ']')) continue;
    const pair = `${open.pop()?.value}${token.value}`;
    if (pair !== '()' && pair !== '[]') return fault(`has a \`${token.value}\` too many`, token);
  }
  const left = open.at(-1);
  return left ? fault(`does not close its \`${left.value}\``, left) : null;
}

const OPERATORS: readonly string[] = [
  '||',
  '+',
  '-',
  '*',
  '<',
  '<=',
  '>',
  '>=',
  '=',
  '<>',
  '(',
  ')',
  ',',
];
const FUNCTIONS: readonly string[] = [
  ...['ABS', 'COALESCE', 'LENGTH', 'LOWER', 'NULLIF', 'REPLACE', 'ROUND', 'TRIM', 'UPPER'],
  // Words before a bracket that are not functions.
  ...['AND', 'BETWEEN', 'ELSE', 'IN', 'NOT', 'OR', 'THEN', 'UNIQUE', 'WHEN', 'WHERE'],
];

/** Words that only PostgreSQL takes, at least in an index. */
const OF_POSTGRES: readonly string[] = ['NULLS', 'COLLATE', 'ILIKE', 'SIMILAR'];

/** Words that stand beside a name: without one of them, the second of two names is of PostgreSQL, such as `text_pattern_ops`. */
const BETWEEN_NAMES: readonly string[] = [
  ...[
    'AND',
    'OR',
    'NOT',
    'IS',
    'NULL',
    'TRUE',
    'FALSE',
    'DISTINCT',
    'FROM',
    'BETWEEN',
    'IN',
    'LIKE',
  ],
  ...['CASE', 'WHEN', 'THEN', 'ELSE', 'END', 'ASC', 'DESC', 'WHERE', 'UNIQUE'],
];

/**
 * Whether SQLite and PostgreSQL both take an expression: one of columns, texts, numbers, and operators and functions that mean
 * the same in both.
 */
export function isPortable(sql: string): boolean {
  const tokens = tokensOf(sql);
  return tokens.every((token, at) => {
    const { kind, value, quoted, start, end } = token;
    if (kind === 'number') return true;
    if (kind === 'text') return !/^e'/i.test(sql.slice(start));
    // `->` is an operator of its own, which has another meaning in each database.
    if (kind === 'sign') return OPERATORS.includes(value) && !(value === '-' && sql[end] === '>');
    if (isOperatorClass(tokens[at - 1], token) || isWord(token, ...OF_POSTGRES)) return false;
    if (quoted) return sql[start] === '"';
    return !isWord(tokens[at + 1], '(') || FUNCTIONS.includes(value.toUpperCase());
  });
}

const isOperatorClass = (before: Token | undefined, token: Token): boolean =>
  token.kind === 'name' &&
  (before?.kind === 'name' || isWord(before, ')')) &&
  !isWord(before, ...BETWEEN_NAMES) &&
  !isWord(token, ...BETWEEN_NAMES);

/** An expression with a column under its new name. */
export function withRenamed(sql: string, from: string, to: string): string {
  const isColumn = ({ kind, value, quoted }: Token): boolean =>
    kind === 'name' && (quoted ? value === from : value.toLowerCase() === from.toLowerCase());
  const written = /^[a-z_][a-z0-9_]*$/.test(to) ? to : quoteName(to);
  return tokensOf(sql)
    .filter(isColumn)
    .reduceRight((text, { start, end }) => text.slice(0, start) + written + text.slice(end), sql);
}

/** Whether an expression may name a column. */
export const namesColumn = (sql: string, column: string): boolean =>
  tokensOf(sql).some(
    ({ kind, value }) => kind === 'name' && value.toLowerCase() === column.toLowerCase(),
  );

/** Words of the names of types, which follow a cast. */
const TYPE_WORDS =
  /^(character|varying|varchar|text|char|bpchar|integer|int|bigint|smallint|numeric|decimal|double|precision|real|boolean|date|time|timestamp|timestamptz|with|without|zone|interval|uuid|json|jsonb|regclass)$/i;

/** Whether two expressions are the same but for brackets, casts, case and spaces, which PostgreSQL writes in its own way. */
export const isSameSql = (one: string, other: string): boolean => bareText(one) === bareText(other);

function bareText(sql: string): string {
  let isCast = false;
  return tokensOf(sql)
    .flatMap((token) => {
      isCast = isWord(token, '::') || (isCast && TYPE_WORDS.test(token.value));
      if (isCast || isWord(token, '(', ')')) return [];
      return [token.kind === 'text' ? `'${token.value}'` : token.value.toLowerCase()];
    })
    .join(' ');
}
