import { memberFacts } from '../code/member-facts.js';
import { parseCode, syntaxErrors, typescript, type ts } from '../code/typescript.js';
import { childrenOf, syntaxKind, type Child, type ListForm } from './code-children.js';
import { innerValue } from './inner-value.js';
import { callableOf } from './function-forms.js';
import { readTokens, unwrap, type Tokens } from './code-meaning.js';
import {
  argumentIdentity,
  identitiesOf,
  labelOf,
  localName,
  ownName,
  rankOf,
  routeOf,
} from './dialect/identities.js';
import { PLAIN, type Part, type PartList, type Slot, type Source } from './part.js';

type Node = ts.Node;

interface Reading {
  readonly file: ts.SourceFile;
  readonly tokens: Tokens;
  readonly made: Map<Node, Part>;
}

/** The words of a node outside of its slots. */
function skeletonOf({ file }: Reading, node: Node): string {
  const { isToken } = typescript();
  const children = childrenOf(node);
  if (!children) return '';
  const own = new Set<unknown>(children.map(({ value }) => value));
  return node
    .getChildren(file)
    .filter((child) => isToken(child) && !own.has(child))
    .map((child) => child.getText(file))
    .filter((word) => /^[a-z]+$/.test(word))
    .join(' ');
}

/** Whether a node is an entry of its list; imports are merged separately, and blanks and holes are ignored. */
function isEntry(node: Node): boolean {
  const ts = typescript();
  const isBlank = ts.isJsxText(node) && node.text.trim() === '';
  return !isBlank && !ts.isImportDeclaration(node) && !ts.isOmittedExpression(node);
}

/**
 * The entries of a list. Arguments are identified by place, and so is a variable that is declared alone; several in one
 * declaration are identified by name.
 */
function entriesOf(reading: Reading, parent: Node, form: ListForm, nodes: readonly Node[]): Part[] {
  const { role, style } = form;
  return nodes.map((node, at) => {
    if (!role || (role === 'declaration' && nodes.length > 1))
      return style === 'words' && at === 0
        ? makePart(reading, unwrap(node), { bare: true })
        : codePart(reading, node);
    const identities = [argumentIdentity(parent, node, at)];
    return makePart(reading, unwrap(node), { role, identities, pairing: 'key', shape: null });
  });
}

/** The list of some entries; modifiers have no brackets and start with their node. */
function listOf(
  reading: Reading,
  parent: Node,
  form: ListForm,
  nodes: ts.NodeArray<Node>,
): PartList {
  const { text } = reading.file;
  const { style, ordered } = form;
  const entries = entriesOf(reading, parent, form, nodes.filter(isEntry));
  const start = parent.getStart(reading.file);
  const [open, close] =
    style === 'words'
      ? [start, start]
      : typescript().isSourceFile(parent)
        ? [0, text.length]
        : [nodes.pos, style === 'attributes' ? nodes.end : closing(text, nodes.end)];
  return { style, ordered, open, close, entries };
}

/** The offset of the closing bracket: past the blanks after the last entry. */
function closing(text: string, end: number): number {
  return end + (/^(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*)*/.exec(text.slice(end))?.[0].length ?? 0);
}

/** The children of a node as slots, each with the punctuation before it: the `: ` of a type, the ` = ` of an initializer. */
function slotsOf(reading: Reading, node: Node): Slot[] | null {
  let from = node.getStart(reading.file);
  const children = childrenOf(node);
  if (!children) return null;
  return children.map(({ name, holds, form, value }): Slot => {
    const slot = { name, holds, from };
    from = value.end;
    if (!isNodeArray(value)) return { ...slot, part: codePart(reading, value) };
    if (!form) {
      const part = wholeOf(reading, value, slot.from);
      from = part.end;
      return { ...slot, part };
    }
    const list = listOf(reading, node, form, value);
    const bracket = /[)\]}]/.test(reading.file.text[list.close] ?? '') ? 1 : 0;
    from = Math.max(list.close + bracket, value.end);
    return { name, holds, end: Math.max(list.close, value.end), list };
  });
}

const isNodeArray = (value: Child['value']): value is ts.NodeArray<Node> => Array.isArray(value);

