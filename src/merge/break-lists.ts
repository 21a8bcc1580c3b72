import { parseCode, typescript, type ts } from '../code/typescript.js';
import { indentAt, indentUnit, lineEnd } from './text-style.js';

/** As wide as projects are written; a file whose owner writes wider lines is left as wide. */
const WIDTH = 100;

/**
 * Puts lists that a merge made longer than a line on several lines, an entry each, as prettier does: what was clean
 * stays clean. Lines that were there before stay as they are.
 */
export function breakLists(path: string, before: string, after: string): string {
  const known = new Set(linesOf(before));
  const width = Math.max(WIDTH, ...[...known].filter((line) => !isFixed(line)).map(lengthOf));
  // Imports that their owner has on one line, however long, are left so.
  const stays = [...known].some((line) => IMPORT.test(line) && line.length > WIDTH) ? IMPORT : /$^/;
  const isLong = (line: string): boolean =>
    lengthOf(line) > width && !known.has(line) && !stays.test(line);
  let text = after;
  for (;;) {
    const line = linesOf(text).find(isLong);
    if (line === undefined) return text;
    known.add(line);
    text = breakLine(path, text, text.indexOf(line), line.length);
  }
}

const linesOf = (text: string): string[] => text.split(/\r?\n/);
const lengthOf = (line: string): number => line.length;
const IMPORT = /^\uFEFF?(?:import|export)\b.*\bfrom\b/;

/** Whether a line is as long as it is for what nobody breaks: a comment, a text. */
const isFixed = (line: string): boolean => /^\s*(?:\/\/|\/?\*)|(['"`]).{40,}\1/.test(line);

/** The text with the last of the outermost lists of a line, if there is one, on several lines. */
function breakLine(path: string, text: string, start: number, length: number): string {
  const list = outermost(parseCode(path, text), start, start + length).at(-1);
  if (!list) return text;
  const eol = lineEnd(text);
  const outer = indentAt(text, list.getStart());
  const inner = eol + outer + indentUnit(text);
  const [open, close] = typescript().isArrayLiteralExpression(list) ? '[]' : '{}';
  const entries = entriesOf(list).map((entry) => `${inner}${entry.getText()},`);
  const broken = `${open}${entries.join('')}${eol}${outer}${close}`;
  return text.slice(0, list.getStart()) + broken + text.slice(list.end);
}

type List =
  ts.ArrayLiteralExpression | ts.ObjectLiteralExpression | ts.NamedImports | ts.NamedExports;

function isList(node: ts.Node): node is List {
  const ts = typescript();
  return [
    ts.isArrayLiteralExpression,
    ts.isObjectLiteralExpression,
    ts.isNamedImports,
    ts.isNamedExports,
  ].some((is) => is(node));
}

const entriesOf = (list: List): readonly ts.Node[] =>
  'elements' in list ? list.elements : list.properties;

/** Lists that lie within a range and in no other list of it; those with comments, or of numbers, have a form of their own. */
function outermost(file: ts.SourceFile, from: number, to: number): List[] {
  const ts = typescript();
  const found: List[] = [];
  const visit = (node: ts.Node): void => {
    if (node.end <= from || node.getStart() >= to) return;
    if (isList(node) && node.getStart() >= from && node.end <= to) {
      if (isPlain(node)) found.push(node);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isPlain(list: List): boolean {
  const { text } = list.getSourceFile();
  const entries = entriesOf(list);
  const between = entries.map((entry) => text.slice(entry.pos, entry.getStart()));
  const behind = text.slice(entries.at(-1)?.end ?? list.end, list.end);
  const hasComments = [...between, behind].some((blank) => /\/[/*]/.test(blank));
  const isNumbers = entries.every((entry) => typescript().isNumericLiteral(entry));
  return entries.length > 1 && !hasComments && !isNumbers;
}
