import {
  behindBracket,
  isWord,
  splitTokens,
  type Token,
  tokensOf,
  withoutBrackets,
  withoutCasts,
} from '../model/sql-tokens.js';

/** The rule that a condition of a check states for one column. */
export type ColumnRule = { readonly column: string } & (
  | {
      readonly kind: 'bound';
      /** Whether the length of the text is bounded, not the number itself. */
      readonly ofLength: boolean;
      readonly side: 'min' | 'max';
      readonly value: number;
      /** Whether the bound itself is not among the values. */
      readonly strict: boolean;
    }
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'email' }
  | { readonly kind: 'required' }
  /** The text is one of JSON, or not: what the type of the field says already. */
  | { readonly kind: 'json' }
);

/** A condition of a check as it stands, and the rule of a single column that it states; null if it states no such rule. */
export interface Condition {
  readonly sql: string;
  readonly rules: readonly ColumnRule[] | null;
}

/** The conditions of a check that hold together, each with what it says. */
export function readCheck(sql: string): readonly Condition[] {
  const tokens = withoutCasts(tokensOf(sql));
  return conjuncts(tokens).map((condition) => ({
    sql: sql.slice(condition[0]!.start, condition.at(-1)!.end),
    rules: rulesOf(condition),
  }));
}

/** The conditions that `AND` joins, without brackets around them. */
function conjuncts(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const bare = withoutBrackets(tokens);
  if (bare.length === 0) return [];
  const parts = splitTokens(
    bare,
    // `BETWEEN 1 AND 5` has an `AND` of its own.
    (token, part) => isWord(token, 'AND') && !part.some(isOpenBetween),
  );
  return parts.length > 1 ? parts.flatMap(conjuncts) : [bare];
}

const isOpenBetween = (token: Token, index: number, part: readonly Token[]): boolean =>
  isWord(token, 'BETWEEN') && !part.slice(index).some((one) => isWord(one, 'AND'));

/** What a single condition says; null where nothing is known that says it. */
function rulesOf(condition: readonly Token[]): readonly ColumnRule[] | null {
  const either = splitTokens(condition, (token) => isWord(token, 'OR')).map(withoutBrackets);
  if (either.length > 1) return ofAlternatives(either);
  return (
    ofBetween(condition) ??
    ofValues(condition) ??
    ofFixedLength(condition) ??
    ofComparison(condition)
  );
}

/** `x IS NULL OR x > 0` says what `x > 0` says, and `x = 'a' OR x = 'b'` lists values. */
function ofAlternatives(either: readonly (readonly Token[])[]): readonly ColumnRule[] | null {
  const rest = either.filter((one) => !isNullTest(one));
  if (rest.length === 1) return rulesOf(rest[0]!);
  const listed = rest.map((one) => {
    const [rule, second] = ofValues(one) ?? [];
    return second === undefined && rule?.kind === 'values' ? rule : null;
  });
  const [first] = listed;
  if (!first || listed.some((one) => one?.column !== first.column)) return null;
  return [{ ...first, values: listed.flatMap((one) => one!.values) }];
}

const isNullTest = (tokens: readonly Token[]): boolean =>
  isWord(tokens.at(-1), 'NULL') && isWord(tokens.at(-2), 'IS');

function ofBetween(condition: readonly Token[]): readonly ColumnRule[] | null {
  const at = condition.findIndex((token) => isWord(token, 'BETWEEN'));
  const and = condition.findIndex((token, index) => index > at && isWord(token, 'AND'));
  if (at < 1 || and < 0) return null;
  const operand = operandOf(condition.slice(0, at));
  const least = numberOf(condition.slice(at + 1, and));
  const most = numberOf(condition.slice(and + 1));
  if (operand === null || least === null || most === null) return null;
  return [
    { ...operand, kind: 'bound', side: 'min', value: least, strict: false },
    { ...operand, kind: 'bound', side: 'max', value: most, strict: false },
  ];
}

/** `x IN ('a', 'b')`, `x = ANY (ARRAY['a', 'b'])`, `x = 'a'`. */
function ofValues(condition: readonly Token[]): readonly ColumnRule[] | null {
  const at = condition.findIndex((token) => isWord(token, 'IN', '=', '=='));
  const operand = at < 0 ? null : operandOf(condition.slice(0, at));
  if (operand === null || operand.ofLength) return null;
  const given = condition.slice(at + 1);
  const isList = isWord(condition[at], 'IN') || isWord(given[0], 'ANY');
  const list = isList ? listed(given) : [given];
  const values = list?.map((one) => textOf(withoutBrackets(one))) ?? [];
  if (values.length === 0 || values.includes(null)) return null;
  return [{ column: operand.column, kind: 'values', values: values as string[] }];
}

