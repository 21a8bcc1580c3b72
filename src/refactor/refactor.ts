import { exportsIn } from '../code/definitions.js';
import { isCode, parseCode } from '../code/typescript.js';
import { findRenamed } from './find-moves.js';
import type { Tree } from '../tree.js';
import { relocateTree, type Moves } from './relocate.js';
import { renameExports, type ExportNames } from './rename-exports.js';
import { renameSpoken, type Spoken } from './rename-spoken.js';

/** A model under another name, as what it does to files: where they go, and what their modules export. */
export interface Refactoring {
  /** Path before -> path after. */
  readonly paths: Moves;
  /** By path before: old name -> new name. */
  readonly names: ExportNames;
  readonly spoken: Spoken;
}

/** The refactoring between two renders, by the paths of the kept copies before it. */
export function findRefactoring(
  base: Tree,
  before: Tree,
  after: Tree,
  tables: ReadonlyMap<string, string>,
): Omit<Refactoring, 'spoken'> {
  const kept = findRenamed(base, before, new Map());
  const moved = [...findRenamed(base, after, tables)].filter(([to]) => !before.has(to));
  const keys = new Map([...kept].map(([path, key]) => [key, path]));
  const names = moved.map(([to, from]) => {
    const [was, now] = [exportsAt(before, keys.get(from) ?? from), exportsAt(after, to)];
    const pairs = was.map((name, at) => [name, now[at] ?? name] as const);
    return [from, new Map(pairs.filter(([old, name]) => old !== name))] as const;
  });
  return {
    paths: new Map(moved.map(([to, from]) => [from, to])),
    names: new Map(names.filter(([, renamed]) => renamed.size > 0)),
  };
}

const exportsAt = (tree: Tree, path: string): readonly string[] =>
  isCode(path) ? exportsIn(parseCode(path, tree.get(path) ?? '')) : [];

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * The refactoring as it goes in a project: a file that its owner has moved elsewhere stays there, and what they have
 * put beside the model's files goes along.
 */
export function inProject(
  { paths, names, spoken }: Refactoring,
  mine: Tree,
  base: Tree,
  moves: Moves,
): Refactoring {
  const moved = new Map([...paths].filter(([from]) => mine.has(from)));
  const elsewhere = new Set(moves.values());
  for (const [from, to] of paths) {
    const [old, now] = [folderOf(from), folderOf(to)];
    if (old === now || [...base.keys()].some((key) => folderOf(key) === old && !paths.has(key)))
      continue;
    for (const path of mine.keys())
      if (path.startsWith(old) && !moved.has(path) && !base.has(path) && !elsewhere.has(path))
        moved.set(path, now + path.slice(old.length));
  }
  const placed = [...names].map(([path, renamed]) => [moves.get(path) ?? path, renamed] as const);
  return { paths: moved, names: new Map(placed), spoken };
}

/** The files after a refactoring: under their new paths, with every import to fit. */
export function refactor(tree: Tree, { paths, names, spoken }: Refactoring): Tree {
  const renamed = names.size > 0 ? renameExports(tree, names) : tree;
  const about = (path: string): boolean =>
    path.startsWith('src/') && (paths.has(path) || names.has(path));
  const said = [...renamed].map(([path, text]): [string, string] => [
    path,
    about(path) ? renameSpoken(text, spoken) : text,
  ]);
  return relocateTree(new Map(said), paths);
}
