import { type Node, type ParseError, parseTree, visit } from 'jsonc-parser';
import { byMeaning, PLAIN, type Part, type PartList, type Source, type Span } from './part.js';

const jsonSpan = ({ offset, length }: Node): Span => ({ start: offset, end: offset + length });

function jsonPart(node: Node): Part {
  const { type, value, children = [] } = node;
  if (type !== 'object' && type !== 'array') return scalar(jsonSpan(node), JSON.stringify(value));
  const { start, end } = jsonSpan(node);
  const inside = { style: 'commas', open: start + 1, close: end - 1 } as const;
  const entries = children.map((child) =>
    type === 'object' ? propertyOf(child) : jsonPart(child),
  );
  return collection(type, { start, end }, { ...inside, entries });
}

function propertyOf({ children }: Node): Part {
  const [name, value] = children as [Node, Node];
  const label = value.type === 'string' ? JSON.stringify(name.value) : null;
  return entry(jsonPart(name), jsonPart(value), label);
}

/** A key with its value; the label is the key as written. */
export function entry(name: Part, value: Part, label: string | null): Part {
  return {
    ...PLAIN,
    kind: 'entry',
    data: 'entry',
    start: name.start,
    end: value.end,
    identities: [{ by: 'name', value: name.meaning }],
    pairing: 'key',
    meaning: `${name.meaning}:${value.meaning}`,
    label,
    slots: [{ name: 'value', holds: 'content', from: value.start, part: value }],
  };
}

/** A scalar with its meaning. */
export function scalar(span: Span, meaning: string): Part {
  const known = { identities: [byMeaning(meaning)], pairing: 'place' } as const;
  return { ...PLAIN, ...span, ...known, kind: 'scalar', meaning };
}

/** An object or array with its entries. */
export function collection(
  data: 'object' | 'array',
  span: Span,
  list: Omit<PartList, 'ordered'>,
): Part {
  const ordered = data === 'array';
  const entries = ordered ? list.entries.map(namedItem) : list.entries;
  const meanings = entries.map(({ meaning }) => meaning);
  const meaning = `${data}(${(ordered ? meanings : [...meanings].sort()).join()})`;
  return {
    ...PLAIN,
    ...span,
    kind: data,
    data,
    identities: [byMeaning(meaning)],
    pairing: 'place',
    meaning,
    slots: [
      { name: 'entries', holds: 'content', end: span.end, list: { ...list, ordered, entries } },
    ],
  };
}

/** Keys that identify an object in an array. */
const NAMING = ['name', 'id', 'key', 'path'].map((name) => JSON.stringify(name));

function namedItem(item: Part): Part {
  const slot = item.data === 'object' ? item.slots?.[0] : undefined;
  const entries = slot && 'list' in slot ? slot.list.entries : [];
  const names = NAMING.flatMap((name) =>
    entries.filter(({ identities }) => identities[0]?.value === name),
  );
  if (!names[0]) return item;
  const identity = { by: 'object', value: names[0].meaning } as const;
  return { ...item, identities: [identity, ...item.identities], pairing: 'key' };
}

/** Parses a JSON or JSONC text with its structure; null where it cannot be read. */
export function jsonSource(text: string): Source | null {
  const errors: ParseError[] = [];
  const plain = text.replace(/^\uFEFF/, ' ');
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  if (!root || errors.length > 0) return null;
  const comments: Span[] = [];
  const onComment = (offset: number, length: number): void => {
    comments.push({ start: offset, end: offset + length });
  };
  visit(plain, { onComment });
  return { text, root: jsonPart(root), comments, verbatim: [], semicolons: [], strings: [] };
}
