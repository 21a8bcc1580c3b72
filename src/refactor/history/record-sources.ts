import { unwrapped } from '../../code/static-value.js';
import { typescript, type ts } from '../../code/typescript.js';
import type { Bindings } from '../bindings.js';

/** The modules of the engine that export what is said of records. */
export const ENGINE = /^#engine$|(?:^|\/)engine\/(?:index|model\/records)\.[jt]s$/;

/** What handlers and hooks are given: by which names, and of which types of the engine. */
const RECORDS = { names: ['records'], type: 'Records' };
const CRUD = { names: ['crud', 'system'], type: 'Crud' };
type Given = typeof RECORDS;

/** Whether an expression is the records of a model, as far as its file shows: `records`, `crud(Task)`, a constant of these. */
export function isRecords(given: ts.Expression, bindings: Bindings): boolean {
  const ts = typescript();
  const node = unwrapped(given);
  if (ts.isCallExpression(node)) return isCrud(node.expression, bindings);
  return isGiven(node, RECORDS, bindings) || isConstant(node, isRecords, bindings);
}

function isCrud(given: ts.Expression, bindings: Bindings): boolean {
  const ts = typescript();
  const node = unwrapped(given);
  if (isGiven(node, CRUD, bindings) || isConstant(node, isCrud, bindings)) return true;
  const called = ts.isCallExpression(node) ? node.expression : null;
  if (!called || !ts.isPropertyAccessExpression(called)) return false;
  return called.name.text === 'as' && /\bengine$/.test(called.expression.getText());
}

/** Whether a name is a constant whose value is so. */
function isConstant(node: ts.Expression, isSo: typeof isRecords, bindings: Bindings): boolean {
  const ts = typescript();
  const declared = ts.isIdentifier(node) ? bindings.declarationOf(node) : undefined;
  if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return false;
  const isConst = (declared.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConst && declared.initializer !== node && isSo(declared.initializer, bindings);
}

/** Whether an expression is what the engine gives a handler, or is declared to be of a type of the engine. */
function isGiven(node: ts.Expression, { names, type }: Given, bindings: Bindings): boolean {
  const ts = typescript();
  if (ts.isPropertyAccessExpression(node))
    return names.includes(node.name.text) && bindings.declarationOf(node.name) === undefined;
  const declared = ts.isIdentifier(node) ? bindings.declarationOf(node) : undefined;
  if (!declared) return false;
  if (ts.isParameter(declared) || ts.isVariableDeclaration(declared))
    return engineType(declared, bindings) === type;
  if (!ts.isBindingElement(declared) || declared.dotDotDotToken) return false;
  const key = (declared.propertyName ?? declared.name).getText();
  return names.includes(key) && isContext(declared.parent.parent, bindings);
}

/** Whether something that is taken apart is the argument of a handler: its type is the engine's, or that of whoever calls it. */
function isContext(node: ts.Node, bindings: Bindings): boolean {
  const ts = typescript();
  if (ts.isParameter(node)) return !node.type || engineType(node, bindings) !== null;
  if (!ts.isVariableDeclaration(node) || !node.initializer) return false;
  const from = bindings.declarationOf(node.initializer);
  return from !== undefined && ts.isParameter(from) && isContext(from, bindings);
}

/** The type of a declaration where it is one of the engine; null for others. */
function engineType(
  { type }: ts.ParameterDeclaration | ts.VariableDeclaration,
  bindings: Bindings,
): string | null {
  if (!type || !typescript().isTypeReferenceNode(type)) return null;
  const found = bindings.importOf(type.typeName);
  return found && ENGINE.test(found.module) ? found.name : null;
}
