import { ENDINGS, resolvePath } from '../code/resolve-import.js';
import { specifiersIn } from '../code/specifiers.js';
import { isCode, parseCode } from '../code/typescript.js';
import { applySplices } from '../merge/splice.js';
import { pathFrom, type Tree } from '../tree.js';
import type { AliasedFolder } from './aliased-folders.js';
import { foldFiles, withoutEnding } from './fold-files.js';
import { throughAliases } from './through-aliases.js';

/** Moved files: old or canonical path -> new path. */
export type Moves = ReadonlyMap<string, string>;

/** Moves files and adapts all imports, using import aliases where these export the names. */
export function relocateTree(
  files: Tree,
  moves: Moves,
  aliases: readonly AliasedFolder[] = [],
): Tree {
  const placed = [...files].map(([from, text]) => {
    const [path, fitted] = [moves.get(from) ?? from, relocate(text, from, moves)];
    return { from, path, text: fitted, enters: fitted !== text };
  });
  const tree = new Map(placed.map(({ path, text }) => [path, text]));
  for (const [path, parts] of foldedIn(placed)) {
    const texts = importedFirst(files, parts).map(({ text }) => text);
    tree.set(path, foldFiles(path, texts));
  }
  if (aliases.length > 0)
    for (const { path, enters } of placed)
      if (enters && isCode(path)) tree.set(path, throughAliases(tree, path, aliases));
  return tree;
}

interface Placed {
  /** The old path. */
  readonly from: string;
  readonly path: string;
  readonly text: string;
}

/** Paths to which several code files are folded, with these. */
function foldedIn(placed: readonly Placed[]): readonly (readonly [string, readonly Placed[]])[] {
  const parts = new Map<string, Placed[]>();
  for (const one of placed) parts.set(one.path, [...(parts.get(one.path) ?? []), one]);
  return [...parts].filter(([path, all]) => all.length > 1 && isCode(path));
}

/** Sorts the files of a group so that each comes after those it imports, for code that runs at module level. */
function importedFirst(files: Tree, parts: readonly Placed[]): readonly Placed[] {
  const ordered = new Set<Placed>();
  const seen = new Set<Placed>();
  const visit = (part: Placed): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const led = specifiersIn(parseCode(part.from, files.get(part.from)!))
      .filter(({ text }) => text.startsWith('.'))
      .map(({ text }) => withoutEnding(resolvePath(part.from, text)));
    for (const one of parts) if (led.includes(withoutEnding(one.from))) visit(one);
    ordered.add(part);
  };
  parts.forEach(visit);
  return [...ordered];
}

/** Adapts the imports of a text to moved files. */
export function relocate(text: string, path: string, moves: Moves): string {
  if (moves.size === 0 || !isCode(path)) return text;
  const fit = (specifier: string): string =>
    specifier.startsWith('.')
      ? relocateRelative(specifier, path, moves)
      : relocateAlias(specifier, path, moves);
  // Most files import nothing that has moved; scanning strings is much cheaper than parsing.
  const isToFit = [...text.matchAll(QUOTED)].some(([, , quoted = '']) => fit(quoted) !== quoted);
  if (!isToFit) return text;
  const splices = specifiersIn(parseCode(path, text)).flatMap(({ text: specifier, start, end }) => {
    const insert = fit(specifier);
    return insert === specifier ? [] : [{ at: start, remove: end - start, insert }];
  });
  return applySplices(text, splices) ?? text;
}

const QUOTED = /(['"`])((?:\.\.?\/|[@~#]|src\/)[^'"`\n]*)\1/g;

function relocateRelative(specifier: string, path: string, moves: Moves): string {
  const here = moves.get(path) ?? path;
  const target = resolvePath(path, specifier);
  const moved = movedTarget(target, moves);
  return moved === target && here === path ? specifier : pathFrom(here, moved);
}

const endOf = (path: string, fallback: string): string =>
  fallback === '' ? '' : (/\.tsx?$/.exec(path)?.[0] ?? fallback);

/** The new path of what a specifier names (`.js` means `.ts` or `.tsx`). */
function movedTarget(target: string, moves: Moves): string {
  for (const [ending, real] of ENDINGS) {
    if (!target.endsWith(ending)) continue;
    const moved = moves.get(target.slice(0, target.length - ending.length) + real);
    // The ending may change: `conflict.ts` was folded into `conflict-dialog.tsx`.
    if (moved) return moved.slice(0, moved.length - endOf(moved, real).length) + ending;
  }
  return target;
}

/** Adapts a specifier with an alias (`@/models/task/task.model.js`, `#models/task/task.model.js`). */
function relocateAlias(specifier: string, path: string, moves: Moves): string {
  if (!ALIAS.test(specifier)) return specifier;
  const stem = specifier.replace(/\.[jt]sx?$/, '');
  for (const [from, to] of moves) {
    const [old, now] = [belowSource(from), belowSource(to)];
    // The alias may mean `src/` or, like `#models/`, a folder in it.
    if (!stem.replace(/^[@~#]/, '/').endsWith(`/${old}`)) continue;
    const ending = specifier.slice(stem.length);
    return sourceFolder(from) === sourceFolder(to)
      ? stem.slice(0, -old.length) + now + ending
      : pathFrom(moves.get(path) ?? path, now) + ending;
  }
  return specifier;
}

const ALIAS = /^(?:[@~#]\w*|src)\//;

/** The `src/` that a path is in; empty where it is in none, so that no alias for `src/` leads there. */
const sourceFolder = (path: string): string => /^(?:.*\/)?src\//.exec(path)?.[0] ?? '';

/** A path relative to its `src/`, without ending. */
const belowSource = (path: string): string =>
  path.slice(sourceFolder(path).length).replace(/\.[cm]?tsx?$/, '');
