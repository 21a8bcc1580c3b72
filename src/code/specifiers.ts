import { oncePerFile, typescript, type ts } from './typescript.js';

/** What names a module: in an import or export, in `import()`, `require()` and `vi.mock()`. */
export interface Specifier {
  readonly text: string;
  /** Where the text stands, without its quotes. */
  readonly start: number;
  readonly end: number;
}

/** The specifiers of a file, in the order of its text. */
export const specifiersIn = oncePerFile((file): readonly Specifier[] => {
  const kit = typescript();
  const found: Specifier[] = [];
  const visit = (node: ts.Node): void => {
    const literal = moduleOf(node);
    if (literal && kit.isStringLiteralLike(literal))
      found.push({ text: literal.text, start: literal.getStart() + 1, end: literal.end - 1 });
    kit.forEachChild(node, visit);
  };
  visit(file);
  return found;
});

/** The text that names the module which a node imports, exports from or asks for. */
export function moduleOf(node: ts.Node): ts.Node | undefined {
  const kit = typescript();
  if (kit.isImportDeclaration(node) || kit.isExportDeclaration(node)) return node.moduleSpecifier;
  if (kit.isExternalModuleReference(node)) return node.expression;
  if (kit.isImportTypeNode(node))
    return kit.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return kit.isCallExpression(node) && asksForModule(node) ? node.arguments[0] : undefined;
}

/** `import('...')`, `require('...')`, `require.resolve('...')`, `vi.mock('...')`, `jest.requireActual('...')`. */
function asksForModule({ expression }: ts.CallExpression): boolean {
  const kit = typescript();
  if (expression.kind === kit.SyntaxKind.ImportKeyword) return true;
  const object = kit.isPropertyAccessExpression(expression) ? expression.expression : expression;
  return (
    kit.isIdentifier(object) && (object === expression ? ['require'] : ASKING).includes(object.text)
  );
}

const ASKING = ['require', 'vi', 'jest'];
