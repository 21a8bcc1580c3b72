import { typescript, type ts } from '../code/typescript.js';
import { readProperty } from './code-meaning.js';
import type { ListStyle } from './part.js';

type Node = ts.Node;

function kinds(): ReadonlySet<ts.SyntaxKind> {
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
    kind.ForOfStatement,
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

/** Whether a node merges part by part; every other one merges only as a whole. */
export function isOpen(node: Node): boolean {
  open ??= kinds();
  return open.has(node.kind) && readProperty(node) === null;
}

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

/** How a list of a node is written; null where it merges only as a whole. */
export function styleFor(node: Node, name: string): ListStyle | null {
  const { SyntaxKind: kind } = typescript();
  if (node.kind === kind.JsxAttributes) return 'attributes';
  if (node.kind === kind.EnumDeclaration && name === 'members') return 'commas';
  return BY_NAME[name] ?? null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value && 'pos' in value;
/** Whether a child is a list of nodes. */
export const isList = (value: unknown): value is ts.NodeArray<Node> =>
  Array.isArray(value) && 'pos' in value;
const HIDDEN = new Set(['parent', 'jsDoc', 'endOfFileToken', 'flowNode', 'original']);

/** What a node has, by name and in the order of the text. */
export function childrenOf(node: Node): [string, Node | ts.NodeArray<Node>][] {
  const kit = typescript();
  if (kit.isSourceFile(node)) return [['statements', node.statements]];
  const own = Object.entries(node).filter(
    (pair): pair is [string, Node | ts.NodeArray<Node>] =>
      !HIDDEN.has(pair[0]) && (isNode(pair[1]) || isList(pair[1])),
  );
  return own.sort(([, a], [, b]) => a.pos - b.pos || a.end - b.end);
}
