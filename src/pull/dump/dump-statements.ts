/** A statement of a dump. */
export interface DumpStatement {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The statement without its semicolon and its comments; of one with rows, its beginning alone. */
  readonly sql: string;
}

/** The statements of a database in a dump, which may be one of several. */
export interface DumpPart {
  /** The database that the dump connects to; null before it does. */
  readonly database: string | null;
  readonly statements: readonly DumpStatement[];
  /** The commands of psql that run other files. */
  readonly includes: readonly DumpInclude[];
}

/** A command such as `\i tables.sql`, with its line. */
export interface DumpInclude {
  readonly line: number;
  readonly text: string;
}

/** Statements with rows: their text is not kept, which may be gigabytes. */
const WITH_ROWS = new Set(['insert', 'values']);

const TOKEN =
  /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|'|"|--.*|\/\*|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|\\.*|[;()]|\d[\w.]*|\s+|[^]/y;

/** What a text begins with that goes on until its end, over lines. */
type Inside =
  | { readonly kind: 'string'; readonly escapes: boolean }
  | { readonly kind: 'name' }
  | { readonly kind: 'dollar'; readonly tag: string }
  | { readonly kind: 'comment'; depth: number }
  | { readonly kind: 'rows' };

/** Splits a dump of PostgreSQL into statements, line by line, as psql does: psql's commands and the rows of `COPY` are not statements. */
export class DumpReader {
  private readonly parts: {
    database: string | null;
    statements: DumpStatement[];
    includes: DumpInclude[];
  }[] = [{ database: null, statements: [], includes: [] }];
  private inside: Inside | null = null;
  private text = '';
  private begun = 0;
  private line = 0;
  /** The first words of the statement, in small letters: enough to know `CREATE OR REPLACE FUNCTION`. */
  private words: string[] = [];
  private parentheses = 0;
  /** How many `BEGIN` of a function's body are open. */
  private bodies = 0;
  private before = '';

  /** Takes the next line, without its end. */
  add(line: string): void {
    this.line += 1;
    if (this.inside?.kind === 'rows') {
      if (line === '\\.') this.inside = null;
      return;
    }
    let at = 0;
    while (at < line.length) at = this.inside === null ? this.token(line, at) : this.go(line, at);
    this.keep('\n');
  }

  /** The statements of each database, when all lines are there. */
  end(): readonly DumpPart[] {
    this.close();
    return this.parts;
  }

  private keep(text: string): void {
    if (this.words[0] === undefined || !WITH_ROWS.has(this.words[0])) this.text += text;
  }

  /** Reads a token outside of texts; returns where the next one begins. */
  private token(line: string, at: number): number {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(line)![0];
    const end = at + token.length;
    if (token.startsWith('--')) return end;
    if (token.startsWith('\\')) {
      this.command(token);
      return end;
    }
    if (token === ';' && this.parentheses === 0 && this.bodies === 0) {
      this.close();
      return end;
    }
    if (this.begun === 0 && token.trim() !== '') this.begun = this.line;
    this.inside = insideOf(token, this.before);
    if (this.inside?.kind !== 'comment') this.keep(token);
    if (token === '(') this.parentheses += 1;
    if (token === ')') this.parentheses = Math.max(0, this.parentheses - 1);
    if (/^[A-Za-z_]/.test(token)) this.word(token.toLowerCase());
    this.before = token;
    return end;
  }

  /** Counts what `BEGIN ATOMIC` of a function opens: its semicolons end no statement. */
  private word(word: string): void {
    if (this.words.length < 4) this.words.push(word);
    const [first, ...next] = this.words;
    const isRoutine = next.some((one) => one === 'function' || one === 'procedure');
    if (first !== 'create' || !isRoutine || this.parentheses > 0) return;
    if (word === 'begin' || (this.bodies > 0 && word === 'case')) this.bodies += 1;
    else if (word === 'end' && this.bodies > 0) this.bodies -= 1;
  }

