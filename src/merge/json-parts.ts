import type { Part, PartList, Slot, Source, Span } from './part.js';

/** Reads JSON with comments and trailing commas, keeping where everything stands. */
class Reader {
  readonly comments: Span[] = [];
  private at: number;

  constructor(private readonly text: string) {
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  read(): Part {
    const part = this.value([]);
    this.blanks();
    if (this.at < this.text.length) throw new SyntaxError(`unexpected text at ${this.at}`);
    return part;
  }

  private blanks(): void {
    const pattern = /\s+|\/\*[^]*?\*\/|\/\/[^\r\n]*/y;
    pattern.lastIndex = this.at;
    for (let match = pattern.exec(this.text); match; match = pattern.exec(this.text)) {
      if (match[0].startsWith('/')) this.comments.push({ start: this.at, end: pattern.lastIndex });
      this.at = pattern.lastIndex;
    }
  }

  private peek(): string {
    this.blanks();
    return this.text[this.at] ?? '';
  }

  private value(keys: readonly string[]): Part {
    const next = this.peek();
    if (next === '{') return this.many('object', '}', keys);
    if (next === '[') return this.many('array', ']', keys);
    return this.scalar(keys);
  }

  private scalar(keys: readonly string[]): Part {
    const pattern = /"(?:[^"\\\r\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
    pattern.lastIndex = this.at;
    const word = pattern.exec(this.text)?.[0];
    if (word === undefined) throw new SyntaxError(`no value at ${this.at}`);
    const start = this.at;
    this.at += word.length;
    const meaning = JSON.stringify(JSON.parse(word));
    return part('scalar', { start, end: this.at }, [...keys, `=${meaning}`], meaning, null);
  }

  private many(kind: 'object' | 'array', closer: string, keys: readonly string[]): Part {
    const start = this.at++;
    const open = this.at;
    const entries: Part[] = [];
    while (this.peek() !== closer) {
      entries.push(kind === 'object' ? this.property() : this.item(entries.length));
      if (this.peek() === ',') this.at++;
      else if (this.peek() !== closer) throw new SyntaxError(`no comma at ${this.at}`);
    }
    const close = this.at++;
    const list: PartList = { style: 'commas', ordered: kind === 'array', open, close, entries };
    return collection(kind, { start, end: this.at }, keys, list);
  }

  private item(index: number): Part {
    const read = this.value([]);
    const named = read.slots?.[0];
    const name = named && 'list' in named ? identity(named.list) : null;
    void index;
    return name === null ? read : { ...read, keys: [name, `=${read.meaning}`] };
  }

  private property(): Part {
    const name = this.scalar([]);
    if (this.peek() !== ':') throw new SyntaxError(`no colon at ${this.at}`);
    this.at++;
    const value = this.value([]);
    return entry(name, value);
  }
}

function part(
  kind: string,
  span: Span,
  keys: string[],
  meaning: string,
  slots: Slot[] | null,
): Part {
  const plain = { shape: null, says: null, opaque: false, skeleton: '' };
  return { kind, ...span, keys, meaning, slots, ...plain };
}

/** A key with its value. */
export function entry(name: Part, value: Part): Part {
  const meaning = `${name.meaning}:${value.meaning}`;
  const slots = [{ name: 'value', from: value.start, part: value }];
  const keys = [`key:${name.meaning}`, `key:${name.meaning}`];
  return part('entry', { start: name.start, end: value.end }, keys, meaning, slots);
}

/** A scalar with its meaning. */
export function scalar(span: Span, meaning: string): Part {
  return part('scalar', span, [`=${meaning}`], meaning, null);
}

/** An object or array with its entries. */
export function collection(
  kind: string,
  span: Span,
  keys: readonly string[],
  list: PartList,
): Part {
  const meanings = list.entries.map(({ meaning }) => meaning);
  const ordered = kind === 'array' ? meanings : [...meanings].sort();
  const meaning = `${kind}(${ordered.join()})`;
  return part(kind, span, [...keys, `=${meaning}`], meaning, [
    { name: 'entries', end: span.end, list },
  ]);
}

/** What names an object in an array: the value of its `name`, `id`, `key` or `path`. */
export function identity({ entries }: PartList): string | null {
  for (const name of ['name', 'id', 'key', 'path']) {
    const found = entries.find(({ keys }) => keys[0] === `key:"${name}"`);
    if (found) return `${name}:${found.meaning}`;
  }
  return null;
}

/** A JSON or JSONC text with its structure, or null where it cannot be read. */
export function jsonSource(text: string): Source | null {
  const reader = new Reader(text);
  try {
    const root = reader.read();
    return { text, root, comments: reader.comments, verbatim: [], semicolons: [], strings: [] };
  } catch {
    return null;
  }
}
