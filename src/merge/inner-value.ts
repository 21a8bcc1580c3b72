import { identifiersIn } from '../code/identifiers.js';
import { typescript, type ts } from '../code/typescript.js';

/**
 * The value that an expression stands for: what it checks the type of, the list whose method it calls, the one argument of another
 * call, or the value of a constant that is used there alone. With several uses, what crudgen changes at one would change the others.
 */
export function innerValue(node: ts.Node): ts.Expression | null {
  const ts = typescript();
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return node.expression;
  const listed = listOf(node);
  if (listed) return listed;
  if (ts.isCallExpression(node))
    return node.arguments.length === 1 ? (node.arguments[0] ?? null) : null;
  return ts.isIdentifier(node) ? constantValue(node) : null;
}

/** The list of a call such as `[...].filter(Boolean)`; null for anything else. */
function listOf(node: ts.Node): ts.Expression | null {
  const ts = typescript();
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression } = node.expression;
  return ts.isArrayLiteralExpression(expression) ? expression : null;
}

/** The value of the constant of a name; null where it is declared elsewhere, or used elsewhere. */
function constantValue(name: ts.Identifier): ts.Expression | null {
  const ts = typescript();
  const found = identifiersIn(name.getSourceFile()).filter(
    (one) => one.text === name.text && !ts.isTypeQueryNode(one.parent),
  );
  const [declared] = found.filter((one) => one !== name);
  const declaration = declared?.parent;
  if (found.length !== 2 || !declaration || !ts.isVariableDeclaration(declaration)) return null;
  const isConstant = (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
  const isValue =
    isConstant &&
    declaration.name === declared &&
    ts.isVariableStatement(declaration.parent.parent);
  return (isValue && declaration.initializer) || null;
}
