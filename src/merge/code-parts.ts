import { memberSays } from '../code/member-says.js';
import { parseCode, syntaxErrors, typescript, type ts } from '../code/typescript.js';
import { childrenOf, isList, isOpen, styleFor } from './code-children.js';
import { argumentName, keysOf, ownName } from './code-keys.js';
import { readTokens, unwrap, type Tokens } from './code-meaning.js';
import type { ListStyle, Part, PartList, Slot, Source } from './part.js';

type Node = ts.Node;

interface Reading {
  readonly file: ts.SourceFile;
  readonly tokens: Tokens;
  readonly made: Map<Node, Part>;
}

/** The words of a node that stand in none of its slots. */
function skeletonOf(
  { file }: Reading,
  node: Node,
  slots: readonly (readonly [string, unknown])[],
): string {
  const { isToken } = typescript();
  const own = new Set(slots.map(([, child]) => child));
  return node
    .getChildren(file)
    .filter((child) => isToken(child) && !own.has(child))
    .map((child) => child.getText(file))
    .filter((word) => /^[a-z]+$/.test(word))
    .join(' ');
}

const isImport = (node: Node): boolean => typescript().isImportDeclaration(node);

function listOf(
  reading: Reading,
  node: Node,
  name: string,
  list: ts.NodeArray<Node>,
): PartList | null {
  const style = styleFor(node, name);
  if (!style) return null;
  const kit = typescript();
  const kind = kit.SyntaxKind;
  const { text } = reading.file;
  const isRoot = node.kind === kind.SourceFile;
  const kept = list.filter(
    (one) =>
      !isImport(one) &&
      !(kit.isJsxText(one) && one.text.trim() === '') &&
      !kit.isOmittedExpression(one),
  );
  const entries = kept.map((one, at) =>
    name === 'arguments'
      ? positional(partOf(reading, one), name, argumentName(node, one, at))
      : name === 'parameters' || (name === 'declarations' && kept.length === 1)
        ? positional(partOf(reading, one), name, at)
        : name === 'modifiers' && at === 0
          ? { ...partOf(reading, one), bare: true }
          : partOf(reading, one),
  );
  const bare = style === 'words' || name === 'declarations' || name === 'heritageClauses';
  const start = bare ? node.getStart(reading.file) : isRoot ? 0 : list.pos;
  const close = style === 'words' ? start : isRoot ? text.length : closing(text, list.end, style);
  const ordered = name === 'statements' || name === 'children' || name === 'elements';
  return {
    style,
    ordered,
    open: style === 'words' ? start : list.pos < 0 ? start : isRoot ? 0 : list.pos,
    close,
    entries,
  };
}

/** A part that is known by its place alone: whatever stands there is the same entry. */
const positional = (part: Part, name: string, at: number | string): Part => ({
  ...part,
  kind: `${name}:${part.kind}`,
  keys: [`${name}:${at}`, `${name}:${at}`],
  shape: null,
});

/** The offset of the bracket that closes a list: past the blanks behind its last entry. */
function closing(text: string, end: number, style: ListStyle): number {
  if (style === 'attributes') return end;
  const rest = /^(?:\s|\/\*[^]*?\*\/|\/\/[^\r\n]*)*/.exec(text.slice(end))?.[0].length ?? 0;
  return end + rest;
}

function slotsOf(reading: Reading, node: Node): Slot[] | null {
  const kit = typescript();
  const children = childrenOf(node);
  const slots: Slot[] = [];
  let from = node.getStart(reading.file);
  for (const [name, child] of children) {
    if (!isList(child)) {
      const part = partOf(reading, child);
      slots.push({ name, from, part });
      from = child.end;
      continue;
    }
    const list = listOf(reading, node, name, child);
    if (!list) slots.push({ name, from, part: wholeOf(reading, child, from) });
    else slots.push({ name, end: Math.max(list.close, child.end), list });
    from = list
      ? Math.max(
          list.close +
            (/[)\]}]/.test(reading.file.text[list.close] ?? '') && list.style !== 'words' ? 1 : 0),
          child.end,
        )
      : child.end;
  }
  if (kit.canHaveModifiers(node) || kit.canHaveDecorators(node)) {
    const start = node.getStart(reading.file);
    const none: PartList = {
      style: 'words',
      ordered: false,
      open: start,
      close: start,
      entries: [],
    };
    if (!slots.some(({ name }) => name === 'modifiers'))
      slots.unshift({ name: 'modifiers', end: start, list: none });
  }
  return slots;
}

