import { once } from '../once.js';
import { nodesIn, typescript, type ts } from './typescript.js';

/** Every identifier of a file, in source order. */
export const identifiersIn = once((file: ts.SourceFile): readonly ts.Identifier[] =>
  nodesIn(file).filter(typescript().isIdentifier),
);

/** The names that a file declares at its top level, in source order. */
export const declaredNames = once((file: ts.SourceFile): readonly DeclaredName[] =>
  file.statements.flatMap((statement) => boundBy(statement).map((name) => ({ name, statement }))),
);

interface DeclaredName {
  readonly name: string;
  readonly statement: ts.Statement;
}

/** The names that a statement declares, or a pattern binds: `a` and `c` in `{ a, b: c }`. */
function boundBy(node: ts.Node): string[] {
  const ts = typescript();
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(boundBy);
  if (ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
    return [...node.elements].flatMap(boundBy);
  const { name } = node as { name?: ts.Node };
  return name ? boundBy(name) : [];
}

/** Whether an identifier names a member, or something in another module, and no declaration: `row.title`, `{ title: 1 }`. */
export function isMemberName(node: ts.Identifier): boolean {
  const ts = typescript();
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent))
    return parent.right === node || ts.isImportTypeNode(parent.parent);
  // In `export { own as other }` the first name belongs to the file.
  if (ts.isExportSpecifier(parent) && !parent.parent.parent.moduleSpecifier)
    return parent.propertyName !== undefined && parent.name === node;
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent))
    return parent.propertyName === node;
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isEnumMember(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isTypeElement(parent) ||
    ts.isClassElement(parent);
  return ts.isImportTypeNode(parent) || (isMember && parent.name === node);
}
