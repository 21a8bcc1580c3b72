import { readAccess } from './read-access.js';
import { readStatic } from './static-value.js';
import { isCode, parseCode, typescript, type ts } from './typescript.js';

/** A row rule as written in its access file. */
export interface WrittenRule {
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'custom' | 'code';
  readonly field: string | null;
  /** The code on one line. */
  readonly text: string;
}

/** The row rules by class, in source order; null for a model without any, absent where they cannot be read. */
export function readRowRules(
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly WrittenRule[] | null> {
  const found = new Map<string, readonly WrittenRule[] | null>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/models/') || !isCode(path) || !text.includes('defineAccess'))
      continue;
    for (const { model, node } of readAccess(parseCode(path, text))) {
      const rules = rulesOf(node);
      if (rules !== undefined) found.set(model, rules);
    }
  }
  return found;
}

function rulesOf(call: ts.CallExpression): readonly WrittenRule[] | null | undefined {
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
  const value = node.arguments[0] && readStatic(node.arguments[0]);
  const field = value?.kind === 'value' && typeof value.value === 'string' ? value.value : null;
  return { kind: field === null ? 'code' : kind, field, text };
}

const oneLine = (node: ts.Node): string =>
  node.getText().replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')');
