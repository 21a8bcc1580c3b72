import ts from 'typescript';
import { MUTATORS } from './mutators.js';

/** A fault in a file of the engine. */
export interface Mutant {
  /** Its position among the mutants of the file. */
  readonly at: number;
  readonly mutator: string;
  /** The lines that it changes, before and after, without their line breaks. */
  readonly code: string;
  readonly becomes: string;
  /** The smallest expression or statement around it that a switch can choose: its range, and its text as mutated. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isStatement: boolean;
  /** Whether a module evaluates it when it is loaded, and never again. */
  readonly isStatic: boolean;
}

/** All mutants of a file, in the order of its code. */
export function findMutants(path: string, source: string): readonly Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const text = (node: ts.Node): string => node.getText(file);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isInterfaceDeclaration(node))
      return;
    for (const [mutator, edits] of Object.entries(MUTATORS))
      for (const [edited, by] of edits(node, text))
        found.push(mutantOf(file, found.length, mutator, edited, by));
    // The words of a refusal decide nothing.
    if (!ts.isThrowStatement(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

function mutantOf(
  file: ts.SourceFile,
  at: number,
  mutator: string,
  node: ts.Node,
  by: string,
): Mutant {
  const point = pointOf(node);
  const edit = (from: number, to: number): string =>
    file.text.slice(from, node.getStart(file)) + by + file.text.slice(node.end, to);
  const lines = linesOf(file, node);
  const [start, end] = [point.getStart(file), point.end];
  return {
    at,
    mutator,
    code: oneLine(file.text.slice(...lines)),
    becomes: oneLine(edit(...lines)),
    start,
    end,
    text: edit(start, end),
    isStatement: ts.isStatement(point),
    isStatic: isStatic(point, file),
  };
}

/** Whether code stands outside of functions, or in a function that such code calls. */
function isStatic(node: ts.Node, file: ts.SourceFile): boolean {
  const statement = file.statements.find(({ pos, end }) => pos <= node.pos && node.end <= end)!;
  if (!ts.findAncestor(node, ts.isFunctionLike)) return true;
  const name = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]!.name.getText(file)
    : ts.isFunctionDeclaration(statement) && statement.name?.text;
  const isCalled = (one: ts.Node): boolean =>
    ts.isCallExpression(one)
      ? one.expression.getText(file) === name || Boolean(ts.forEachChild(one, isCalled))
      : !ts.isFunctionLike(one) && Boolean(ts.forEachChild(one, isCalled));
  return file.statements.some(isCalled);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The range of the whole lines of a node. */
function linesOf({ text }: ts.SourceFile, node: ts.Node): [number, number] {
  const end = text.indexOf('\n', node.end);
  return [text.lastIndexOf('\n', node.getStart()) + 1, end < 0 ? text.length : end];
}

/** The smallest node around a node that can stand in a conditional expression, or in a block. */
function pointOf(node: ts.Node): ts.Node {
  let point = node;
  while (!isPoint(point)) point = point.parent;
  return point;
}

function isPoint(node: ts.Node): boolean {
  if (ts.isStatement(node)) return true;
  if (!ts.isExpression(node) || ts.isOmittedExpression(node) || ts.isSpreadElement(node))
    return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return false;
  // A method needs its object, and an optional chain ends as a whole.
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isElementAccessExpression(parent) && parent.expression === node) return false;
  if (ts.isNonNullExpression(parent) || ts.isExpressionWithTypeArguments(parent)) return false;
  // A shorthand or the name of a property, or the left side of an assignment.
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
    return 'initializer' in parent && parent.initializer === node;
  return !(ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent));
}

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
