import { typescript, type ts } from '../code/typescript.js';
import { readProperty } from './code-meaning.js';
import type { ListStyle, Role, Slot } from './part.js';

type Node = ts.Node;

/** How the entries of a list are written, and whether their order matters. */
export interface ListForm {
  readonly style: ListStyle;
  readonly ordered: boolean;
  /** The role of entries that are identified by place. */
  readonly role?: Role;
}

/** The purpose of a child in its node; a list without a form, such as type arguments, merges only as a whole. */
interface Purpose {
  readonly holds: Slot['holds'];
  readonly form?: ListForm;
}

/** A child of a node. */
export interface Child extends Purpose {
  readonly name: string;
  readonly value: Node | ts.NodeArray<Node>;
}

/** The form of the statements of a body, and of the parameters of a function. */
export const STATEMENTS: ListForm = { style: 'lines', ordered: true };
export const PARAMETERS: ListForm = { style: 'commas', ordered: false, role: 'parameter' };

type Row = Readonly<Record<string, Purpose>>;

const listPurpose = (style: ListStyle, role?: Role): Purpose => ({
  holds: style === 'words' || role === 'parameter' ? 'frame' : 'content',
  form: { style, ordered: false, ...(role && { role }) },
});
const ordered = (style: ListStyle): Purpose => ({
  holds: 'content',
  form: { style, ordered: true },
});
/** Children that merge like any other node, or as a whole where they are lists. */
const plainRow = (...names: readonly string[]): Row =>
  Object.fromEntries(names.map((key) => [key, { holds: 'content' }]));

const name: Purpose = { holds: 'name' };
const type: Purpose = { holds: 'frame' };
const modifiers = listPurpose('words');
const elements = ordered('commas');
const statements = ordered('lines');
const members = listPurpose('lines');
const declared = { modifiers, name, ...plainRow('typeParameters') };
const structure = { ...declared, heritageClauses: listPurpose('attributes'), members };
const variable = {
  name,
  ...plainRow('questionToken', 'exclamationToken'),
  type,
  ...plainRow('initializer'),
};
const callable = {
  modifiers,
  ...plainRow('asteriskToken'),
  name,
  ...plainRow('questionToken', 'typeParameters'),
  parameters: listPurpose('commas', 'parameter'),
  type,
  ...plainRow('equalsGreaterThanToken', 'body'),
};
const call = {
  ...plainRow('expression', 'questionDotToken', 'typeArguments'),
  arguments: listPurpose('commas', 'argument'),
};
const tag = { tagName: type, ...plainRow('typeArguments', 'attributes') };

/**
 * Kinds of syntax that merge part by part, with their children, by the compiler's names and in source order. A kind that is
 * not listed, or a node with an unlisted child, merges only as a whole; a row may list more than a kind has.
 */
