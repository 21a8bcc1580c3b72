import { importedNames } from '../code/module-names.js';
import { declaredNames } from '../code/identifiers.js';
import { parseCode, isCode, type ts } from '../code/typescript.js';
import { pascalCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import type { Moves } from './relocate.js';
import type { ExportNames } from './rename-exports.js';

/**
 * New names for the developer's declarations in files that are folded into one, where they clash: the `title` of
 * `task.edit.tsx` becomes `editTitle` beside that of `task.create.tsx`.
 */
export function namesApart(mine: Tree, base: Tree, moves: Moves): ExportNames {
  return new Map(folded(mine, moves).flatMap((paths) => apart(paths, mine, base)));
}

/** The groups of files that are folded into one, including the file already there. */
export function folded(mine: Tree, moves: Moves): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const [from, to] of moves) {
    const there = mine.has(to) && !moves.has(to) ? [to] : [];
    groups.set(to, [...(groups.get(to) ?? there), from]);
  }
  return [...groups.values()].filter((paths) => paths.length > 1 && paths.every(isCode));
}

function apart(
  paths: readonly string[],
  mine: Tree,
  base: Tree,
): [string, ReadonlyMap<string, string>][] {
  const files = paths.map((path) => {
    const [own, kept] = [mine, base].map((files) => parseCode(path, files.get(path) ?? ''));
    return {
      path,
      ...topLevelNames(own!),
      isKept: (name: string) => topLevelNames(kept!).declared.has(name),
    };
  });
  const taken = new Set(
    files.flatMap(({ declared, imported, isKept }) => [
      ...[...declared].filter(isKept),
      ...imported,
    ]),
  );
  return files.flatMap(({ path, declared, isKept }): [string, ReadonlyMap<string, string>][] => {
    const names = new Map<string, string>();
    for (const name of declared) {
      if (isKept(name)) continue;
      if (taken.has(name)) names.set(name, freeName(path, name, taken));
      taken.add(names.get(name) ?? name);
    }
    return names.size === 0 ? [] : [[path, names]];
  });
}

/** A name prefixed with the last word of its file, and numbered if that is taken, too. */
function freeName(path: string, name: string, taken: ReadonlySet<string>): string {
  const word = /(\w+)\.\w+$/.exec(path)?.[1] ?? '';
  const isType = /^[A-Z]/.test(name);
  const first = (isType ? pascalCase(word) : word) + pascalCase(name);
  for (let number = 2, found = first; ; found = first + number++)
    if (!taken.has(found)) return found;
}

/** The top-level declarations and imported names of a file. */
const topLevelNames = (file: ts.SourceFile) => ({
  declared: new Set(declaredNames(file).map(({ name }) => name)),
  imported: importedNames(file).map(({ local }) => local),
});
