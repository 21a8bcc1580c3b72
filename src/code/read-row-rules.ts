import type { Tree } from '../tree.js';
import { definitionsIn } from './definitions.js';
import { readStatic, textOf } from './static-value.js';
import { isCode, parseCode, typescript, type ts } from './typescript.js';

/** A row rule as written in its access file. */
export interface WrittenRule {
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'custom' | 'code';
  readonly field: string | null;
  /** The code on one line. */
  readonly text: string;
}

/** The row rules by class, in source order; null for a model without any, absent where they cannot be read. */
export function readRowRules(files: Tree): ReadonlyMap<string, readonly WrittenRule[] | null> {
  const found = new Map<string, readonly WrittenRule[] | null>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/models/') || !isCode(path) || !text.includes('defineAccess'))
      continue;
    for (const { kind, model, call } of definitionsIn(parseCode(path, text))) {
      const rules = kind === 'access' ? rowRulesOf(call) : undefined;
      if (rules !== undefined) found.set(model, rules);
    }
  }
  return found;
}

/** The row rules in a call of `defineAccess`; null without any, undefined where they cannot be read. */
export function rowRulesOf(call: ts.CallExpression): readonly WrittenRule[] | null | undefined {
  const ts = typescript();
  const [argument] = call.arguments;
  if (!argument || !ts.isObjectLiteralExpression(argument)) return undefined;
  const rows = argument.properties.find((one) => one.name?.getText() === 'rows');
  if (!rows) return argument.properties.some(ts.isSpreadAssignment) ? undefined : null;
  const list = ts.isPropertyAssignment(rows) ? rows.initializer : rows;
  if (!ts.isArrayLiteralExpression(list))
    return [{ kind: 'code', field: null, text: oneLine(list) }];
  return list.elements.map(ruleOf);
}

const KINDS = ['owner', 'tenant', 'asParent', 'custom'] as const;

function ruleOf(node: ts.Expression): WrittenRule {
  const ts = typescript();
  const text = oneLine(node);
  const called = ts.isCallExpression(node) ? node.expression.getText() : '';
  const kind = KINDS.find((one) => one === called);
  if (!kind || !ts.isCallExpression(node)) return { kind: 'code', field: null, text };
  if (kind === 'custom') return { kind, field: null, text };
  const [argument] = node.arguments;
  const field = textOf(argument && readStatic(argument));
  return { kind: field === null ? 'code' : kind, field, text };
}

const oneLine = (node: ts.Node): string =>
  node.getText().replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')');
