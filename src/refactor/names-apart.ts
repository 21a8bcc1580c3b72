import { importedNames } from '../code/module-names.js';
import { exportsIn } from '../code/definitions.js';
import { declaredNames } from '../code/identifiers.js';
import { resolvePath } from '../code/resolve-import.js';
import { parseCode, isCode } from '../code/typescript.js';
import { pascalCase } from '../model/names.js';
import type { Tree } from '../tree.js';
import { withoutEnding } from './fold-files.js';
import type { Moves } from './relocate.js';
import type { ExportNames } from './rename-exports.js';

/** New names of declarations, by the paths of their files. */
export interface Apart {
  /** The names in the kept copies. */
  readonly base: ExportNames;
  /** The names in the developer's files. */
  readonly mine: ExportNames;
}

/**
 * New names for declarations of files that are folded into one, if they clash: the `title` of `task.edit.tsx` becomes `editTitle`
 * beside the `title` of `task.create.tsx`. Of two declarations that crudgen wrote, the second gets the new name, in the kept
 * copies, too. Otherwise the developer's declaration gets it.
 */
export function namesApart(mine: Tree, base: Tree, moves: Moves): Apart {
  const found = folded(mine, moves).flatMap((paths) => apart(paths, mine, base));
  const named = (side: keyof Apart) =>
    new Map(found.flatMap((one) => (one[side].size > 0 ? [[one.path, one[side]] as const] : [])));
  return { base: named('base'), mine: named('mine') };
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

/** The new names in one file. */
interface Renamed {
  readonly path: string;
  readonly base: ReadonlyMap<string, string>;
  readonly mine: ReadonlyMap<string, string>;
}

function apart(paths: readonly string[], mine: Tree, base: Tree): readonly Renamed[] {
  const files = paths.map((path) => ({
    path,
    own: topLevelNames(path, mine.get(path) ?? '', paths),
    kept: topLevelNames(path, base.get(path) ?? '', paths),
    names: { base: new Map<string, string>(), mine: new Map<string, string>() },
  }));
  const used = new Set(files.flatMap(({ own, kept }) => [own, kept].flatMap(allNames)));
  const taken = new Set<string>();
  const take = (path: string, name: string, renamed: readonly Map<string, string>[]) => {
    const now = taken.has(name) ? freeName(path, name, used) : name;
    if (now !== name) for (const names of renamed) names.set(name, now);
    taken.add(now);
    used.add(now);
  };
  // Exports that crudgen wrote keep their names before all others, and the developer's names give way.
  for (const isExport of [true, false])
    for (const { path, kept, names } of files)
      for (const name of kept.declared)
        if (kept.exported.has(name) === isExport) take(path, name, [names.base, names.mine]);
  for (const { own } of files) for (const name of own.imported) taken.add(name);
  for (const { path, own, kept, names } of files)
    for (const name of own.declared) if (!kept.declared.has(name)) take(path, name, [names.mine]);
  return files.map(({ path, names }) => ({ path, ...names }));
}

/** A name prefixed with the last word of its file, and numbered if that is taken, too. */
function freeName(path: string, name: string, taken: ReadonlySet<string>): string {
  const word = /(\w+)\.\w+$/.exec(path)?.[1] ?? '';
  const isType = /^[A-Z]/.test(name);
  const first = (isType ? pascalCase(word) : word) + pascalCase(name);
  for (let number = 2, found = first; ; found = first + number++)
    if (!taken.has(found)) return found;
}

/** The names at the top level of a file. */
interface TopLevel {
  readonly declared: ReadonlySet<string>;
  readonly exported: ReadonlySet<string>;
  /** The imported names, except those from files that are folded with this file. */
  readonly imported: readonly string[];
}

const allNames = ({ declared, imported }: TopLevel): readonly string[] => [
  ...declared,
  ...imported,
];

function topLevelNames(path: string, text: string, paths: readonly string[]): TopLevel {
  const file = parseCode(path, text);
  const stems = paths.map(withoutEnding);
  const isOther = (module: string | null) =>
    module === null ||
    !module.startsWith('.') ||
    !stems.includes(withoutEnding(resolvePath(path, module)));
  return {
    declared: new Set(declaredNames(file).map(({ name }) => name)),
    exported: new Set(exportsIn(file)),
    imported: importedNames(file).flatMap(({ local, module }) => (isOther(module) ? [local] : [])),
  };
}
