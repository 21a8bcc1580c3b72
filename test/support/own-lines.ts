import { isCode, parseCode } from '../../src/code/typescript.js';
import { specifiersIn } from '../../src/code/specifiers.js';
import { applySplices } from '../../src/merge/splice.js';
import { importsIn } from '../../src/refactor/import-like.js';

/** A text without its imports, and without the paths in what else names a module. */
function withoutImports(path: string, text: string): string {
  if (!isCode(path)) return text;
  const file = parseCode(path, text);
  const gone = importsIn(file).map((node) => ({ at: node.getStart(), end: node.end }));
  const paths = specifiersIn(file)
    .map(({ start, end }) => ({ at: start, end }))
    .filter(({ at }) => !gone.some((node) => node.at <= at && at < node.end));
  const splices = [...gone, ...paths].map(({ at, end }) => ({ at, remove: end - at, insert: '' }));
  return applySplices(text, splices) ?? text;
}

/** The lines of a file that are more than an import: those follow what moves. */
export const linesOf = (path: string, text: string): readonly string[] =>
  withoutImports(path, text).split('\n');
