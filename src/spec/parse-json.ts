import type { Entry, Node, Report } from './node.js';
import { type Locate, locateIn, shifted } from './source.js';

const MAX_DEPTH = 64;
const SKIPPED = /(?:\s|\/\/[^\r\n]*|\/\*[^]*?\*\/)*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LITERAL = /[^\s,:[\]{}"'/]+/y;

/** Reads JSON with comments and trailing commas into nodes with places; null after a reported problem. */
export function parseJson(file: string, text: string, report: Report): Node | null {
  const parser = new Parser(text, locateIn(file, text));
  try {
    return parser.document();
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const at = parser.locate(error.offset, error.length);
    report({ code: 'json-syntax', message: error.message, at, help: error.help });
    return null;
  }
}

class SyntaxProblem extends Error {
  constructor(
    message: string,
    readonly offset: number,
    readonly length: number,
    readonly help: string,
  ) {
    super(message);
  }
}

class Parser {
  private offset = 0;

  constructor(
    private readonly text: string,
    readonly locate: Locate,
  ) {}

  document(): Node {
    const node = this.value(0);
    this.skip();
    if (this.offset < this.text.length)
      this.fail('something follows the end of the value', 'remove it');
    return node;
  }

  private value(depth: number): Node {
    this.skip();
    if (depth > MAX_DEPTH)
      this.fail('values are nested too deeply', 'a spec is models, fields and their settings');
    const start = this.offset;
    const next = this.text[start];
    if (next === '{') return this.map(start, depth);
    if (next === '[') return this.list(start, depth);
    if (next === '"') {
      const value = this.string();
      const escaped = this.offset - start - 2 !== value.length;
      const at = this.locate(start, this.offset - start);
      return {
        kind: 'scalar',
        value,
        at,
        locate: escaped ? () => at : shifted(this.locate, start + 1),
      };
    }
    return this.literal(start);
  }

  private map(start: number, depth: number): Node {
    const entries: Entry[] = [];
    this.offset++;
    while (!this.closes('}')) {
      const from = this.offset;
      const help = 'keys stand in double quotes';
      if (this.text[from] !== '"') this.fail('a key in double quotes belongs here', help);
      const key = { value: this.string(), at: this.locate(from, this.offset - from) };
      this.skip();
      if (this.text[this.offset] !== ':')
        this.fail('a `:` is missing after the key', `write \`"${key.value}": ...\``);
      this.offset++;
      entries.push({ key, value: this.value(depth + 1) });
      this.comma('}');
    }
    return { kind: 'map', entries, at: this.locate(start, this.offset - start) };
  }

  private list(start: number, depth: number): Node {
    const items: Node[] = [];
    this.offset++;
    while (!this.closes(']')) {
      items.push(this.value(depth + 1));
      this.comma(']');
    }
    return { kind: 'list', items, at: this.locate(start, this.offset - start) };
  }

  private closes(end: string): boolean {
    this.skip();
    if (this.text[this.offset] !== end) return false;
    this.offset++;
    return true;
  }

  private comma(end: string): void {
    this.skip();
    const next = this.text[this.offset];
    if (next === ',') this.offset++;
    else if (next !== end)
      this.fail(
        `a \`,\` or \`${end}\` is missing`,
        `put a \`,\` between two entries, \`${end}\` at the end`,
      );
  }

  private string(): string {
    const found = this.match(STRING);
    if (found !== null) return JSON.parse(found) as string;
    return this.fail(
      'a string is not closed, or holds a character that JSON must escape',
      'close it with `"` on the same line',
    );
  }

  private literal(start: number): Node {
    const word = this.match(LITERAL);
    const at = this.locate(start, Math.max(1, this.offset - start));
    const scalar = (value: number | boolean | null): Node => ({
      kind: 'scalar',
      value,
      at,
      locate: () => at,
    });
    if (word === 'true' || word === 'false') return scalar(word === 'true');
    if (word === 'null') return scalar(null);
    if (word !== null && /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i.test(word))
      return scalar(Number(word));
    this.offset = start;
    if (word === null)
      return this.fail(
        'a value is missing',
        'a value is a string, a number, true, false, null, `[...]` or `{...}`',
      );
    throw new SyntaxProblem(
      `\`${word}\` is not a value`,
      start,
      word.length,
      `write "${word}" in double quotes`,
    );
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.offset += found[0].length;
    return found[0];
  }

  private skip(): void {
    this.match(SKIPPED);
  }

  private fail(message: string, help: string): never {
    throw new SyntaxProblem(message, this.offset, 1, help);
  }
}
