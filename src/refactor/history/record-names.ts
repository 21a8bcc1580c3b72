import { lineAt } from '../../code/problem-at.js';
import { unwrapped } from '../../code/static-value.js';
import { nodesIn, parseCode, typescript, type ts } from '../../code/typescript.js';
import { applySplices, replaceNode, type Splice } from '../../merge/splice.js';
import { bindingsOf, type Bindings } from '../bindings.js';
import { ENGINE, isRecords } from './record-sources.js';
import type { LeftPlace, Rewritten } from './relation-conditions.js';
import { withoutUnused } from '../unused-imports.js';

const OLD = /\b(?:asRecord|demand|expand)\b/;

/** What becomes of the use of an old name. */
type Outcome = { readonly splices: readonly Splice[] } | { readonly why: string };

/**
 * Rewrites what records offered by other names: `records.demand('edit')` to `authorize`, `get(1, { expand: ['owner'] })` to
 * `relations`, `asRecord(record)` to the record itself. A file shows what are records where a handler gets them, where they are
 * those of `crud(Task)`, and where they are declared to be; other places are left.
 */
export function renameInRecords(path: string, text: string): Rewritten {
  return OLD.test(text) && text.includes('engine') ? follow(path, text) : { text, left: [] };
}

/** Once more after edits, since they move the lines of what is left. */
function follow(path: string, text: string): Rewritten {
  const file = parseCode(path, text);
  const bindings = bindingsOf(file);
  const found = nodesIn(file).flatMap((node) => {
    const outcome = outcomeOf(node, bindings);
    return outcome ? [{ node, outcome }] : [];
  });
  const splices = found.flatMap(({ outcome }) => ('why' in outcome ? [] : outcome.splices));
  const next = applySplices(text, splices) ?? text;
  const left = found.flatMap(({ node, outcome }): LeftPlace[] =>
    'why' in outcome ? [{ line: lineAt(text, node.getStart()), why: outcome.why }] : [],
  );
  if (next === text) return { text, left };
  const wrappers = nodesIn(file).filter((node) => isAsRecord(node, bindings));
  const names = new Set(wrappers.map((node) => node.getText()));
  return follow(path, withoutUnused(path, next, names));
}

function outcomeOf(node: ts.Node, bindings: Bindings): Outcome | null {
  const ts = typescript();
  if (isAsRecord(node, bindings) && !ts.isImportSpecifier(node.parent)) return ofAsRecord(node);
  if (ts.isExportSpecifier(node) || ts.isBindingElement(node)) return ofPassing(node, bindings);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'demand')
    return ofDemand(node, bindings);
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
    return 'text' in node.name && node.name.text === 'expand' ? ofExpand(node, bindings) : null;
  return null;
}

function isAsRecord(node: ts.Node, { importOf }: Bindings): boolean {
  const found = importOf(node);
  return found !== null && found.name === 'asRecord' && ENGINE.test(found.module);
}

