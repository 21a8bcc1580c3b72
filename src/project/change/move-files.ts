import { isSound } from '../../merge/is-sound.js';
import { type Problem, problem, refuseErrors } from '../../problem.js';
import { aliasedFolders } from '../../refactor/aliased-folders.js';
import { findMoves } from '../../refactor/find-moves.js';
import { folded, namesApart } from '../../refactor/names-apart.js';
import { type Moves, relocateTree } from '../../refactor/relocate.js';
import { type ExportNames, renameExports } from '../../refactor/rename-exports.js';
import { wholePath } from '../../refactor/split-files.js';
import type { Tree } from '../../tree.js';
import type { LayoutChange } from '../history/layout-moves.js';
import { renameMoved, splitMoved } from './split-moved.js';
import { movedOrigins, type Workspace } from './workspace.js';

/**
 * Moves files to their new paths: the kept copies, and the developer's files that are still where crudgen wrote them. Files that
 * become several are split first, and declarations with new names are renamed. Every import is adapted, by an import alias if
 * the render has one. A file that the developer moved or added stays. Refuses if another file is at a new path.
 */
export function moveFiles(work: Workspace, layout: LayoutChange, render: Tree): Workspace {
  if (layout.moves.size + layout.splits.size + layout.names.size === 0) return work;
  const elsewhere = movedByDeveloper(work, layout);
  const named = renameMoved(work, layout.names, elsewhere);
  const { mine, base, moves: paths, places } = splitMoved(named, layout, elsewhere, render);
  const own = ownMoves(mine, paths, places);
  // A file that crudgen wrote at a new path before is folded with the moved one.
  const problems = takenPaths(mine, new Map([...own].filter(([, to]) => !base.has(to))));
  refuseErrors(problems);
  const aliases = aliasedFolders(render);
  const names = namesApart(mine, relocated(base, places), own);
  const copies = relocateTree(withNames(base, names.base), paths, aliases);
  const placed = relocateTree(withNames(mine, names.mine), own, aliases);
  requireCompilable(placed, copies, folded(mine, own), own);
  return {
    mine: withMovedSettings(placed, paths),
    origins: movedOrigins(work.origins, own),
    base: copies,
  };
}

const withNames = (files: Tree, names: ExportNames): Tree =>
  names.size === 0 ? files : renameExports(files, names);

/**
 * The places to which the developer has moved files that are split, or folded into one file with others. These files follow the layout,
 * too.
 */
function movedByDeveloper(
  { mine, base }: Pick<Workspace, 'mine' | 'base'>,
  { moves, splits }: LayoutChange,
): Moves {
  const followed = [
    ...folded(base, moves)
      .flat()
      .filter((from) => moves.has(from)),
    ...splits.keys(),
  ];
  const lost = followed.filter((from) => !mine.has(from));
  if (lost.length === 0) return new Map();
  const found = findMoves(base, mine);
  return new Map([...found].filter(([from]) => lost.includes(from)));
}

/** The moves of the developer's files from their present paths. */
function ownMoves(mine: Tree, paths: Moves, elsewhere: Moves): Moves {
  const moves = [...paths].map(([from, to]) => [elsewhere.get(from) ?? from, to] as const);
  return new Map(moves.filter(([from]) => mine.has(from)));
}

/** Copies, also under the paths to which the developer has moved them. */
const relocated = (base: Tree, elsewhere: Moves): Tree =>
  new Map([...base, ...[...elsewhere].map(([from, at]) => [at, base.get(from) ?? ''] as const)]);

/** Refuses to fold the developer's files into one that would not compile. */
function requireCompilable(
  placed: Tree,
  copies: Tree,
  groups: readonly (readonly string[])[],
  own: Moves,
): void {
  const problems = groups.flatMap((paths): Problem[] => {
    const to = own.get(paths.at(-1)!)!;
    const [merged, next] = [placed.get(to) ?? '', copies.get(to) ?? ''];
    if (merged === next || isSound(to, { merged, mine: '', next })) return [];
    const message = `${paths.map(wholePath).join(', ')} are combined in ${to}, but do not compile together`;
    const help = 'rename the names that clash, then run: crudgen upgrade';
    return [problem('fold', message, help)];
  });
  refuseErrors(problems);
}

const SETTINGS = 'crudgen.json';

/** crudgen.json with the new paths. */
export function withMovedSettings(files: Tree, paths: Moves): Tree {
  const text = files.get(SETTINGS);
  if (text === undefined) return files;
  const next = text.replace(/"([^"]+)"(?=\s*:)/g, (key, path: string) => {
    const to = paths.get(path);
    return to === undefined ? key : `"${to}"`;
  });
  return new Map(files).set(SETTINGS, next);
}

/** Problems with new paths at which the developer has another file. */
export function takenPaths(mine: Tree, paths: Moves): Problem[] {
  const taken = [...paths.values()].filter((path) => mine.has(path) && !paths.has(path));
  return taken.map((path) =>
    problem(
      'file-there',
      `${path} already exists, but crudgen needs this path`,
      'move your file elsewhere, then run the command again',
    ),
  );
}
