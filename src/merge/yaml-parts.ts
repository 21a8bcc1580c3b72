import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { collection, entry, identity, scalar } from './json-parts.js';
import type { Part, PartList, Source, Span } from './part.js';

let loaded: typeof Yaml | undefined;
const yaml = (): typeof Yaml => (loaded ??= createRequire(import.meta.url)('yaml') as typeof Yaml);

/** Thrown where a document has what only its lines can be merged by: anchors, tags, several documents. */
class Unreadable extends Error {}

type Node = Yaml.Node | null | undefined;

function spanOf(node: Yaml.Node): Span {
  if (!node.range) throw new Unreadable();
  return { start: node.range[0], end: node.range[1] };
}

function partOf(node: Node): Part {
  const { isAlias, isScalar, isMap, isSeq } = yaml();
  if (!node || isAlias(node) || node.tag?.startsWith('!') || ('anchor' in node && node.anchor))
    throw new Unreadable();
  if (isScalar(node)) return scalar(spanOf(node), JSON.stringify(node.value ?? null));
  if (isMap(node)) return many('object', node, node.items.map(pairOf), node.flow === true);
  if (isSeq(node))
    return many(
      'array',
      node,
      node.items.map((one) => itemOf(one as Node)),
      node.flow === true,
    );
  throw new Unreadable();
}

function pairOf({ key, value }: Yaml.Pair): Part {
  const name = partOf(key as Node);
  if (value === null || (value as Yaml.Node).range === null) throw new Unreadable();
  const read = partOf(value as Node);
  return read.start < name.end ? { ...entry(name, read), end: name.end + 1 } : entry(name, read);
}

function itemOf(node: Node): Part {
  const read = partOf(node);
  const slot = read.slots?.[0];
  const name = slot && 'list' in slot ? identity(slot.list) : null;
  return name === null ? read : { ...read, keys: [name, `=${read.meaning}`] };
}

function many(
  kind: 'object' | 'array',
  node: Yaml.YAMLMap | Yaml.YAMLSeq,
  entries: Part[],
  flow: boolean,
): Part {
  const { start } = spanOf(node);
  const last = entries.at(-1);
  const end = flow || !last ? spanOf(node).end : last.end;
  const inner = flow ? { open: start + 1, close: end - 1 } : { open: start, close: end };
  const list: PartList = {
    style: flow ? 'commas' : 'lines',
    ordered: kind === 'array',
    ...inner,
    entries,
  };
  return collection(kind, { start, end }, [], list);
}

/** Entries of a block sequence begin at their dash. */
function withDashes(text: string, part: Part): Part {
  const slots = part.slots?.map((slot) => {
    if ('part' in slot) return { ...slot, part: withDashes(text, slot.part) };
    const dashed = part.kind === 'array' && slot.list.style === 'lines';
    const entries = slot.list.entries.map((one) => {
      const inner = withDashes(text, one);
      if (!dashed) return inner;
      const start = text.lastIndexOf('-', one.start - 1);
      const held = inner.slots ? [{ name: 'item', from: inner.start, part: inner }] : null;
      return { ...inner, kind: `item:${inner.kind}`, start, slots: held };
    });
    return { ...slot, list: { ...slot.list, entries } };
  });
  return { ...part, slots: slots ?? null };
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

/** A YAML text with its structure, or null where only its lines can be merged. */
export function yamlSource(text: string): Source | null {
  if (text.startsWith('\uFEFF')) return null;
  const documents = yaml().parseAllDocuments(text);
  const [document] = documents;
  if (!Array.isArray(documents) || documents.length !== 1 || !document) return null;
  if (document.errors.length > 0 || !document.contents) return null;
  try {
    const root = withDashes(text, partOf(document.contents));
    return { text, root, comments: commentsOf(text), verbatim: [], semicolons: [], strings: [] };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
