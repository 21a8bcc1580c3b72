import { isSound } from '../merge/is-sound.js';
import { type Problem, Refusal } from '../problem.js';
import { doorsIn } from '../refactor/doors.js';
import { findMoves } from '../refactor/find-moves.js';
import { folded, namesApart } from '../refactor/names-apart.js';
import { type Moves, relocateTree } from '../refactor/relocate.js';
import { renameExports } from '../refactor/rename-exports.js';
import type { Tree } from '../tree.js';
import type { Workspace } from './workspace.js';

/**
 * Files that crudgen writes elsewhere now: the copies go there, and so do the developer's files that still stand where crudgen
 * wrote them, with every import to fit: by the short name of a door where the render has one. What the developer has moved or put
 * beside them stays, and imports what has moved from where it is now. Refuses where something else stands at a new path.
 */
export function moveFiles({ mine, base, moved }: Workspace, paths: Moves, render: Tree): Workspace {
  if (paths.size === 0) return { mine, base, moved };
  const elsewhere = foldedElsewhere(mine, base ?? NO_FILES, paths);
  const own = ownMoves(mine, paths, elsewhere);
  // What crudgen wrote at a new path before is folded with what goes there.
  const problems = takenPaths(mine, new Map([...own].filter(([, to]) => !base?.has(to))));
  if (problems.length > 0) throw new Refusal(problems);
  const doors = doorsIn(render, base ?? undefined, paths);
  const copies = base && relocateTree(base, paths, doors);
  const names = namesApart(mine, relocated(base ?? NO_FILES, elsewhere), own);
  const apart = names.size === 0 ? mine : renameExports(mine, names);
  const placed = relocateTree(apart, own, doors);
  demandSound(placed, copies ?? NO_FILES, folded(mine, own), own);
  return {
    mine: withSettings(placed, paths),
    base: copies,
    moved: new Map([...moved, ...own]),
  };
}

const NO_FILES: Tree = new Map();

/** Where the developer has moved files to that go into one with others: that file has all of it, so they go there, too. */
function foldedElsewhere(mine: Tree, base: Tree, paths: Moves): Moves {
  const lost = folded(base, paths)
    .flat()
    .filter((from) => paths.has(from) && !mine.has(from));
  if (lost.length === 0) return new Map();
  const found = findMoves(base, mine);
  return new Map([...found].filter(([from]) => lost.includes(from)));
}

/** The moves of the developer's files from where each of them is. */
function ownMoves(mine: Tree, paths: Moves, elsewhere: Moves): Moves {
  const moves = [...paths].map(([from, to]) => [elsewhere.get(from) ?? from, to] as const);
  return new Map(moves.filter(([from]) => mine.has(from)));
}

/** Copies, those that the developer has elsewhere under that path, too. */
const relocated = (base: Tree, elsewhere: Moves): Tree =>
  new Map([...base, ...[...elsewhere].map(([from, at]) => [at, base.get(from)!] as const)]);

/** Refuses files of the developer's that go into one which would not compile by itself, as that of the copies does. */
function demandSound(
  placed: Tree,
  copies: Tree,
  groups: readonly (readonly string[])[],
  own: Moves,
): void {
  const problems = groups.flatMap((paths): Problem[] => {
    const to = own.get(paths.at(-1)!)!;
    const [merged, next] = [placed.get(to) ?? '', copies.get(to) ?? ''];
    if (merged === next || isSound(to, { merged, mine: '', next })) return [];
    const message = `${paths.join(', ')} go into ${to}, and together they do not compile`;
    const help = 'see that they name different things differently, then: crudgen upgrade';
    return [{ code: 'fold', message, help }];
  });
  if (problems.length > 0) throw new Refusal(problems);
}

const SETTINGS = 'crudgen.json';

/** What crudgen.json says of places goes by the new paths. */
export function withSettings(files: Tree, paths: Moves): Tree {
  const text = files.get(SETTINGS);
  if (text === undefined) return files;
  const next = [...paths].reduce(
    (said, [from, to]) => said.replaceAll(`"${from}":`, `"${to}":`),
    text,
  );
  return new Map(files).set(SETTINGS, next);
}

/** The same of `paths` as they are read. */
export const movedKeys = (
  settings: Readonly<Record<string, string>>,
  paths: Moves,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(settings).map(([path, place]) => [paths.get(path) ?? path, place]),
  );

/** Problems with new paths at which the developer has another file. */
export function takenPaths(mine: Tree, paths: Moves): Problem[] {
  const taken = [...paths.values()].filter((path) => mine.has(path) && !paths.has(path));
  return taken.map((path) => ({
    code: 'file-there',
    message: `${path} is there already, and a file of crudgen's goes there`,
    help: 'move yours away, then type the command again',
  }));
}
