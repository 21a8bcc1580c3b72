import ts from 'typescript';
import { compareText } from '../../../../src/model/names.js';

/** A problem as code states it: its code, and the texts that people may see. */
export interface StatedProblem {
  readonly code: string;
  readonly message: string;
  /** What to do about it, where the code says so beside the message. */
  readonly help: string | null;
}

/** Functions that report a problem, and which of their arguments is the code; the message follows it. */
export type Reporters = Readonly<Record<string, number>>;

const CODE = /^[a-z]+(-[a-z0-9]+)*$/;

/**
 * The problems that some files state: calls of reporters with a code, and objects with `code` and `message`. Values that are
 * only known when the code runs are shown as three dots.
 */
export function readCodes(
  files: ReadonlyMap<string, string>,
  reporters: Reporters,
): StatedProblem[] {
  const found = [...files].flatMap(([path, text]) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const problems: StatedProblem[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) problems.push(...fromCall(node, reporters));
      if (ts.isObjectLiteralExpression(node)) problems.push(...fromObject(node));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return problems;
  });
  return found.sort((one, other) => compareText(one.code, other.code));
}

function fromCall(call: ts.CallExpression, reporters: Reporters): StatedProblem[] {
  const name = ts.isPropertyAccessExpression(call.expression)
    ? call.expression.name.text
    : call.expression.getText();
  if (!Object.hasOwn(reporters, name)) return [];
  const [given, message, ...rest] = call.arguments.slice(reporters[name]);
  const help = rest.map(textOf).find((text) => text?.includes(' ')) ?? null;
  return stated(given, message, help);
}

function fromObject(object: ts.ObjectLiteralExpression): StatedProblem[] {
  const value = (name: string): ts.Expression | undefined => {
    const found = object.properties.find((one) => one.name?.getText() === name);
    if (found === undefined) return undefined;
    if (ts.isPropertyAssignment(found)) return found.initializer;
    return ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
  };
  const help = value('help');
  const mend = help === undefined ? null : textOf(help);
  const sentence = value('sentence');
  const { parent } = object;
  const isNamed = ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name);
  // Kinds of conflicts by their codes: `'own-removed': { sentence: () => '...', help }`.
  return sentence && ts.isArrowFunction(sentence) && isNamed
    ? stated(parent.name, sentence.body as ts.Expression, mend)
    : stated(value('code'), value('message'), mend);
}

/** A problem for each code that an expression may be. */
function stated(
  code: ts.Node | undefined,
  message: ts.Expression | undefined,
  help: string | null,
): StatedProblem[] {
  const text = message === undefined ? null : textOf(message);
  if (code === undefined || text === null) return [];
  const known = /[a-z]/.test(text) ? text : 'its text follows from the case';
  return codesOf(code).map((one) => ({ code: one, message: known, help }));
}

function codesOf(node: ts.Node): string[] {
  if (ts.isConditionalExpression(node))
    return [...codesOf(node.whenTrue), ...codesOf(node.whenFalse)];
  const text = ts.isStringLiteral(node) || ts.isIdentifier(node) ? textOf(node) : null;
  return text !== null && CODE.test(text) ? [text] : [];
}

/** What an expression says; null where that is only known when it runs. */
function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(spanText).join('');
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (ts.isConditionalExpression(node)) return textOf(node.whenTrue) ?? textOf(node.whenFalse);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right]);
  if (ts.isIdentifier(node)) return constText(node);
  // `sentence(text)`, `quoted(names)`: the words are those of the argument.
  if (ts.isCallExpression(node) && node.arguments.length > 0) return textOf(node.arguments[0]!);
  return null;
}

const spanText = ({ expression, literal }: ts.TemplateSpan): string => {
  const known = ts.isIdentifier(expression) ? constText(expression) : null;
  return (known ?? '…') + literal.text;
};

const joined = (parts: readonly ts.Expression[]): string | null => {
  const texts = parts.map(textOf);
  return texts.every((text) => text === null) ? null : texts.map((text) => text ?? '…').join('');
};

/** The text of a constant that is declared before its use in one of the blocks around it. */
function constText(name: ts.Identifier): string | null {
  for (let at: ts.Node = name; at.parent !== undefined; at = at.parent) {
    if (!ts.isBlock(at.parent) && !ts.isSourceFile(at.parent)) continue;
    for (const statement of at.parent.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const one of statement.declarationList.declarations)
        if (
          one.name.getText() === name.text &&
          one.initializer !== undefined &&
          !contains(one, name)
        )
          return textOf(one.initializer);
    }
  }
  return null;
}

const contains = (outer: ts.Node, inner: ts.Node): boolean =>
  outer.pos <= inner.pos && inner.end <= outer.end;
