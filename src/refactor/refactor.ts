import { exportsIn } from '../code/definitions.js';
import { isCode, parseCode } from '../code/typescript.js';
import { findRenamed } from './find-moves.js';
import { folderOf, type Tree } from '../tree.js';
import { relocateTree, type Moves } from './relocate.js';
import { renameExports, type ExportNames } from './rename-exports.js';

/** The effect of a renamed model on files: their paths and exports. */
export interface Refactoring {
  /** Old path -> new path. */
  readonly paths: Moves;
  /** The renamed exports, by old path: old name -> new name. */
  readonly names: ExportNames;
  readonly words: ModelWords;
}

/** The refactoring between two renders, by the paths of the kept copies. */
export function findRefactoring(
  base: Tree,
  before: Tree,
  after: Tree,
  tables: ReadonlyMap<string, string>,
): Omit<Refactoring, 'words'> {
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

/**
 * The refactoring for a project: files that the developer has moved stay there, and files added beside the model's files move
 * along.
 */
export function inProject(
  { paths, names, words }: Refactoring,
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
  return { paths: moved, names: new Map(placed), words };
}

/** Applies a refactoring: new paths, with all imports adapted. */
export function refactor(tree: Tree, { paths, names, words }: Refactoring): Tree {
  const renamed = names.size > 0 ? renameExports(tree, names) : tree;
  const about = (path: string): boolean =>
    path.startsWith('src/') && (paths.has(path) || names.has(path));
  const reworded = [...renamed].map(([path, text]): [string, string] => [
    path,
    about(path) ? renameInText(text, words) : text,
  ]);
  return relocateTree(new Map(reworded), paths);
}

type Renamed = readonly [old: string, now: string];

/** The names of a model in text: its class, the prefix of its endpoints, the titles of its tests. */
export interface ModelWords {
  readonly name: Renamed;
  readonly prefix: Renamed;
  readonly titles: readonly Renamed[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Renames a model in the comments, paths and test titles of its file. */
export function renameInText(text: string, { name, prefix, titles }: ModelWords): string {
  const component = new RegExp(
    `(?<=#/components/(?:schemas|responses|parameters)/|tags: \\[)${name[0]}(?=(?:Input|Patch)?(?!\\w))`,
    'g',
  );
  const named = titles.reduce(
    (result, [old, now]) =>
      result.replace(new RegExp(`(\\bdescribe\\((['"\`]))${escaped(old)}(?=\\2)`, 'g'), `$1${now}`),
    text.replace(component, name[1]),
  );
  if (prefix[0] === prefix[1]) return named;
  const documented = new RegExp(`^([ \\t]*\\*[ \\t]+)${escaped(prefix[0])}(?=[/:])`, 'gm');
  const asked = new RegExp(`(['"\`](?:[A-Z]+ )?)${escaped(prefix[0])}(?=['"\`/?])`, 'g');
  return named.replace(documented, `$1${prefix[1]}`).replace(asked, `$1${prefix[1]}`);
}