  /** Goes on in a text that has begun; returns where it ends. */
  private go(line: string, at: number): number {
    const inside = this.inside!;
    const end = endOf(inside, line, at);
    if (inside.kind !== 'comment') this.keep(line.slice(at, end.at));
    if (end.isEnd) {
      this.inside = null;
      if (inside.kind === 'comment') this.keep(' ');
      this.before = '';
    }
    return end.at;
  }

  /** A command of psql: another database, or the end of a statement. */
  private command(text: string): void {
    const [, name = '', argument = ''] = /^\\(\w*)\s*("(?:[^"]|"")*"|\S*)/.exec(text)!;
    if (/^(g\w*|crosstabview|watch)$/.test(name)) this.close();
    if (/^(ir?|include|include_relative)$/.test(name))
      this.parts.at(-1)!.includes.push({ line: this.line, text: text.trim() });
    if ((name !== 'c' && name !== 'connect') || argument === '') return;
    this.close();
    const database = databaseOf(argument, text);
    if (database !== null) this.parts.push({ database, statements: [], includes: [] });
  }

  private close(): void {
    const sql = this.text.trim();
    const line = this.begun;
    [this.text, this.begun, this.words, this.before] = ['', 0, [], ''];
    [this.parentheses, this.bodies] = [0, 0];
    if (sql === '' || line === 0) return;
    this.parts.at(-1)!.statements.push({ line, sql });
    if (/^copy\b[^]*\bfrom\s+stdin\b/i.test(sql)) this.inside = { kind: 'rows' };
  }
}

/** What a token opens; null where it stands for itself. */
function insideOf(token: string, before: string): Inside | null {
  if (token === "'") return { kind: 'string', escapes: /^e$/i.test(before) };
  if (token === '"') return { kind: 'name' };
  if (token === '/*') return { kind: 'comment', depth: 1 };
  return token.startsWith('$') && token.length > 1 ? { kind: 'dollar', tag: token } : null;
}

/** Where a text ends in a line, or the end of the line. */
function endOf(inside: Inside, line: string, at: number): { at: number; isEnd: boolean } {
  switch (inside.kind) {
    case 'string':
    case 'name':
      return endOfQuoted(line, at, inside.kind === 'string' ? "'" : '"', inside);
    case 'dollar': {
      const end = line.indexOf(inside.tag, at);
      return end < 0
        ? { at: line.length, isEnd: false }
        : { at: end + inside.tag.length, isEnd: true };
    }
    case 'comment':
      return endOfComment(line, at, inside);
    case 'rows':
      return { at: line.length, isEnd: false };
  }
}

function endOfQuoted(line: string, at: number, quote: string, inside: Inside) {
  const escapes = inside.kind === 'string' && inside.escapes;
  for (let here = at; here < line.length; here += 1) {
    if (escapes && line[here] === '\\') here += 1;
    else if (line[here] === quote) {
      if (line[here + 1] !== quote) return { at: here + 1, isEnd: true };
      here += 1;
    }
  }
  return { at: line.length, isEnd: false };
}

/** Comments of PostgreSQL have comments in them. */
function endOfComment(line: string, at: number, inside: { depth: number }) {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    inside.depth += mark[0] === '/*' ? 1 : -1;
    if (inside.depth === 0) return { at: marks.lastIndex, isEnd: true };
  }
  return { at: line.length, isEnd: false };
}

/** The database that `\connect` names: `shop`, `"my shop"`, `-reuse-previous=on "dbname='shop'"`; null where it stays. */
function databaseOf(argument: string, text: string): string | null {
  const named = /\bdbname\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^'\s"\\]|\\.)+))/.exec(text);
  if (named) return (named[1] ?? named[2]!).replaceAll(/\\(.)/g, '$1');
  if (argument === '-' || argument.startsWith('-')) return null;
  return argument.replace(/;$/, '').replaceAll(/^"|"$/g, '').replaceAll('""', '"');
}
