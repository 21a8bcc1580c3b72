import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { collection, entry, scalar } from './json-parts.js';
import type { Part, Source, Span } from './part.js';

let loaded: typeof Yaml | undefined;
const yaml = (): typeof Yaml => (loaded ??= createRequire(import.meta.url)('yaml') as typeof Yaml);

/** Thrown for documents that can only be merged by lines: with anchors, tags, or several documents. */
class Unreadable extends Error {}

type Node = Yaml.Node | null | undefined;

function yamlSpan(node: Yaml.Node): Span {
  if (!node.range) throw new Unreadable();
  return { start: node.range[0], end: node.range[1] };
}

function yamlPart(node: Node): Part {
  const { isAlias, isScalar, isMap, isSeq } = yaml();
  if (!node || isAlias(node) || node.tag?.startsWith('!') || ('anchor' in node && node.anchor))
    throw new Unreadable();
  if (isScalar(node)) return scalar(yamlSpan(node), JSON.stringify(node.value ?? null));
  const entries = isMap(node) ? node.items.map(pairOf) : [];
  if (isMap(node)) return many('object', node, entries);
  if (isSeq(node))
    return many(
      'array',
      node,
      node.items.map((one) => yamlPart(one as Node)),
    );
  throw new Unreadable();
}

function pairOf({ key, value }: Yaml.Pair): Part {
  const name = yamlPart(key as Node);
  if (value === null || (value as Yaml.Node).range === null) throw new Unreadable();
  const read = yamlPart(value as Node);
  const part = entry(name, read, isQuoted(value as Yaml.Node) ? name.meaning : null);
  return read.start < name.end ? { ...part, end: name.end + 1 } : part;
}

const isQuoted = (node: Yaml.Node): boolean =>
  yaml().isScalar(node) && /^QUOTE_/.test(node.type ?? '');

function many(data: 'object' | 'array', node: Yaml.YAMLMap | Yaml.YAMLSeq, entries: Part[]): Part {
  const { start, end } = yamlSpan(node);
  if (node.flow === true)
    return collection(
      data,
      { start, end },
      { style: 'commas', open: start + 1, close: end - 1, entries },
    );
  const close = entries.at(-1)?.end ?? end;
  return collection(data, { start, end: close }, { style: 'lines', open: start, close, entries });
}

/** Extends entries of a block sequence to their dash. */
function withDashes(text: string, part: Part): Part {
  const slots = part.slots?.map((slot) => {
    if ('part' in slot) return { ...slot, part: withDashes(text, slot.part) };
    const inner = slot.list.entries.map((one) => withDashes(text, one));
    const isDashed = part.data === 'array' && slot.list.style === 'lines';
    const entries = isDashed ? inner.map((one) => dashed(text, one)) : inner;
    return { ...slot, list: { ...slot.list, entries } };
  });
  return { ...part, slots: slots ?? null };
}

function dashed(text: string, part: Part): Part {
  const slot = { name: 'item', holds: 'content', from: part.start, part } as const;
  const start = text.lastIndexOf('-', part.start - 1);
  return { ...part, role: 'item', data: null, start, slots: part.slots && [slot] };
}

function commentsOf(text: string): Span[] {
  const { Lexer } = yaml();
  const comments: Span[] = [];
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if ('\u0002\u0018\u001f'.includes(token)) continue;
    if (token.startsWith('#')) comments.push({ start: at, end: at + token.length });
    at += token.length;
  }
  return comments;
}

/** Parses a YAML text with its structure; null where it can only be merged by lines. */
export function yamlSource(text: string): Source | null {
  if (text.startsWith('\uFEFF')) return null;
  const documents = yaml().parseAllDocuments(text);
  const [document] = documents;
  if (!Array.isArray(documents) || documents.length !== 1 || !document) return null;
  if (document.errors.length > 0 || !document.contents) return null;
  try {
    const root = withDashes(text, yamlPart(document.contents));
    return { text, root, comments: commentsOf(text), verbatim: [], semicolons: [], strings: [] };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
