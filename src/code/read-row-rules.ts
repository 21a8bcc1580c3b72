import { readAccess } from './read-access.js';
import { readStatic } from './static-value.js';
import { isCode, parseCode, typescript, type ts } from './typescript.js';

/** A row rule as its access file writes it. */
export interface WrittenRule {
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'custom' | 'code';
  readonly field: string | null;
  /** The code on one line; of a rule that only the service can run, all that can be known here. */
  readonly text: string;
}

/** By class, the row rules in the order of the file; null where a model has none, absent where nothing can be read. */
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
  const kit = typescript();
  const [argument] = call.arguments;
  if (!argument || !kit.isObjectLiteralExpression(argument)) return undefined;
  const rows = argument.properties.find((one) => one.name?.getText() === 'rows');
  if (!rows) return argument.properties.some(kit.isSpreadAssignment) ? undefined : null;
  const list = kit.isPropertyAssignment(rows) ? rows.initializer : rows;
  if (!kit.isArrayLiteralExpression(list))
    return [{ kind: 'code', field: null, text: oneLine(list) }];
  return list.elements.map(ruleOf);
}

const KINDS = ['owner', 'tenant', 'asParent', 'custom'] as const;

function ruleOf(node: ts.Expression): WrittenRule {
  const kit = typescript();
  const text = oneLine(node);
  const called = kit.isCallExpression(node) ? node.expression.getText() : '';
  const kind = KINDS.find((one) => one === called);
  if (!kind || !kit.isCallExpression(node)) return { kind: 'code', field: null, text };
  if (kind === 'custom') return { kind, field: null, text };
  const value = node.arguments[0] && readStatic(node.arguments[0]);
  const field = value?.kind === 'value' && typeof value.value === 'string' ? value.value : null;
  return { kind: field === null ? 'code' : kind, field, text };
}

const oneLine = (node: ts.Node): string =>
  node.getText().replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')');
