import { once } from '../once.js';
import { nodesIn, typescript, type ts } from './typescript.js';

/** Every identifier of a file, in source order. */
export const identifiersIn = once((file: ts.SourceFile): readonly ts.Identifier[] =>
  nodesIn(file).filter(typescript().isIdentifier),
);

/** Whether an identifier names a member, or something in another module, and no declaration: `row.title`, `{ title: 1 }`. */
export function isMemberName(node: ts.Identifier): boolean {
  const ts = typescript();
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent))
    return parent.right === node || ts.isImportTypeNode(parent.parent);
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
