import { once } from '../once.js';
import { nodesIn, typescript, type ts } from './typescript.js';

/** A module specifier in an import, export, `import()`, `require()`, `vi.mock()` or `declare module`. */
export interface Specifier {
  readonly text: string;
  /** The offset of the text inside the quotes. */
  readonly start: number;
  readonly end: number;
}

/** The module specifiers of a file, in source order. */
export const specifiersIn = once((file: ts.SourceFile): readonly Specifier[] =>
  nodesIn(file)
    .flatMap((node) => moduleOf(node) ?? [])
    .filter(typescript().isStringLiteralLike)
    .map((node) => ({ text: node.text, start: node.getStart() + 1, end: node.end - 1 })),
);

/** The module specifier of a node. */
export function moduleOf(node: ts.Node): ts.Node | undefined {
  const ts = typescript();
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  // `declare module './settings.js'` adds to what that file declares.
  if (ts.isModuleDeclaration(node)) return node.name;
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return ts.isCallExpression(node) && asksForModule(node) ? node.arguments[0] : undefined;
}

/** `import('...')`, `require('...')`, `require.resolve('...')`, `vi.mock('...')`, `jest.requireActual('...')`. */
function asksForModule({ expression }: ts.CallExpression): boolean {
  const ts = typescript();
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  const object = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  return (
    ts.isIdentifier(object) && (object === expression ? ['require'] : ASKING).includes(object.text)
  );
}

const ASKING = ['require', 'vi', 'jest'];
