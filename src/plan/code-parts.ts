import { memberSays } from '../read/member-says.js';
import { parseCode, syntaxErrors, typescript, type ts } from '../read/typescript.js';
import { keysOf, ownName } from './code-keys.js';
import { readTokens, unwrap, type Tokens } from './code-meaning.js';
import type { ListStyle, Part, PartList, Slot, Source } from './part.js';

type Node = ts.Node;

interface Reading {
  readonly file: ts.SourceFile;
  readonly tokens: Tokens;
  readonly made: Map<Node, Part>;
}

/** The kinds that merge part by part; every other kind merges only as a whole. */
function openKinds(): ReadonlySet<ts.SyntaxKind> {
  const { SyntaxKind: kind } = typescript();
  return new Set([
    kind.SourceFile,
    kind.ClassDeclaration,
    kind.ClassExpression,
    kind.PropertyDeclaration,
    kind.MethodDeclaration,
    kind.Constructor,
    kind.GetAccessor,
    kind.SetAccessor,
    kind.FunctionDeclaration,
    kind.FunctionExpression,
    kind.ArrowFunction,
    kind.Decorator,
    kind.CallExpression,
    kind.NewExpression,
    kind.ObjectLiteralExpression,
    kind.ArrayLiteralExpression,
    kind.PropertyAssignment,
    kind.VariableStatement,
    kind.VariableDeclarationList,
    kind.VariableDeclaration,
    kind.ExpressionStatement,
    kind.Block,
    kind.ReturnStatement,
    kind.InterfaceDeclaration,
    kind.TypeAliasDeclaration,
    kind.TypeLiteral,
    kind.PropertySignature,
    kind.MethodSignature,
    kind.EnumDeclaration,
    kind.EnumMember,
    kind.JsxElement,
    kind.JsxOpeningElement,
    kind.JsxSelfClosingElement,
    kind.JsxFragment,
    kind.JsxAttributes,
    kind.JsxAttribute,
    kind.JsxExpression,
    kind.ParenthesizedExpression,
    kind.AsExpression,
    kind.SatisfiesExpression,
    kind.AwaitExpression,
    kind.ExportAssignment,
    kind.ExportDeclaration,
    kind.NamedExports,
    kind.IfStatement,
    kind.TryStatement,
    kind.CatchClause,
    kind.ModuleDeclaration,
    kind.ModuleBlock,
    kind.HeritageClause,
    kind.ConditionalExpression,
    kind.TypeAssertionExpression,
    kind.NonNullExpression,
    kind.Parameter,
  ]);
}
let open: ReadonlySet<ts.SyntaxKind> | undefined;

const BY_NAME: Readonly<Record<string, ListStyle>> = {
  members: 'lines',
  statements: 'lines',
  children: 'lines',
  modifiers: 'words',
  heritageClauses: 'attributes',
  types: 'commas',
  properties: 'commas',
  elements: 'commas',
  arguments: 'commas',
  parameters: 'commas',
  declarations: 'commas',
};

function styleFor(node: Node, name: string): ListStyle | null {
  const { SyntaxKind: kind } = typescript();
  if (node.kind === kind.JsxAttributes) return 'attributes';
  if (node.kind === kind.EnumDeclaration && name === 'members') return 'commas';
  return BY_NAME[name] ?? null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value && 'pos' in value;
const isList = (value: unknown): value is ts.NodeArray<Node> =>
  Array.isArray(value) && 'pos' in value;
const HIDDEN = new Set(['parent', 'jsDoc', 'endOfFileToken', 'flowNode', 'original']);

/** What a node has, by name and in the order of the text. */
function childrenOf(node: Node): [string, Node | ts.NodeArray<Node>][] {
  const kit = typescript();
  if (kit.isSourceFile(node)) return [['statements', node.statements]];
  const own = Object.entries(node).filter(
    (pair): pair is [string, Node | ts.NodeArray<Node>] =>
      !HIDDEN.has(pair[0]) && (isNode(pair[1]) || isList(pair[1])),
  );
  return own.sort(([, a], [, b]) => a.pos - b.pos || a.end - b.end);
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
    name === 'arguments' || name === 'parameters' || (name === 'declarations' && kept.length === 1)
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
const positional = (part: Part, name: string, at: number): Part => ({
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
  open ??= openKinds();
  const isOpen = open.has(node.kind);
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
      return isOpen ? skeletonOf(reading, node, childrenOf(node)) : '';
    },
    get slots() {
      return (slots ??= isOpen ? slotsOf(reading, node) : null);
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
