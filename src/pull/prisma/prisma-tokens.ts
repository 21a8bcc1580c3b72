/** A token of a Prisma schema: a name, a text, a number, a sign, the documentation of what follows, or the end of a line. */
export interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'sign' | 'doc' | 'line';
  /** A text without its quotes, documentation without its slashes. */
  readonly value: string;
  readonly line: number;
}

const TOKEN =
  /[ \t\r]+|\/\/\/[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/|\n|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*(?:-\w+)*|[^]/g;

/** Splits a Prisma schema into tokens, without its comments. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [found] of text.matchAll(TOKEN)) {
    const token = tokenOf(found);
    if (token !== null) tokens.push({ ...token, line });
    line += found.split('\n').length - 1;
  }
  return tokens;
}

function tokenOf(found: string): Pick<Token, 'kind' | 'value'> | null {
  if (found === '\n') return { kind: 'line', value: found };
  if (found.startsWith('///')) return { kind: 'doc', value: found.slice(3).trim() };
  if (/^[ \t\r]|^\/[/*]/.test(found)) return null;
  if (found.startsWith('"')) return { kind: 'text', value: unquoted(found) };
  if (/^-?\d/.test(found)) return { kind: 'number', value: found };
  return { kind: /^\w/.test(found) ? 'name' : 'sign', value: found };
}

/** A text without its quotes, which has the escapes of JSON. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
