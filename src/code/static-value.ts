import type { JsonValue } from '../model/model.js';
import { findDeclaration } from './find-declaration.js';
import type { Imports } from './imports.js';
import { typescript, type ts } from './typescript.js';

/** The statically known value of an expression. */
export type Static =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly items: readonly Static[] }
  | {
      readonly kind: 'object';
      readonly entries: ReadonlyMap<string, Static>;
      readonly whole: boolean;
    }
  | { readonly kind: 'function'; readonly node: ts.ArrowFunction }
  | { readonly kind: 'computed'; readonly text: string };

/** The members of an enum with literal values. */
function readEnum(node: ts.EnumDeclaration, imports: Imports, depth: number): Static {
  const members = node.members.map(
    ({ name, initializer }) =>
      [
        name.getText().replace(/^['"]|['"]$/g, ''),
        initializer ? readStatic(initializer, imports, depth) : null,
      ] as const,
  );
  const entries = new Map(members.flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return { kind: 'object', entries, whole: entries.size === members.length };
}

/** The value of a name; the name itself where unknown. */
function readName(node: ts.Identifier, imports: Imports, depth: number): Static {
  const ts = typescript();
  const file = node.getSourceFile();
  const found = findDeclaration(file, node.text, imports);
  if (found && ts.isEnumDeclaration(found)) return readEnum(found, imports, depth);
  if (!found || ts.isClassDeclaration(found)) return { kind: 'name', name: node.text };
  return readStatic(found, imports, depth);
}

/** `Channel.Web`, and `Object.values(Channel)`. */
function readMember(node: ts.Expression, imports: Imports, depth: number): Static | null {
  const ts = typescript();
  if (ts.isPropertyAccessExpression(node)) {
    const object = readStatic(node.expression, imports, depth);
    return (object.kind === 'object' && object.entries.get(node.name.text)) || null;
  }
  const [argument] = ts.isCallExpression(node) ? node.arguments : [];
  if (!argument || !ts.isCallExpression(node)) return null;
  if (node.expression.getText() !== 'Object.values') return null;
  const object = readStatic(argument, imports, depth);
  return object.kind === 'object' && object.whole
    ? { kind: 'list', items: [...object.entries.values()] }
    : null;
}

function readObject(node: ts.ObjectLiteralExpression, imports: Imports, depth: number): Static {
  const ts = typescript();
  const entries = new Map<string, Static>();
  let whole = true;
  for (const property of node.properties) {
    const { name } = property;
    const key = name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : null;
    if (key !== null && ts.isPropertyAssignment(property))
      entries.set(key, readStatic(property.initializer, imports, depth));
    else if (key !== null && ts.isShorthandPropertyAssignment(property))
      entries.set(key, readStatic(property.name, imports, depth));
    else whole = false;
  }
  return { kind: 'object', entries, whole };
}

/** Strips parentheses, `as` and `satisfies`. */
export const unwrapped = (node: ts.Expression): ts.Expression => {
  const ts = typescript();
  return ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node)
    ? unwrapped(node.expression)
    : node;
};

/** Reads an expression statically: literals, constants and enums of the project, lists and objects of them. */
export function readStatic(given: ts.Expression, imports: Imports, depth = 0): Static {
  const ts = typescript();
  const { SyntaxKind } = ts;
  const node = unwrapped(given);
  if (depth > 8) return computedValue(node);
  if (ts.isStringLiteralLike(node)) return { kind: 'value', value: node.text };
  if (ts.isNumericLiteral(node))
    return { kind: 'value', value: Number(node.text.replaceAll('_', '')) };
  if (node.kind === SyntaxKind.TrueKeyword) return { kind: 'value', value: true };
  if (node.kind === SyntaxKind.FalseKeyword) return { kind: 'value', value: false };
  if (node.kind === SyntaxKind.NullKeyword) return { kind: 'value', value: null };
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.MinusToken) {
    const operand = readStatic(node.operand, imports, depth + 1);
    if (operand.kind === 'value' && typeof operand.value === 'number')
      return { kind: 'value', value: -operand.value };
  }
  if (ts.isArrayLiteralExpression(node))
    return { kind: 'list', items: node.elements.map((one) => readStatic(one, imports, depth + 1)) };
  if (ts.isObjectLiteralExpression(node)) return readObject(node, imports, depth + 1);
  if (ts.isArrowFunction(node)) return { kind: 'function', node };
  if (ts.isIdentifier(node)) return readName(node, imports, depth + 1);
  return readMember(node, imports, depth + 1) ?? computedValue(node);
}

const computedValue = (node: ts.Expression): Static => ({ kind: 'computed', text: node.getText() });

/** A value that is not made of others; undefined for anything else. */
export const plainStatic = (
  value: Static | undefined,
): string | number | boolean | null | undefined =>
  value?.kind === 'value' ? value.value : undefined;

/** A text; null for anything else. */
export function staticText(value: Static | undefined): string | null {
  const plain = plainStatic(value);
  return typeof plain === 'string' ? plain : null;
}

/** A number, or the number in a text; null for anything else. */
export function staticNumber(value: Static | undefined): number | null {
  const number = Number(plainStatic(value) ?? NaN);
  return Number.isFinite(number) ? number : null;
}

export const isTrue = (value: Static | undefined): boolean => plainStatic(value) === true;

/** A static value as JSON; undefined where a part of it is unknown. */
export function toJson(value: Static): JsonValue | undefined {
  if (value.kind === 'value') return value.value;
  if (value.kind === 'list') {
    const items = value.items.map(toJson);
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  if (value.kind !== 'object' || !value.whole) return undefined;
  const entries = [...value.entries].map(([key, one]) => [key, toJson(one)] as const);
  return entries.some(([, one]) => one === undefined)
    ? undefined
    : (Object.fromEntries(entries) as JsonValue);
}

/** A list of strings; undefined for anything else. */
export function toStrings(value: Static | undefined): string[] | undefined {
  if (value?.kind === 'value' && typeof value.value === 'string') return [value.value];
  const items = value && value.kind === 'list' ? toJson(value) : undefined;
  return Array.isArray(items) && items.every((item) => typeof item === 'string')
    ? items
    : undefined;
}
