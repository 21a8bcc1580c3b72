import { lineAt } from '../../code/problem-at.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import type { Rewritten } from './rewritten.js';

/**
 * Names each call of `groupBy` of records. Nothing is rewritten: syntax does not tell where the groups of a call end up, nor
 * whether a response passes them on to clients.
 */
export function findGroups(path: string, text: string): Rewritten {
  if (!/\bgroupBy\b/.test(text)) return { text, left: [] };
  const ts = typescript();
  const calls = nodesIn(parseCode(path, text)).flatMap((node) =>
    ts.isCallExpression(node) && isOfRecords(node) ? [node.expression.name] : [],
  );
  const why = '`groupBy` returns `{ by, count, sum, ... }`';
  return { text, left: calls.map((name) => ({ line: lineAt(text, name.getStart()), why })) };
}

type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** `groupBy` with the name of a field, names or a variable: not with a function, and not on a query builder. */
function isOfRecords(node: ts.CallExpression): node is MethodCall {
  const ts = typescript();
  const { expression, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'groupBy')
    return false;
  if (given.some((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one))) return false;
  return !isQueryBuilder(expression.expression);
}

/** A chain such as `db.selectFrom('task').select('status')` of a query builder. */
function isQueryBuilder(receiver: ts.Expression): boolean {
  const ts = typescript();
  if (!ts.isCallExpression(receiver) || !ts.isPropertyAccessExpression(receiver.expression))
    return false;
  const { name, expression } = receiver.expression;
  return /^(?:select|where|from|innerJoin|leftJoin)/.test(name.text) || isQueryBuilder(expression);
}
