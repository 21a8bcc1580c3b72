import type { Column, DatabaseKind } from './database.js';
import { arrayItems } from './array-literal.js';
import { exactText } from '../model/exact-number.js';
import { behindBracket, isWord, splitTokens, type Token, tokensOf } from '../model/sql-tokens.js';
import type { TypeGuess } from './guess-type.js';
import type { Word } from './draft.js';

/** The default of a field; null where the database has one that no field says. */
export function guessDefault(
  { default: sql }: Pick<Column, 'default'>,
  { type, items, length, values }: Pick<TypeGuess, 'type' | 'items' | 'length' | 'values'>,
  database: DatabaseKind,
): Word | null | undefined {
  if (sql === null) return undefined;
  const tokens = bare(tokensOf(sql));
  if (tokens.length === 1 && isWord(tokens[0], 'NULL')) return undefined;
  const literal = literalOf(tokens, database);
  if (type === 'list') return listOf(tokens, literal, items, database);
  switch (type) {
    case 'datetime':
      return isMomentOf(tokens) ? 'now' : null;
    case 'date':
      if (isMomentOf(tokens)) return 'today';
      return literal !== null && /^\d{4}-\d\d-\d\d$/.test(literal) ? literal : null;
    case 'time':
      return literal !== null && /^\d\d:\d\d:\d\d$/.test(literal) ? literal : null;
    case 'boolean':
      return literal === null ? null : (BOOLEANS[literal.toLowerCase()] ?? null);
    case 'integer':
    case 'float':
    case 'decimal':
    case 'bigint': {
      const number =
        type === 'integer' || type === 'bigint' ? /^-?\d{1,15}$/ : /^-?\d{1,12}(\.\d+)?$/;
      const plain =
        type === 'bigint' ? literal : literal?.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
      return plain !== undefined && plain !== null && number.test(plain) ? plain : null;
    }
    case 'exact':
      return literal !== null && exactText(literal, null) !== null ? literal : null;
    case 'enum':
      return literal !== null && values.includes(literal) ? literal : null;
    case 'string':
    case 'text':
      return literal !== null && [...literal].length <= (length ?? 255) ? literal : null;
    case 'native':
      return literal;
    case 'json':
      return literal !== null && isJson(literal) ? literal : null;
    default:
      return null;
  }
}

/** A list as JSON, of `'{a,b}'` or of `ARRAY['a', 'b']`. */
function listOf(
  tokens: readonly Token[],
  literal: string | null,
  items: TypeGuess['items'],
  database: DatabaseKind,
): string | null {
  const texts = arrayOf(tokens, database) ?? (literal === null ? null : arrayItems(literal));
  const values = texts?.map((text) => (text === null ? undefined : jsonItem(text, items)));
  return !values || values.includes(undefined) ? null : JSON.stringify(values);
}

/** The items of `ARRAY['a', 'b']`, with a cast behind it or without; null for anything else. */
function arrayOf(
  tokens: readonly Token[],
  database: DatabaseKind,
): readonly (string | null)[] | null {
  if (!isWord(tokens[0], 'ARRAY') || !isWord(tokens[1], '[')) return null;
  const end = behindBracket(tokens, 1);
  if (end < tokens.length && !isWord(tokens[end], '::')) return null;
  return splitTokens(tokens.slice(2, end - 1), (token) => isWord(token, ','))
    .filter((part) => part.length > 0)
    .map((part) => literalOf(bare(part), database));
}

/** An item in the form of JSON; undefined for an item that is not a literal of its type. */
function jsonItem(text: string, items: TypeGuess['items']): string | number | boolean | undefined {
  switch (items) {
    case 'string':
    case 'text':
    case 'uuid':
    case 'date':
      return text;
    case 'bigint':
      return /^-?\d{1,18}$/.test(text) ? text : undefined;
    case 'integer':
    case 'float':
    case 'decimal':
      return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'boolean':
      return BOOLEANS[text.toLowerCase()] === undefined
        ? undefined
        : BOOLEANS[text.toLowerCase()] === 'true';
    default:
      return undefined;
  }
}

const BOOLEANS: Readonly<Record<string, string>> = {
  true: 'true',
  t: 'true',
  '1': 'true',
  false: 'false',
  f: 'false',
  '0': 'false',
};

/** The tokens without the brackets around them, and without casts behind them. */
function bare(tokens: readonly Token[]): readonly Token[] {
  const cast = tokens.findLastIndex((token) => isWord(token, '::'));
  const whole = behindBracket(tokens, 0) === tokens.length;
  if (isWord(tokens[0], '(') && whole) return bare(tokens.slice(1, -1));
  const isBehind = cast > 0 && (cast === 1 || behindBracket(tokens, 0) === cast);
  return isBehind ? bare(tokens.slice(0, cast)) : tokens;
}

/** The value of a literal as a text; null for anything else. */
function literalOf(tokens: readonly Token[], database: DatabaseKind): string | null {
  const [first, second, third] = tokens;
  if (first === undefined || third !== undefined) return null;
  if (isWord(first, '-') && second?.kind === 'number') return `-${second.value}`;
  if (second !== undefined) return null;
  if (first.kind === 'text' || first.kind === 'number') return first.value;
  // SQLite takes a name that no column has as a text.
  if (first.kind === 'name' && first.quoted && database === 'sqlite') return first.value;
  return isWord(first, 'TRUE', 'FALSE') ? first.value : null;
}

/** The value of a default that is a literal, as a text; null for any other. */
export const literalIn = (sql: string, database: DatabaseKind): string | null =>
  literalOf(bare(tokensOf(sql)), database);

/** Whether a default is the moment of the insert. */
export const isNow = (sql: string): boolean => isMomentOf(bare(tokensOf(sql)));

function isMomentOf(tokens: readonly Token[]): boolean {
  const text = tokens.map(({ value }) => value.toLowerCase()).join(' ');
  return NOW.test(text);
}

const NOW =
  /^(now \( \)|current_timestamp( \( \d \))?|current_date|localtimestamp|(transaction|statement|clock)_timestamp \( \)|getdate \( \)|timezone \( utc (:: text )?, (now \( \)|current_timestamp) \)|(now \( \)|current_timestamp) at time zone utc|(datetime|date) \( now( , (localtime|utc))? \)|strftime \( [^']* , now \))$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
