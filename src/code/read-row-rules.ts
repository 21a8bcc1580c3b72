import type { Tree } from '../tree.js';
import { definitionsIn } from './definitions.js';
import { importsIn, type Imports } from './imports.js';
import { readStatic, staticText, toStrings } from './static-value.js';
import { isCode, parseCode, typescript, type ts } from './typescript.js';

/** A row rule as written in its access file. */
export interface WrittenRule {
  /** The function that the code calls, or `code`. */
  readonly kind: 'owner' | 'tenant' | 'asParent' | 'allFor' | 'custom' | 'code';
  /** The field of the rule. */
  readonly field: string | null;
  /** For `allFor`, the roles that see every row; for another rule, the only roles that it applies to. */
  readonly roles?: readonly string[];
  /** For `owner`: false if the user who creates a row does not become its owner. */
  readonly preset?: false;
  /** The code. */
  readonly text: string;
}

/** The row rules by class, in source order; null for a model without any, absent where they cannot be read. */
export function readRowRules(files: Tree): ReadonlyMap<string, readonly WrittenRule[] | null> {
  const found = new Map<string, readonly WrittenRule[] | null>();
  for (const [path, text] of files) {
    if (!path.startsWith('src/models/') || !isCode(path) || !text.includes('defineAccess'))
      continue;
    for (const { kind, model, call } of definitionsIn(parseCode(path, text))) {
      const rules = kind === 'access' ? rowRulesOf(call, importsIn(files)) : undefined;
      if (rules !== undefined) found.set(model, rules);
    }
  }
  return found;
}

/** The row rules in a call of `defineAccess`; null without any, undefined where they cannot be read. */
export function rowRulesOf(
  call: ts.CallExpression,
  imports: Imports,
): readonly WrittenRule[] | null | undefined {
  const ts = typescript();
  const [argument] = call.arguments;
  if (!argument || !ts.isObjectLiteralExpression(argument)) return undefined;
  const rows = argument.properties.find((one) => one.name?.getText() === 'rows');
  if (!rows) return argument.properties.some(ts.isSpreadAssignment) ? undefined : null;
  const list = ts.isPropertyAssignment(rows) ? rows.initializer : rows;
  if (!ts.isArrayLiteralExpression(list)) return [{ ...UNREAD, text: oneLine(list) }];
  return list.elements.map((one) => ruleOf(one, imports));
}

const KINDS = ['owner', 'tenant', 'asParent', 'allFor', 'custom'] as const;
const UNREAD = { kind: 'code', field: null } as const;

function ruleOf(node: ts.Expression, imports: Imports): WrittenRule {
  const ts = typescript();
  const text = oneLine(node);
  const called = ts.isCallExpression(node) ? node.expression.getText() : '';
  const kind = KINDS.find((one) => one === called);
  if (!kind || !ts.isCallExpression(node)) return { ...UNREAD, text };
  if (kind === 'custom') return { ...UNREAD, kind, text };
  const given = node.arguments.map((argument) => staticText(readStatic(argument, imports)));
  const texts = given.filter((one) => one !== null);
  const [first] = given;
  if (kind === 'allFor')
    return texts.length < given.length
      ? { ...UNREAD, text }
      : { kind, field: null, roles: texts, text };
  if (first === null || first === undefined) return { ...UNREAD, text };
  const options = node.arguments[1] && readStatic(node.arguments[1], imports);
  const option = (name: string) =>
    options?.kind === 'object' ? options.entries.get(name) : undefined;
  const only = option('roles');
  const roles = only && toStrings(only);
  // crudgen does not know the roles that the rule counts for: the rule is the developer's own.
  if (only !== undefined && roles === undefined) return { ...UNREAD, text };
  const preset = option('preset');
  const isPreset = kind !== 'owner' || preset?.kind !== 'value' || preset.value !== false;
  return { kind, field: first, ...(roles && { roles }), ...(!isPreset && { preset: false }), text };
}

const oneLine = (node: ts.Node): string =>
  node.getText().replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/,? \)/g, ')');