const CHILDREN: { readonly [K in KindName]?: Row } = {
  SourceFile: { statements },
  Block: { statements },
  ModuleBlock: { statements },
  ModuleDeclaration: { modifiers, name, ...plainRow('body') },
  ClassDeclaration: structure,
  ClassExpression: structure,
  InterfaceDeclaration: structure,
  HeritageClause: { types: listPurpose('commas') },
  TypeLiteral: { members },
  TypeAliasDeclaration: { ...declared, type },
  EnumDeclaration: { modifiers, name, members: listPurpose('commas') },
  EnumMember: variable,
  PropertySignature: { modifiers, ...variable },
  PropertyDeclaration: { modifiers, ...variable },
  Parameter: { modifiers, ...plainRow('dotDotDotToken'), ...variable },
  VariableDeclaration: variable,
  PropertyAssignment: variable,
  Constructor: callable,
  GetAccessor: callable,
  SetAccessor: callable,
  MethodSignature: callable,
  MethodDeclaration: callable,
  FunctionDeclaration: callable,
  FunctionExpression: callable,
  ArrowFunction: callable,
  Decorator: plainRow('expression'),
  VariableStatement: { modifiers, ...plainRow('declarationList') },
  VariableDeclarationList: { declarations: listPurpose('commas', 'declaration') },
  ExpressionStatement: plainRow('expression'),
  ReturnStatement: plainRow('expression'),
  IfStatement: plainRow('expression', 'thenStatement', 'elseStatement'),
  ForOfStatement: plainRow('awaitModifier', 'initializer', 'expression', 'statement'),
  TryStatement: plainRow('tryBlock', 'catchClause', 'finallyBlock'),
  CatchClause: plainRow('variableDeclaration', 'block'),
  ExportAssignment: { modifiers, ...plainRow('expression') },
  ExportDeclaration: { modifiers, ...plainRow('exportClause', 'moduleSpecifier', 'attributes') },
  NamedExports: { elements },
  CallExpression: call,
  NewExpression: call,
  AwaitExpression: plainRow('expression'),
  ParenthesizedExpression: plainRow('expression'),
  NonNullExpression: plainRow('expression'),
  AsExpression: { ...plainRow('expression'), type },
  SatisfiesExpression: { ...plainRow('expression'), type },
  TypeAssertionExpression: { type, ...plainRow('expression') },
  ConditionalExpression: plainRow(
    'condition',
    'questionToken',
    'whenTrue',
    'colonToken',
    'whenFalse',
  ),
  ObjectLiteralExpression: { properties: listPurpose('commas') },
  ArrayLiteralExpression: { elements },
  JsxElement: { ...plainRow('openingElement'), children: statements, closingElement: type },
  JsxFragment: {
    ...plainRow('openingFragment'),
    children: statements,
    ...plainRow('closingFragment'),
  },
  JsxOpeningElement: tag,
  JsxSelfClosingElement: tag,
  JsxAttributes: { properties: listPurpose('attributes') },
  JsxAttribute: { name, ...plainRow('initializer') },
  JsxExpression: plainRow('dotDotDotToken', 'expression'),
};

/** The name of a kind of syntax. */
export type KindName = keyof typeof ts.SyntaxKind;

let kinds: ReadonlyMap<ts.SyntaxKind, KindName> | undefined;

/** The kinds by number; aliases such as `FirstStatement` come after the names. */
function readKinds(): ReadonlyMap<ts.SyntaxKind, KindName> {
  const { SyntaxKind } = typescript();
  const names = Object.keys(SyntaxKind).filter((key) => /^\D/.test(key)) as KindName[];
  return new Map(names.reverse().map((kind) => [SyntaxKind[kind], kind]));
}

/** The name of a node's kind. */
export const syntaxKind = ({ kind }: Node): KindName =>
  (kinds ??= readKinds()).get(kind) ?? 'Unknown';

/** The children of a node in source order; null for a node that merges only as a whole. */
export function childrenOf(node: Node): readonly Child[] | null {
  const row = CHILDREN[syntaxKind(node)];
  if (!row || readProperty(node) !== null) return null;
  const own = node as unknown as Readonly<Record<string, Child['value'] | undefined>>;
  const found = Object.entries(row).flatMap(([key, purpose]): Child[] => {
    const value = own[key] ?? (purpose === modifiers ? noneAt(node) : undefined);
    return value ? [{ name: key, value, ...purpose }] : [];
  });
  return isAll(node, new Set(found.map(({ value }) => value))) ? found : null;
}

/** An empty list where modifiers would go, since the other side may add some. */
function noneAt(node: Node): ts.NodeArray<Node> {
  const at = node.getStart();
  return Object.assign([], { pos: at, end: at, hasTrailingComma: false, transformFlags: 0 });
}

/** Whether these are all children of a node; a missing one would be lost in a merge. */
function isAll(node: Node, known: ReadonlySet<Child['value']>): boolean {
  const { forEachChild, SyntaxKind } = typescript();
  const isMissing = (child: Child['value']): boolean =>
    !known.has(child) && !('kind' in child && child.kind === SyntaxKind.EndOfFileToken);
  return !forEachChild(node, isMissing, isMissing);
}