/** A list that merges only as a whole, such as type arguments, with its brackets. */
function wholeOf({ file, tokens }: Reading, list: ts.NodeArray<Node>, start: number): Part {
  const meaning = list.map((node) => tokens.meanings.get(node) ?? '').join(' , ');
  const known = { identities: [], pairing: 'key' } as const;
  const end = closing(file.text, list.end) + 1;
  return { ...PLAIN, ...known, kind: 'list', start, end, meaning };
}

function dataOf(node: Node): Part['data'] {
  const ts = typescript();
  if (ts.isObjectLiteralExpression(node)) return 'object';
  if (ts.isArrayLiteralExpression(node)) return 'array';
  return ts.isPropertyAssignment(node) ? 'entry' : null;
}

/** The span of a node, without the blanks around JSX text. */
function codeSpan({ file }: Reading, node: Node): { readonly start: number; readonly end: number } {
  if (!typescript().isJsxText(node)) return { start: node.getStart(file), end: node.end };
  const { text, pos } = node;
  return { start: pos + text.length - text.trimStart().length, end: pos + text.trimEnd().length };
}

/** `meaning` without the node's own name. */
function shapeOf(node: Node, meaning: string): string | null {
  const name = ownName(node)?.replace(/\W/g, '\\$&');
  return name ? meaning.replace(new RegExp(`\\b${name}\\b`, 'g'), '_') : null;
}

/** Memoizes a function. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Traits of an entry from its list. */
type Traits = Partial<Pick<Part, 'role' | 'identities' | 'pairing' | 'shape' | 'bare'>>;

/** A node as a part; rarely used properties are computed on demand, since a file has thousands of parts. */
function makePart(reading: Reading, node: Node, traits: Traits = {}): Part {
  const ts = typescript();
  const meaning = reading.tokens.meanings.get(node) ?? '';
  const known = identitiesOf(node, meaning);
  const model = once(() =>
    ts.isPropertyDeclaration(node)
      ? memberFacts(node)
      : { facts: routeOf(known.identities), unread: false },
  );
  const slots = once(() => slotsOf(reading, node));
  const callable = once(() => callableOf(makerOf(reading), node, part));
  const inner = once(() => {
    const value = innerValue(node);
    return value && codePart(reading, value);
  });
  const part: Part = {
    ...known,
    ...codeSpan(reading, node),
    kind: syntaxKind(node),
    role: ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) ? 'element' : null,
    data: dataOf(node),
    meaning,
    local: localName(node),
    label: labelOf(node),
    get rank() {
      return rankOf(node);
    },
    bare: false,
    get shape() {
      return shapeOf(node, meaning);
    },
    get facts() {
      return model().facts;
    },
    get unread() {
      return model().unread;
    },
    get skeleton() {
      return skeletonOf(reading, node);
    },
    get inner() {
      return inner();
    },
    get slots() {
      return slots();
    },
    get callable() {
      return callable();
    },
    ...traits,
  };
  return part;
}

const makerOf = (reading: Reading): Parameters<typeof callableOf>[0] => ({
  partOf: (node) => codePart(reading, node),
  listOf: (parent, form, nodes) => listOf(reading, parent, form, nodes),
});

/** A node as a part by itself. */
function codePart(reading: Reading, given: Node): Part {
  const node = unwrap(given);
  const part = reading.made.get(node) ?? makePart(reading, node);
  reading.made.set(node, part);
  return part;
}

/** A TypeScript text with its structure and syntax tree; `importList` returns the entries of an import. */
export interface CodeSource extends Source {
  readonly file: ts.SourceFile;
  readonly importList: (named: ts.NamedImports) => PartList;
}

/** Parses a TypeScript or TSX text with its structure; null with syntax errors. */
export function codeSource(path: string, text: string): CodeSource | null {
  const file = parseCode(path, text);
  if (syntaxErrors(file) > 0) return null;
  const tokens = readTokens(file);
  const { comments, verbatim, semicolons, strings } = tokens;
  const reading = { file, tokens, made: new Map<Node, Part>() };
  const importList = (named: ts.NamedImports): PartList =>
    listOf(reading, named, { style: 'commas', ordered: false }, named.elements);
  const root = codePart(reading, file);
  return { text, root, comments, verbatim, semicolons, strings, file, importList };
}
