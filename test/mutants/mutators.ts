import ts from 'typescript';

/** A node of the source, and the code that replaces it. */
export type Edit = readonly [node: ts.Node, by: string];

/** A kind of fault: the edits that it makes of a node. */
type Mutator = (node: ts.Node, text: (node: ts.Node) => string) => readonly Edit[];

const COMPARISONS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.EqualsEqualsToken]: '!=',
  [ts.SyntaxKind.ExclamationEqualsToken]: '==',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
};
const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
const OPPOSITES: Readonly<Record<string, string>> = {
  ALL: 'NONE',
  NONE: 'ALL',
  some: 'every',
  every: 'some',
};
/** The steps of a write that a table of needs names (`writing/write-needs.ts`). */
const STEPS: ReadonlySet<string> = new Set(['turn', 'before', 'check', 'after', 'transaction']);

/** Whether other edits already replace the node by `true` and `false`, or drop it: to negate it, too, finds nothing more. */
const isDropped = (node: ts.Node): boolean => {
  const outer = ts.findAncestor(node.parent, (one) => !ts.isParenthesizedExpression(one))!;
  if (ts.isBinaryExpression(outer)) return LOGICAL.has(outer.operatorToken.kind);
  return conditionOf(outer) === node;
};

/** Whether the statement is all that an `if` without `else` does: `false` in place of its condition drops the statement. */
const isConditional = (node: ts.Statement): boolean => {
  const { parent } = node;
  if (ts.isBlock(parent) && parent.statements.length === 1)
    return isConditional(parent) || ts.isIfStatement(parent.parent);
  return ts.isIfStatement(parent) && parent.elseStatement === undefined;
};

const conditionOf = (node: ts.Node): ts.Expression | null =>
  ts.isIfStatement(node) || ts.isWhileStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : null;

/** Whether a list only names values for a destructuring pattern, which has as many names. */
const isDestructured = ({ parent }: ts.Node): boolean =>
  (ts.isVariableDeclaration(parent) && ts.isArrayBindingPattern(parent.name)) ||
  (ts.isBinaryExpression(parent) && ts.isArrayLiteralExpression(parent.left));

/** `items` without each of its elements in turn. */
const without = (
  list: ts.Node,
  items: readonly ts.Node[],
  text: (node: ts.Node) => string,
  [open, close]: readonly [string, string],
): readonly Edit[] =>
  items.map((item) => {
    const rest = items.filter((other) => other !== item);
    return [list, `${open}${rest.map(text).join(', ')}${close}`];
  });

/** The faults that are tried. Each of them drops, widens or negates part of a decision. */
export const MUTATORS: Readonly<Record<string, Mutator>> = {
  condition: (node) => {
    const condition = conditionOf(node);
    return condition ? ['true', 'false'].map((by): Edit => [condition, by]) : [];
  },
  operand: (node, text) => {
    if (!ts.isBinaryExpression(node) || !LOGICAL.has(node.operatorToken.kind)) return [];
    // `undefined` decides as `false` does.
    const isFalse = node.right.kind === ts.SyntaxKind.FalseKeyword;
    const sides = isFalse ? [node.right] : [node.left, node.right];
    return sides.map((side): Edit => [node, text(side)]);
  },
  comparison: (node, text) => {
    const by = ts.isBinaryExpression(node) ? COMPARISONS[node.operatorToken.kind] : undefined;
    if (by === undefined || !ts.isBinaryExpression(node)) return [];
    if ((by.length === 3 || text(node.right) === '0') && isDropped(node)) return [];
    return [[node, `${text(node.left)} ${by} ${text(node.right)}`]];
  },
  negation: (node, text) =>
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.ExclamationToken &&
    !isDropped(node)
      ? [[node, text(node.operand)]]
      : [],
  boolean: (node) =>
    ts.isLiteralTypeNode(node.parent)
      ? []
      : node.kind === ts.SyntaxKind.TrueKeyword
        ? [[node, 'false']]
        : node.kind === ts.SyntaxKind.FalseKeyword
          ? [[node, 'true']]
          : [],
  opposite: (node) => {
    if (!ts.isIdentifier(node) || !Object.hasOwn(OPPOSITES, node.text)) return [];
    const { parent } = node;
    const isMethod = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isValue = !ts.isImportSpecifier(parent) && !ts.isVariableDeclaration(parent);
    const isConstant = /^[A-Z]+$/.test(node.text);
    return (isConstant ? isValue : isMethod) ? [[node, OPPOSITES[node.text]!]] : [];
  },
  argument: (node, text) =>
    ts.isCallExpression(node) &&
    ['and', 'or'].includes(text(node.expression)) &&
    node.arguments.length > 1
      ? without(node, node.arguments, text, [`${text(node.expression)}(`, ')'])
      : [],
  filter: (node, text) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'filter'
      ? [[node, text(node.expression.expression)]]
      : [],
  element: (node, text) =>
    ts.isArrayLiteralExpression(node) && node.elements.length > 1 && !isDestructured(node)
      ? without(node, node.elements, text, ['[', ']'])
      : [],
  statement: (node) =>
    (ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node)) &&
    !(ts.isExpressionStatement(node) && ts.isSatisfiesExpression(node.expression)) &&
    !isConditional(node)
      ? [[node, ';']]
      : [],
  need: (node, text) => {
    if (ts.isPropertyAssignment(node) && STEPS.has(text(node.name)))
      return [[node, `${text(node.name)}: undefined`]];
    return ts.isSpreadAssignment(node) && text(node.expression).startsWith('more(')
      ? [[node, '...{}']]
      : [];
  },
};
