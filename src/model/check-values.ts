import {
  isWord,
  splitTokens,
  type Token,
  tokensOf,
  withoutBrackets,
  withoutCasts,
} from './sql-tokens.js';

/**
 * Whether a row has a value in a column, or the number or text in it if that is known; undefined for a name that is not a column of the
 * row.
 */
export type Known = (column: string) => boolean | number | string | undefined;

/**
 * Whether a check certainly refuses a row, as `(a IS NULL) <> (b IS NULL)` does by the columns that have values, and `a > 0` or
 * `a = 'old'` by a number or a text. All else that a check says counts as unknown, and an unknown check refuses nothing.
 */
export const refuses = (sql: string, known: Known): boolean =>
  truth(withoutCasts(tokensOf(sql)), known) === false;

type Tokens = readonly Token[];
/** The truth of a condition in SQL: true, false, or unknown. */
type Truth = boolean | null;

function truth(given: Tokens, known: Known): Truth {
  const bare = withoutBrackets(given);
  const alternatives = splitTokens(bare, (token) => isWord(token, 'OR'));
  if (alternatives.length > 1) return anyOf(alternatives.map((part) => truth(part, known)));
  const conditions = splitTokens(bare, (token) => isWord(token, 'AND'));
  // The AND of BETWEEN is none that joins conditions.
  if (conditions.length > 1 && !bare.some((token) => isWord(token, 'BETWEEN')))
    return not(anyOf(conditions.map((part) => not(truth(part, known)))));
  if (isWord(bare[0], 'NOT')) return not(truth(bare.slice(1), known));
  return compared(bare, known) ?? nullness(bare, known) ?? ordered(bare, known);
}

/** Two conditions that are compared: `(a IS NULL) = (b IS NULL)`. */
function compared(given: Tokens, known: Known): Truth {
  const [left = [], right = [], ...more] = splitTokens(given, (token) =>
    isWord(token, ...COMPARES),
  );
  if (right.length === 0 || more.length > 0) return null;
  const [one, other] = [left, right].map(
    (part) => literal(part, known) ?? counted(part, known) ?? truth(part, known),
  ) as [Side, Side];
  // A database may read a text as a number.
  if (one === null || other === null || typeof one !== typeof other) return null;
  return isWord(given[left.length], '=') === (one === other);
}

const COMPARES = ['=', '<>', '!='];

/** A side of a comparison. */
type Side = number | string | Truth;

/** A number or a text, as it stands there or as a column has it; null where it is none that is known. */
function literal(given: Tokens, known: Known): number | string | null {
  const [token, ...more] = withoutBrackets(given);
  if (token === undefined || more.length > 0) return null;
  if (token.kind === 'number') return Number(token.value);
  if (token.kind === 'text') return token.value;
  const one = token.kind === 'name' ? known(token.value) : undefined;
  return typeof one === 'number' || typeof one === 'string' ? one : null;
}

/** How many columns have values, `num_nonnulls(a, b)`, or have none; null where a column is unknown. */
function counted(given: Tokens, known: Known): number | null {
  const [name, ...rest] = given;
  const isNulls = isWord(name, 'NUM_NULLS');
  if (!isNulls && !isWord(name, 'NUM_NONNULLS')) return null;
  const all = splitTokens(withoutBrackets(rest), (token) => isWord(token, ','));
  const values = all.map(([column, ...more]) =>
    column === undefined || more.length > 0 ? undefined : known(column.value),
  );
  return values.includes(undefined)
    ? null
    : values.filter((one) => (one !== false) !== isNulls).length;
}

/** `a IS NULL`, or `a IS NOT NULL`. */
function nullness(given: Tokens, known: Known): Truth {
  const [column, is, ...rest] = given;
  const isNot = isWord(rest[0], 'NOT');
  const end = isNot ? rest.slice(1) : rest;
  if (column?.kind !== 'name' || !isWord(is, 'IS') || end.length !== 1 || !isWord(end[0], 'NULL'))
    return null;
  const one = known(column.value);
  return one === undefined ? null : (one !== false) === isNot;
}

const ORDERS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

/** The number of a column beside a literal one: `a > 0`. */
function ordered([column, sign, ...rest]: Tokens, known: Known): Truth {
  const holds = sign?.kind === 'sign' ? ORDERS[sign.value] : undefined;
  const bound = numberIn(rest);
  if (column?.kind !== 'name' || !holds || bound === null) return null;
  const one = known(column.value);
  return typeof one === 'number' ? holds(one, bound) : null;
}

/** A literal number; PostgreSQL writes a negative one as a text with a cast. */
function numberIn(given: Tokens): number | null {
  const bare = withoutBrackets(given);
  const isBelow = isWord(bare[0], '-');
  const [digits, ...more] = isBelow ? bare.slice(1) : bare;
  if (digits === undefined || more.length > 0 || !/^-?\d+(\.\d+)?$/.test(digits.value)) return null;
  return isBelow ? -Number(digits.value) : Number(digits.value);
}

const not = (one: Truth): Truth => (one === null ? null : !one);

const anyOf = (all: readonly Truth[]): Truth =>
  all.includes(true) ? true : all.includes(null) ? null : false;
