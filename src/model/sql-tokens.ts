/** A piece of SQL: a name, a text, a number, or a sign. */
export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  /** The name or text without its quotes, in the case in which it is written. */
  readonly value: string;
  /** Whether a name is quoted, and so not a keyword. */
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|/\*[^]*?\*/)`,
    String.raw`(?<text>[eE]?'(?:[^']|'')*')`,
    String.raw`(?<quoted>"(?:[^"]|"")*"|\[[A-Za-z_ ][^\]]*\]|` + '`(?:[^`]|``)*`)',
    String.raw`(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{N}_$]*)`,
    String.raw`(?<sign>::|<=|>=|<>|!=|==|\|\||!~\*?|~~\*?|~\*|[^])`,
  ].join('|'),
  'uy',
);

/** The tokens of a piece of SQL, without spaces and comments. */
export function tokensOf(sql: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(new RegExp(TOKEN, 'guy'))) {
    const { text, quoted, number, name, sign } = match.groups!;
    const at = { start: match.index, end: match.index + match[0].length };
    if (text !== undefined) {
      const value = text.replace(/^[eE]?'|'$/g, '').replaceAll("''", "'");
      tokens.push({ kind: 'text', value, quoted: true, ...at });
    } else if (quoted !== undefined) {
      const sign = quoted.at(-1)!;
      const value = quoted.slice(1, -1).replaceAll(sign + sign, sign);
      tokens.push({ kind: 'name', value, quoted: true, ...at });
    } else if (number !== undefined)
      tokens.push({ kind: 'number', value: number, quoted: false, ...at });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name, quoted: false, ...at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign, quoted: false, ...at });
  }
  return tokens;
}

/** Whether a token is a keyword, or a sign. */
export const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token !== undefined &&
  token.kind !== 'text' &&
  !token.quoted &&
  words.includes(token.value.toUpperCase());

/** The index behind the bracket that closes the one at `from`. */
export function behindBracket(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (isWord(tokens[at], '(', '[')) depth += 1;
    if (isWord(tokens[at], ')', ']')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

/** The parts of some tokens between those for which `separates` holds, outside of brackets. */
export function splitTokens(
  tokens: readonly Token[],
  separates: (token: Token, part: readonly Token[]) => boolean,
): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    const part = parts.at(-1)!;
    if (isWord(token, '(', '[')) {
      const end = behindBracket(tokens, at);
      part.push(...tokens.slice(at, end));
      at = end - 1;
    } else if (separates(token, part)) parts.push([]);
    else part.push(token);
  }
  return parts;
}

/** The tokens without brackets around all of them. */
export function withoutBrackets(tokens: readonly Token[]): readonly Token[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  const isWhole =
    isWord(first, '(') && isWord(last, ')') && behindBracket(tokens, 0) === tokens.length;
  return isWhole ? withoutBrackets(tokens.slice(1, -1)) : tokens;
}

/** The tokens without casts of PostgreSQL: `'a'::character varying(20)[]` -> `'a'`. */
export function withoutCasts(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isWord(tokens[at], '::')) {
      kept.push(tokens[at]!);
      continue;
    }
    at += 1;
    while (isWord(tokens[at + 1], '.')) at += 2;
    while (isWord(tokens[at + 1], 'VARYING', 'PRECISION', 'WITH', 'WITHOUT', 'TIME', 'ZONE'))
      at += 1;
    while (isWord(tokens[at + 1], '(', '[')) at = behindBracket(tokens, at + 1) - 1;
  }
  return kept;
}
