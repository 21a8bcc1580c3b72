import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node as YamlNode,
  parseDocument,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Located } from './spec.js';
import type { Report } from '../problem.js';
import {
  type Entry,
  MAX_DEPTH,
  type MapNode,
  type Node,
  scalarAt,
  type ScalarNode,
  TOO_DEEP,
} from './node.js';
import { type Locate, locateIn, shifted } from './source.js';

const MAX_ALIASES = 200;

/** Parses YAML into nodes; null when nothing can be read. Every syntax problem is reported. */
export function parseYaml(file: string, text: string, report: Report): Node | null {
  const document = parseTolerantly(file, text, report);
  if (document.errors.length > 0 || document.contents === null) return null;
  const reader = new Reader(document, text, locateIn(file, text), report);
  return reader.node(document.contents as YamlNode, 0);
}

/** Reports a space after a `:` within a value, removes it in memory, and goes on. */
function parseTolerantly(file: string, text: string, report: Report): Document {
  const locate = locateIn(file, text);
  let mended = text;
  for (;;) {
    const document: Document = parseDocument(mended, { prettyErrors: false, uniqueKeys: false });
    const spaces = document.errors
      .map((error) => spaceInValue(error, mended))
      .filter((found) => found !== null);
    for (const { at, value } of spaces) {
      const message = 'YAML reads a `:` with a space after it as another key';
      const tight = value.replace(/:\s+/g, ':');
      const help = `write \`${tight}\` without the space, or quote the whole value`;
      report.error('space-after-colon', message, locate(at, value.length), help);
      mended = mended.slice(0, at) + tight.padEnd(value.length) + mended.slice(at + value.length);
    }
    if (spaces.length > 0) continue;
    for (const error of document.errors) reportSyntax(error, text, locate, report);
    return document;
  }
}

function spaceInValue(error: YAMLError, text: string): { at: number; value: string } | null {
  if (error.code !== 'BLOCK_AS_IMPLICIT_KEY' && error.code !== 'BLOCK_IN_FLOW') return null;
  const at = error.pos[0];
  const end =
    error.code === 'BLOCK_IN_FLOW' ? /^[^,}\]\r\n]*/ : /^[^\r\n]*?(?=\s+#|\s*(?:\r|\n|$))/;
  const value = (end.exec(text.slice(at)) ?? [''])[0].trimEnd();
  return /^[a-z][\w=,.:-]*:\s+\S/i.test(value) ? { at, value } : null;
}

const HELPS: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BAD_INDENT: 'indent keys of one level to the same column',
  MISSING_CHAR: 'close the quote or bracket that is open here',
  BAD_SCALAR_START: 'put the value in quotes',
  MULTIPLE_DOCS: 'a spec must be one document; remove `---`',
};

function reportSyntax(error: YAMLError, text: string, locate: Locate, report: Report): void {
  const [start, end] = error.pos;
  const message = error.message.charAt(0).toLowerCase() + error.message.slice(1);
  const [line] = text.slice(start, end).split(/[\r\n]/, 1) as [string];
  const at = locate(start, Math.max(1, line.trimEnd().length));
  report.error('yaml-syntax', message.replace(/; please use.*$/, ''), at, HELPS[error.code]);
}

class Reader {
  private aliases = 0;

  constructor(
    private readonly document: Document,
    private readonly text: string,
    private readonly locate: Locate,
    private readonly report: Report,
  ) {}

  node(node: YamlNode, depth: number): Node {
    const at = this.at(node);
    if (depth > MAX_DEPTH) {
      this.report.error('too-deep', TOO_DEEP[0], at, TOO_DEEP[1]);
      return scalarAt(null, at);
    }
    if (isAlias(node)) return this.alias(node, depth);
    if (isMap(node)) return this.map(node, depth);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.node(item as YamlNode, depth + 1));
      return { kind: 'list', items, at };
    }
    return this.scalar(node);
  }

  private alias(node: YamlNode, depth: number): Node {
    const at = this.at(node);
    const target = isAlias(node) ? node.resolve(this.document) : undefined;
    if (target !== undefined && ++this.aliases <= MAX_ALIASES) return this.node(target, depth + 1);
    const message =
      target === undefined
        ? 'there is no `&anchor` of this name before it'
        : 'the file has too many aliases';
    this.report.error('yaml-alias', message, at, 'write the value out');
    return scalarAt(null, at);
  }

  private map(node: YAMLMap, depth: number): MapNode {
    const entries: Entry[] = [];
    for (const pair of node.items) {
      const key = this.key(pair.key as YamlNode);
      const last = entries.at(-1);
      if (pair.value === null && node.flow === true && isTextNode(last?.value)) {
        entries[entries.length - 1] = {
          key: last!.key,
          value: this.joined(last!.value as ScalarNode, key),
        };
        continue;
      }
      const value: Node =
        pair.value === null ? scalarAt(null, key.at) : this.node(pair.value as YamlNode, depth + 1);
      entries.push({ key, value });
    }
    this.reportCommas(entries);
    return { kind: 'map', entries, at: this.at(node) };
  }

  /** `{ type: decimal=12,2 }`: to YAML the comma ends the value. */
  private readonly commas = new Map<ScalarNode, string>();

  private joined(value: ScalarNode, rest: Located<string>): ScalarNode {
    const text = `${String(value.value)},${rest.value}`;
    const length = rest.at.column + rest.at.length - value.at.column;
    const at = rest.at.line === value.at.line ? { ...value.at, length } : value.at;
    const node = scalarAt(text, at);
    this.commas.delete(value);
    this.commas.set(node, text);
    return node;
  }

  private reportCommas(entries: readonly Entry[]): void {
    for (const { key, value } of entries) {
      const text = value.kind === 'scalar' ? this.commas.get(value) : undefined;
      if (text === undefined) continue;
      const message = 'a comma inside `{ }` ends the value in YAML';
      const quoted = `quote it: \`${key.value}: "${text}"\``;
      const [, type, precision, scale] = /^(decimal|exact)=(\d+),(\d+)/.exec(text) ?? [];
      const keys = key.value === 'type' && precision !== undefined && scale !== undefined;
      const help = keys
        ? `${quoted}, or \`type: ${type}, precision: ${precision}, scale: ${scale}\``
        : quoted;
      this.report.error('unquoted-comma', message, value.at, help);
    }
  }

  private key(node: YamlNode): Located<string> {
    const at = this.at(node);
    if (isScalar(node))
      return { value: typeof node.value === 'string' ? node.value : (node.source ?? ''), at };
    const help = 'write a plain name before the colon: `title: string`';
    this.report.error('yaml-syntax', 'a key must be a plain word', at, help);
    return { value: '', at };
  }

  private scalar(node: YamlNode): ScalarNode {
    const at = this.at(node);
    const raw = isScalar(node) ? node.value : null;
    const known = typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean';
    const value = known ? raw : raw === null || raw === undefined ? null : String(raw);
    const [start, end] = node.range ?? [0, 0];
    for (const offset of [start, start + 1]) {
      if (typeof value !== 'string' || !this.text.slice(offset, end).startsWith(value)) continue;
      return { kind: 'scalar', value, at, locate: shifted(this.locate, offset) };
    }
    return scalarAt(value, at);
  }

  private at(node: YamlNode) {
    const [start, end] = node.range ?? [0, 0];
    return this.locate(start, end - start);
  }
}

function isTextNode(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && typeof node.value === 'string';
}