/** `asRecord` itself, or `demand`, where it gets a name of its own. */
function ofPassing(
  node: ts.ExportSpecifier | ts.BindingElement,
  bindings: Bindings,
): Outcome | null {
  const ts = typescript();
  const name = (node.propertyName ?? node.name).getText();
  if (ts.isExportSpecifier(node)) {
    const from = node.parent.parent.moduleSpecifier;
    const isEngine = from === undefined || (ts.isStringLiteral(from) && ENGINE.test(from.text));
    return name === 'asRecord' && isEngine ? { why: 'other files may import `asRecord`' } : null;
  }
  const whole = node.parent.parent.initializer;
  if (!whole) return null;
  const isLoaded =
    name === 'asRecord' && /\bimport\(['"`](?:#|[^'"`]*\/)engine\b/.test(whole.getText());
  const isTaken = name === 'demand' && isRecords(whole, bindings);
  return isLoaded || isTaken ? { why: `the code takes \`${name}\` out of its object` } : null;
}

/** A record is a plain object already, of the type that its model has; another type that was named stays. */
function ofAsRecord(node: ts.Node): Outcome {
  const ts = typescript();
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.expression !== node)
    return { why: 'the code passes `asRecord` as a function' };
  const [record, ...others] = call.arguments;
  if (!record || others.length > 0 || ts.isSpreadElement(record))
    return { why: '`asRecord` does not have exactly one argument' };
  const { text } = call.getSourceFile();
  if (/\boperations\b|\bRecordText\b/.test(text))
    return { why: 'its argument may be a text that `operations` returned' };
  const before = text.slice(call.arguments.pos, record.getStart());
  const after = text.slice(record.end, call.end - 1).replace(',', '');
  return (before + after).trim() === ''
    ? { splices: withoutCall(call, record) }
    : { why: 'the call contains comments' };
}

/** Leaves the argument of a call, in parentheses where it would be torn apart. */
function withoutCall(call: ts.CallExpression, record: ts.Expression): Splice[] {
  const type = call.typeArguments?.[0]?.getText();
  const cast = type === undefined ? '' : ` as unknown as ${type}`;
  const isWhole = isFree(call, record);
  const inner = !isOperand(record) && (type !== undefined || !isWhole);
  const outer = type !== undefined && !isWhole;
  const start = call.getStart();
  const open = (outer ? '(' : '') + (inner ? '(' : '');
  const close = (inner ? ')' : '') + cast + (outer ? ')' : '');
  return [
    { at: start, remove: record.getStart() - start, insert: open },
    { at: record.end, remove: call.end - record.end, insert: close },
  ];
}

/** Whether something may follow an expression, such as `.title` or `as Task`, that then is about all of it. */
function isOperand(node: ts.Expression): boolean {
  const ts = typescript();
  const isPlain =
    ts.isIdentifier(node) ||
    ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isParenthesizedExpression(node);
  return isPlain && !ts.isOptionalChain(node);
}

/** Whether a call is all of an expression, so that its argument may have its place as it is. */
function isFree(call: ts.CallExpression, record: ts.Expression): boolean {
  const ts = typescript();
  const { parent } = call;
  if (ts.isArrowFunction(parent)) return !ts.isObjectLiteralExpression(record);
  if (ts.isCallExpression(parent)) return parent.expression !== call;
  return (
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isTemplateSpan(parent)
  );
}

/** `records.demand`; a method of that name which the file itself declares is another one. */
function ofDemand(node: ts.PropertyAccessExpression, bindings: Bindings): Outcome | null {
  if (bindings.declarationOf(node.name)) return null;
  if (isRecords(node.expression, bindings))
    return { splices: [replaceNode(node.name, 'authorize')] };
  return { why: 'nothing in this file shows whether `demand` belongs to `records`' };
}

type Property = ts.PropertyAssignment | ts.ShorthandPropertyAssignment;

/** `expand` in the options of `get`; operations, which give the text of a record, still have it. */
function ofExpand(node: Property, bindings: Bindings): Outcome | null {
  const ts = typescript();
  const call = node.parent.parent;
  const value = ts.isPropertyAssignment(node) ? unwrapped(node.initializer) : node.name;
  const isList = ts.isArrayLiteralExpression(value) && value.elements.every(ts.isStringLiteral);
  const unknown = { why: 'nothing in this file shows whether `expand` is an option of `get`' };
  if (!ts.isCallExpression(call) || call.arguments[1] !== node.parent)
    return isList && !ts.isCallExpression(call) ? unknown : null;
  const { expression: called } = call;
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 'get') return null;
  if (bindings.declarationOf(called.name) || /\boperations\b/.test(called.getText())) return null;
  if (!isRecords(called.expression, bindings)) return unknown;
  const hasBoth = node.parent.properties.some(({ name }) => name?.getText() === 'relations');
  if (hasBoth) return { why: 'there are both `relations` and `expand`' };
  if (!isList) return { why: '`relations` needs a list of names' };
  return { splices: [replaceNode(node.name, 'relations')] };
}