/** A list that merges only as a whole, such as type arguments. */
function wholeOf({ file, tokens }: Reading, list: ts.NodeArray<Node>, from: number): Part {
  const meaning = list.map((node) => tokens.meanings.get(node) ?? '').join(' , ');
  return {
    kind: 'list',
    start: from,
    end: closing(file.text, list.end, 'attributes'),
    keys: [],
    meaning,
    shape: null,
    says: null,
    opaque: false,
    skeleton: '',
    slots: null,
  };
}

/** A node as a part; its slots and what it says are read when they are asked for. */
function partOf(reading: Reading, given: Node): Part {
  const node = unwrap(given);
  const known = reading.made.get(node);
  if (known) return known;
  const kit = typescript();
  const meaning = reading.tokens.meanings.get(node) ?? '';
  const opens = isOpen(node);
  let slots: Slot[] | null | undefined;
  let said: ReturnType<typeof memberSays> | undefined;
  const says = (): ReturnType<typeof memberSays> =>
    (said ??= kit.isPropertyDeclaration(node)
      ? memberSays(node)
      : { says: routeOf(part.keys), opaque: false });
  const part: Part = {
    kind: kindOf(node),
    start: kit.isJsxText(node) ? textStart(node) : node.getStart(reading.file),
    end: kit.isJsxText(node) ? node.pos + node.text.trimEnd().length : node.end,
    keys: keysOf(node, meaning),
    meaning,
    get shape() {
      const name = ownName(node);
      return name
        ? meaning.replace(new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`, 'g'), '_')
        : null;
    },
    get says() {
      return says().says;
    },
    get opaque() {
      return says().opaque;
    },
    get skeleton() {
      return opens ? skeletonOf(reading, node, childrenOf(node)) : '';
    },
    get slots() {
      return (slots ??= opens ? slotsOf(reading, node) : null);
    },
  };
  reading.made.set(node, part);
  return part;
}

/** The kind of a node; what stands before a `:` is enough to be taken for the same entry. */
function kindOf(node: Node): string {
  const { SyntaxKind } = typescript();
  const name = SyntaxKind[node.kind];
  return /^Jsx(?:SelfClosing)?Element$/.test(name) ? `Jsx:${name}` : name;
}

/** The route that a statement adds: its method and path. */
function routeOf([key = '']: readonly string[]): string | null {
  return /^call:\w+\.(?:get|post|put|patch|delete|all|head|options):\//.test(key) ? key : null;
}

const textStart = (node: ts.JsxText): number =>
  node.pos + (node.text.length - node.text.trimStart().length);

/** A TypeScript text with its structure and syntax tree; `listOf` gives the entries of an import. */
export interface CodeSource extends Source {
  readonly file: ts.SourceFile;
  readonly meaningOf: (node: ts.Node) => string;
  readonly importList: (named: ts.NamedImports) => PartList;
}

/** A TypeScript or TSX text with its structure, or null where it has syntax errors. */
export function codeSource(path: string, text: string): CodeSource | null {
  const file = parseCode(path, text);
  if (syntaxErrors(file) > 0) return null;
  const tokens = readTokens(file);
  const { comments, verbatim, semicolons, strings, meanings } = tokens;
  const reading = { file, tokens, made: new Map<Node, Part>() };
  const root = partOf(reading, file);
  const importList = (named: ts.NamedImports): PartList => ({
    style: 'commas',
    ordered: false,
    open: named.elements.pos,
    close: named.end - 1,
    entries: named.elements.map((one) => partOf(reading, one)),
  });
  const meaningOf = (node: Node): string => meanings.get(node) ?? '';
  return { text, root, comments, verbatim, semicolons, strings, file, meaningOf, importList };
}
