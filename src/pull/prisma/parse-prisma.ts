import { brief, type Skipped } from '../skipped.js';
import type {
  Argument,
  Attribute,
  Enum,
  Field,
  Model,
  PrismaSchema,
  Value,
} from './prisma-schema.js';
import { type Token, tokensOf } from './prisma-tokens.js';

/** Reads a Prisma schema. A line that cannot be read is named, and the others count. */
export function parsePrisma(text: string): PrismaSchema {
  const reader = new SchemaReader(tokensOf(text), text.split('\n'));
  reader.read();
  return reader;
}

/** A line does not go on as a schema does. */
class Unreadable extends Error {}

class SchemaReader implements PrismaSchema {
  readonly datasource = new Map<string, Value>();
  readonly models: Model[] = [];
  readonly enums: Enum[] = [];
  readonly unread: Skipped[] = [];
  private at = 0;
  private doc: string[] = [];

  constructor(
    private readonly tokens: readonly Token[],
    private readonly lines: readonly string[],
  ) {}

  read(): void {
    while (this.at < this.tokens.length) {
      if (this.isBlank()) continue;
      const { line } = this.token;
      this.tryLine(() => this.block(line));
    }
  }

  private get token(): Token {
    return this.tokens[this.at] ?? { kind: 'line', value: '\n', line: this.lines.length };
  }

  /** Passes the end of a line, or documentation, which it keeps for what follows. */
  private isBlank(): boolean {
    const { kind, value } = this.token;
    if (kind !== 'line' && kind !== 'doc') return false;
    if (kind === 'doc') this.doc.push(value);
    this.at += 1;
    return true;
  }

  private takeDoc(): string | null {
    const text = this.doc.join(' ').trim();
    this.doc = [];
    return text === '' ? null : text;
  }

  private next(): Token {
    const { token } = this;
    this.at += 1;
    return token;
  }

  private is(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.value === sign;
  }

  private has(sign: string): boolean {
    const found = this.is(sign);
    if (found) this.at += 1;
    return found;
  }

  private expect(sign: string): void {
    if (!this.has(sign)) throw new Unreadable(`\`${sign}\` is missing`);
  }

  private name(): string {
    const token = this.next();
    if (token.kind !== 'name') throw new Unreadable(`\`${token.value.trim()}\` is no name`);
    return token.value;
  }

  /** Reads a part; one that cannot be read is named with its line, which is passed alone. */
  private tryLine(read: () => void): void {
    const { at } = this;
    const { line } = this.token;
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.skip(line, error.message);
      this.at = at;
      while (this.token.kind !== 'line' && this.at < this.tokens.length) this.at += 1;
    }
  }

  private isEnd = (): boolean => this.token.kind === 'line' || this.is('}');

  private skip(line: number, why: string): void {
    this.unread.push({ line, text: brief(this.lines[line - 1] ?? ''), why });
  }

  private block(line: number): void {
    const doc = this.takeDoc();
    const keyword = this.name();
    const name = this.name();
    this.expect('{');
    switch (keyword) {
      case 'datasource':
        return this.members(() => this.setting());
      case 'generator':
        return this.members(() => this.pass());
      case 'model': {
        const [fields, attributes]: [Field[], Attribute[]] = [[], []];
        this.members(() => this.member(fields, attributes));
        this.models.push({ name, line, doc, fields, attributes });
        return;
      }
      case 'enum': {
        const [values, attributes]: [Enum['values'][number][], Attribute[]] = [[], []];
        this.members(() => {
          if (this.is('@')) attributes.push(this.attribute());
          else values.push({ name: this.name(), attributes: this.attributes() });
        });
        this.enums.push({ name, line, values, attributes });
        return;
      }
      default:
        this.skip(line, WITHOUT_TABLE[keyword] ?? 'a schema of Prisma has no such part');
        return this.members(() => this.pass());
    }
  }

  /** Reads the lines of a block until its end. */
  private members(read: () => void): void {
    for (;;) {
      if (this.at >= this.tokens.length) return;
      if (this.isBlank()) continue;
      if (this.has('}')) break;
      this.tryLine(() => {
        read();
        if (!this.isEnd()) throw new Unreadable(`\`${this.token.value}\` is not expected here`);
      });
      this.doc = [];
    }
    this.doc = [];
  }

  private pass(): void {
    while (this.at < this.tokens.length && !this.isEnd()) this.at += 1;
  }

  private setting(): void {
    const name = this.name();
    this.expect('=');
    this.datasource.set(name, this.value());
  }

  private member(fields: Field[], attributes: Attribute[]): void {
    const { line } = this.token;
    if (this.is('@')) return void attributes.push(this.attribute());
    const doc = this.takeDoc();
    const name = this.name();
    const word = this.name();
    const isUnsupported = word === 'Unsupported' && this.is('(');
    const [first] = isUnsupported ? this.arguments() : [];
    const type = first?.value.kind === 'text' ? first.value.value : word;
    const isList = this.has('[');
    if (isList) this.expect(']');
    const isOptional = this.has('?');
    const given = this.attributes();
    // Documentation behind a field is that of the field, too.
    const behind = this.token.kind === 'doc' ? this.next().value : null;
    const told = doc ?? behind;
    fields.push({
      name,
      line,
      doc: told,
      type,
      isUnsupported,
      isList,
      isOptional,
      attributes: given,
    });
  }

  private attributes(): readonly Attribute[] {
    const found: Attribute[] = [];
    while (this.is('@')) found.push(this.attribute());
    return found;
  }

  private attribute(): Attribute {
    const { line } = this.token;
    this.expect('@');
    this.has('@');
    const names = [this.name()];
    while (this.has('.')) names.push(this.name());
    return { name: names.join('.'), line, args: this.is('(') ? this.arguments() : [] };
  }

  private arguments(): readonly Argument[] {
    this.expect('(');
    return this.until(')', () => {
      const after = this.tokens[this.at + 1];
      const isNamed = this.token.kind === 'name' && after?.kind === 'sign' && after.value === ':';
      const name = isNamed ? this.name() : null;
      if (isNamed) this.expect(':');
      this.breaks();
      return { name, value: this.value() };
    });
  }

  /** Reads what commas separate, over lines, until a sign. */
  private until<T>(end: string, read: () => T): readonly T[] {
    const found: T[] = [];
    for (;;) {
      this.breaks();
      if (this.has(end)) return found;
      found.push(read());
      this.breaks();
      if (!this.has(',') && !this.is(end)) throw new Unreadable(`\`${end}\` is missing`);
    }
  }

  private breaks(): void {
    while (this.token.kind === 'line' && this.at < this.tokens.length) this.at += 1;
  }

  private value(): Value {
    if (this.has('[')) return { kind: 'list', items: this.until(']', () => this.value()) };
    const { kind, value } = this.next();
    if (kind === 'text' || kind === 'number') return { kind, value };
    if (kind !== 'name') throw new Unreadable(`\`${value.trim()}\` is no value`);
    let name = value;
    while (this.has('.')) name += `.${this.name()}`;
    return this.is('(')
      ? { kind: 'call', name, args: this.arguments() }
      : { kind: 'name', value: name };
  }
}

/** Blocks from which no table follows. */
const WITHOUT_TABLE: Readonly<Record<string, string>> = {
  view: 'a Prisma schema does not have the SQL of its views: pull the database itself',
  type: 'only MongoDB has composite types',
};
