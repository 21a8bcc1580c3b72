import {
  createScanner,
  type Node as JsonNode,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { Report } from '../problem.js';
import { type Entry, MAX_DEPTH, type Node, scalarAt, TOO_DEEP } from './node.js';
import { type Locate, locateIn, shifted } from './source.js';

/** Parses JSON with comments and trailing commas into nodes; null after a problem. */
export function parseJson(file: string, text: string, report: Report): Node | null {
  const locate = locateIn(file, text);
  const errors: ParseError[] = [];
  const deep = tooDeep(text);
  const root = deep === null ? parseTree(text, errors, { allowTrailingComma: true }) : undefined;
  const [first] = errors;
  if (root !== undefined && first === undefined) return nodeOf(root, text, locate);
  const { offset, length } = deep ?? first ?? { offset: text.length, length: 1 };
  const name = first && printParseErrorCode(first.error);
  const [message, help] =
    deep === null ? messageFor(name, text.slice(offset, offset + length)) : TOO_DEEP;
  return report.error('json-syntax', message, locate(offset, length), help);
}

/** The place where values are nested too deeply; null without one. */
function tooDeep(text: string): { readonly offset: number; readonly length: number } | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const [offset, length] = [scanner.getTokenOffset(), scanner.getTokenLength()];
    const token = text.slice(offset, offset + length);
    depth += /^[{[]$/.test(token) ? 1 : /^[\]}]$/.test(token) ? -1 : 0;
    if (depth > MAX_DEPTH) return { offset, length };
  }
  return null;
}

/** Message and help for a syntax error. */
function messageFor(error: string | undefined, found: string): readonly [string, string] {
  if (error === 'InvalidSymbol')
    return [`\`${found}\` is not a value`, 'put strings and keys in double quotes'];
  return MESSAGES[error ?? ''] ?? BAD_STRING;
}

const BAD_STRING = [
  'a string is not closed, or contains a character that must be escaped',
  'close it with `"` on the same line',
] as const;

const VALUE = 'a value is a string, a number, true, false, null, `[...]` or `{...}`';
const ENTRIES = 'put a `,` between two entries, `}` or `]` at the end';
const MESSAGES: Readonly<Record<string, readonly [message: string, help: string]>> = {
  InvalidNumberFormat: ['this number is not valid JSON', 'write it as 12, -0.5 or 1e3'],
  UnexpectedEndOfNumber: ['this number is not valid JSON', 'write it as 12, -0.5 or 1e3'],
  PropertyNameExpected: ['a key in double quotes is expected here', 'put keys in double quotes'],
  ValueExpected: ['a value is missing', VALUE],
  ColonExpected: ['a `:` is missing after the key', 'write `"key": value`'],
  CommaExpected: ['a `,` is missing', ENTRIES],
  CloseBraceExpected: ['a `,` or `}` is missing', ENTRIES],
  CloseBracketExpected: ['a `,` or `]` is missing', ENTRIES],
  EndOfFileExpected: ['there is text after the end of the value', 'remove it'],
  UnexpectedEndOfComment: ['a comment is not closed', 'close it with `*/`'],
};

function nodeOf(json: JsonNode, text: string, locate: Locate): Node {
  const at = locate(json.offset, json.length);
  const inner = json.children ?? [];
  if (json.type === 'array')
    return { kind: 'list', items: inner.map((item) => nodeOf(item, text, locate)), at };
  if (json.type === 'object')
    return { kind: 'map', entries: inner.map((entry) => entryOf(entry, text, locate)), at };
  const value = json.value as string | number | boolean | null;
  // Escapes would shift the places inside a string.
  const plain = typeof value === 'string' && json.length - 2 === value.length;
  const node = scalarAt(value, at);
  return plain ? { ...node, locate: shifted(locate, json.offset + 1) } : node;
}

function entryOf({ children = [] }: JsonNode, text: string, locate: Locate): Entry {
  const [key, value] = children as [JsonNode, JsonNode];
  const name = { value: key.value as string, at: locate(key.offset, key.length) };
  return { key: name, value: nodeOf(value, text, locate) };
}