/** `length(x) = 3`. */
function ofFixedLength(condition: readonly Token[]): readonly ColumnRule[] | null {
  const at = condition.findIndex((token) => isWord(token, '=', '=='));
  const operand = at < 0 ? null : operandOf(condition.slice(0, at));
  const value = numberOf(condition.slice(at + 1));
  if (operand?.ofLength !== true || value === null) return null;
  const bound = { ...operand, kind: 'bound', value, strict: false } as const;
  return [
    { ...bound, side: 'min' },
    { ...bound, side: 'max' },
  ];
}

/** The items of `('a', 'b')` and `ANY (ARRAY['a', 'b'])`. */
function listed(tokens: readonly Token[]): readonly (readonly Token[])[] | null {
  const bare = tokens.filter((token) => !isWord(token, 'ANY', 'ARRAY'));
  const isOpen = isWord(bare[0], '(', '[');
  if (!isOpen || behindBracket(bare, 0) !== bare.length) return null;
  const inner = bare.slice(1, -1);
  if (isWord(inner[0], '(', '[') && behindBracket(inner, 0) === inner.length) return listed(inner);
  return splitTokens(inner, (token) => isWord(token, ','));
}

const SIDES: Readonly<Record<string, { readonly side: 'min' | 'max'; readonly strict: boolean }>> =
  {
    '>': { side: 'min', strict: true },
    '>=': { side: 'min', strict: false },
    '<': { side: 'max', strict: true },
    '<=': { side: 'max', strict: false },
  };
/** Comparisons from right to left. */
const TURNED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };

function ofComparison(condition: readonly Token[]): readonly ColumnRule[] | null {
  const at = condition.findIndex((token) => isWord(token, ...OPERATORS));
  if (at < 0) return ofCall(condition);
  const sign = condition[at]!.value.toUpperCase();
  const [left, right] = [condition.slice(0, at), condition.slice(at + 1)];
  const operand = operandOf(left);
  if (operand === null) {
    const turned = operandOf(right);
    const bound = SIDES[TURNED[sign] ?? ''];
    const value = numberOf(left);
    return turned && bound && value !== null
      ? [{ ...turned, kind: 'bound', ...bound, value }]
      : null;
  }
  const { column } = operand;
  const bound = SIDES[sign];
  const value = numberOf(right);
  if (bound && value !== null) return [{ ...operand, kind: 'bound', ...bound, value }];
  if (sign === 'IS' && isWord(right[0], 'NOT') && isWord(right[1], 'NULL') && right.length === 2)
    return [{ column, kind: 'required' }];
  const text = textOf(right, 'text');
  if (text === null || operand.ofLength) return null;
  if (sign === '~') return [{ column, kind: 'pattern', pattern: text }];
  if ((sign === 'LIKE' || sign === '~~') && /^[%_]+@[%_]+(\.[%_]+)?$/.test(text))
    return [{ column, kind: 'email' }];
  if ((sign === '<>' || sign === '!=') && text === '')
    return [{ column, kind: 'bound', ofLength: true, side: 'min', value: 1, strict: false }];
  return null;
}

const OPERATORS = ['>', '>=', '<', '<=', '<>', '!=', '~', '~~', 'LIKE', 'IS'];

/** `json_valid(x)`. */
function ofCall(condition: readonly Token[]): readonly ColumnRule[] | null {
  if (!isWord(condition[0], 'JSON_VALID') || !isWord(condition[1], '(')) return null;
  const operand = operandOf(condition.slice(1));
  return operand === null ? null : [{ column: operand.column, kind: 'json' }];
}

const LENGTHS = ['LENGTH', 'CHAR_LENGTH', 'CHARACTER_LENGTH'];

/** A column, or the length of one. */
function operandOf(tokens: readonly Token[]): { column: string; ofLength: boolean } | null {
  const bare = withoutBrackets(tokens);
  const [first, ...rest] = bare;
  if (isWord(first, ...LENGTHS) && isWord(rest[0], '(')) {
    const inner = operandOf(rest);
    return inner === null || inner.ofLength ? null : { ...inner, ofLength: true };
  }
  return rest.length === 0 && first?.kind === 'name'
    ? { column: first.value, ofLength: false }
    : null;
}

function numberOf(tokens: readonly Token[]): number | null {
  const bare = withoutBrackets(tokens);
  const [sign, digits = sign] = bare;
  if (bare.length > 2 || (bare.length === 2 && !isWord(sign, '-', '+'))) return null;
  // PostgreSQL writes a negative number as a text with a cast.
  const isNumber = digits?.kind === 'number' || /^-?\d+(\.\d+)?$/.test(digits?.value ?? '');
  if (!isNumber) return null;
  return bare.length === 2 && isWord(sign, '-') ? -Number(digits!.value) : Number(digits!.value);
}

/** The value of a literal as a text. */
function textOf(tokens: readonly Token[], only?: 'text'): string | null {
  const [literal, second] = withoutBrackets(tokens);
  if (literal === undefined || second !== undefined) return null;
  return literal.kind === 'text' || (literal.kind === 'number' && only === undefined)
    ? literal.value
    : null;
}
