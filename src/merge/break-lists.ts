import { parseCode, typescript, type ts } from '../code/typescript.js';
import { indentAt, indentUnit, lineEnd } from './text-style.js';

/** The line width of projects; files with wider lines are left as wide. */
const WIDTH = 100;

/**
 * Breaks lists that a merge made longer than a line into one entry per line, as prettier does. Existing lines stay as they
 * are.
 */
export function breakLists(path: string, before: string, after: string): string {
  const known = new Set(textLines(before));
  const width = Math.max(WIDTH, ...[...known].filter((line) => !isFixed(line)).map(lengthOf));
  // Imports that the developer keeps on one line, however long, stay so.
  const stays = [...known].some((line) => IMPORT.test(line) && line.length > WIDTH) ? IMPORT : /$^/;
  const isLong = (line: string): boolean =>
    lengthOf(line) > width && !known.has(line) && !stays.test(line);
  let text = after;
  for (;;) {
    const line = textLines(text).find(isLong);
    if (line === undefined) return text;
    known.add(line);
    text = breakLine(path, text, text.indexOf(line), line.length);
  }
}

const textLines = (text: string): string[] => text.split(/\r?\n/);
const lengthOf = (line: string): number => line.length;
const IMPORT = /^\uFEFF?(?:import|export)\b.*\bfrom\b/;

/** Whether a line is long because of something unbreakable: a comment, a string. */
const isFixed = (line: string): boolean => /^\s*(?:\/\/|\/?\*)|(['"`]).{40,}\1/.test(line);

/** Breaks the last of the outermost lists of a line, if any. */
function breakLine(path: string, text: string, start: number, length: number): string {
  const list = outermost(parseCode(path, text), start, start + length).at(-1);
  if (!list) return text;
  if (isElement(list)) return breakElement(text, list);
  const eol = lineEnd(text);
  const outer = indentAt(text, list.getStart());
  const inner = eol + outer + indentUnit(text);
  const [open, close] = typescript().isArrayLiteralExpression(list) ? '[]' : '{}';
  const entries = bracketedEntries(list).map((entry) => `${inner}${entry.getText()},`);
  const broken = `${open}${entries.join('')}${eol}${outer}${close}`;
  return text.slice(0, list.getStart()) + broken + text.slice(list.end);
}

/** An element with an attribute on each line. */
function breakElement(text: string, { attributes }: ts.JsxOpeningLikeElement): string {
  const outer = lineEnd(text) + indentAt(text, attributes.parent.getStart());
  const entries = attributes.properties.map((one) => outer + indentUnit(text) + one.getText());
  const rest = text.slice(attributes.properties.end).trimStart();
  const start = text.slice(0, attributes.getStart()).trimEnd();
  return start + entries.join('') + outer + rest;
}

function isElement(node: ts.Node): node is ts.JsxOpeningLikeElement {
  const ts = typescript();
  return ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
}

type List =
  ts.ArrayLiteralExpression | ts.ObjectLiteralExpression | ts.NamedImports | ts.NamedExports;

function isBracketed(node: ts.Node): node is List {
  const ts = typescript();
  return [
    ts.isArrayLiteralExpression,
    ts.isObjectLiteralExpression,
    ts.isNamedImports,
    ts.isNamedExports,
  ].some((is) => is(node));
}

const bracketedEntries = (list: List): readonly ts.Node[] =>
  'elements' in list ? list.elements : list.properties;

/** The outermost lists and elements within a range; lists with comments or numbers are formatted differently. */
function outermost(
  file: ts.SourceFile,
  from: number,
  to: number,
): (List | ts.JsxOpeningLikeElement)[] {
  const ts = typescript();
  const found: (List | ts.JsxOpeningLikeElement)[] = [];
  const visit = (node: ts.Node): void => {
    if (node.end <= from || node.getStart() >= to) return;
    if (isBracketed(node) && node.getStart() >= from && node.end <= to) {
      if (isPlain(node)) found.push(node);
    } else if (isElement(node) && isLongLine(node, from, to)) found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether an element by itself is longer than a line: what stands in it is broken before it, where that is enough. */
function isLongLine(node: ts.JsxOpeningLikeElement, from: number, to: number): boolean {
  const { text } = node.getSourceFile();
  const isFirst = node.getStart() >= from && text.slice(from, node.getStart()).trim() === '';
  const isLong = node.end <= to && node.end - from > WIDTH;
  return isFirst && isLong && node.attributes.properties.length > 0;
}

function isPlain(list: List): boolean {
  const { text } = list.getSourceFile();
  const entries = bracketedEntries(list);
  const between = entries.map((entry) => text.slice(entry.pos, entry.getStart()));
  const behind = text.slice(entries.at(-1)?.end ?? list.end, list.end);
  const hasComments = [...between, behind].some((blank) => /\/[/*]/.test(blank));
  const isNumbers = entries.every((entry) => typescript().isNumericLiteral(entry));
  return entries.length > 1 && !hasComments && !isNumbers;
}
