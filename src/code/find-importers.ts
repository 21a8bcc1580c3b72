import type { Tree } from '../tree.js';
import type { Use } from './find-uses.js';
import { lineAt } from './problem-at.js';
import { resolveImport } from './resolve-import.js';
import { specifiersIn } from './specifiers.js';
import { isCode, parseCode } from './typescript.js';

/** The places in some files that import one of the targets, by its path or an alias. */
export function findImporters(
  files: Tree,
  among: Iterable<string>,
  targets: ReadonlySet<string>,
): Use[] {
  return [...among].filter(isCode).flatMap((path) => {
    const text = files.get(path) ?? '';
    return specifiersIn(parseCode(path, text))
      .filter((one) => targets.has(resolveImport(files, path, one.text) ?? ''))
      .map(({ start }) => ({ path, line: lineAt(text, start) }));
  });
}
