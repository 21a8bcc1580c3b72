import { type Problem, Refusal } from '../problem.js';
import { doorsIn } from '../refactor/doors.js';
import { type Moves, relocateTree } from '../refactor/relocate.js';
import type { Tree } from '../tree.js';
import type { Workspace } from './workspace.js';

/**
 * Files that crudgen writes elsewhere now: the copies go there, and so do the developer's files that still stand where crudgen
 * wrote them, with every import to fit: by the short name of a door where the render has one. What the developer has moved or put
 * beside them stays, and imports what has moved from where it is now. Refuses where something else stands at a new path.
 */
export function moveFiles({ mine, base, moved }: Workspace, paths: Moves, render: Tree): Workspace {
  if (paths.size === 0) return { mine, base, moved };
  const own = new Map([...paths].filter(([from]) => mine.has(from)));
  // What crudgen wrote at a new path before is folded with what goes there.
  const problems = takenPaths(mine, new Map([...own].filter(([, to]) => !base?.has(to))));
  if (problems.length > 0) throw new Refusal(problems);
  const doors = doorsIn(render, base ?? undefined, paths);
  return {
    mine: withSettings(relocateTree(mine, own, doors), paths),
    base: base && relocateTree(base, paths, doors),
    moved: new Map([...moved, ...own]),
  };
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
