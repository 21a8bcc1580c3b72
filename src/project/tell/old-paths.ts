import { join } from 'node:path';
import { listFolder } from '../../disk/folders.js';
import { type Problem, warning } from '../../problem.js';
import type { Moves } from '../../refactor/relocate.js';
import type { Tree } from '../../tree.js';
import { type LayoutMove, movedSince } from '../history/layout-moves.js';
import type { OpenProject } from '../open/open-project.js';

/** Scripts and configuration that refer to other files by path. */
const SCRIPTS =
  /(?:^|\/)(?:[^/]*\.(?:json|ya?ml|toml|sh|service)|[^/]*\.config\.[cm]?[jt]s|\.env[^/]*|Dockerfile|Makefile|Procfile)$|^(?!(?:src|engine|ui|web|test)\/).*\.[cm]?js$/;

/** What a path may begin with: `..`, or wherever the project is, as in `/srv/app/`, `$HOME/app/` and `%h/app/`. */
const WAY = String.raw`(?:(?:\.{1,2}/)*|(?:[$%]\w+)?/(?:(?!node_modules/)[\w.@-]+/)*)`;

/** Warns where scripts and settings still name moved files, their build output, or folders that have moved as a whole. */
export function findOldPaths(files: Tree, moves: Moves): Problem[] {
  if (moves.size === 0) return [];
  const stay = [...files.keys()].map((path) => [path, path] as const);
  const folders = movedFolders(files, moves);
  const places = new Map([...moves, ...builtFrom([...stay, ...moves]), ...folders]);
  const known = [...moves.keys(), ...builtFrom([...stay, ...moves]).map(([old]) => old)];
  const oneOf = (paths: Iterable<string>): string =>
    `(?:${[...paths].map((path) => path.replaceAll('.', '\\.')).join('|')})`;
  const ends = [
    String.raw`${oneOf(known)}(?![\w/])`,
    // Also what is in it, if by a pattern: `src/engine/**/*.ts`.
    ...(folders.size > 0 ? [String.raw`${oneOf(folders.keys())}(?=/?(?:[*"'\s,;:)\]]|$))`] : []),
  ];
  const word = new RegExp(`(?<![\\w/.])${WAY}(${ends.join('|')})`, 'g');
  return [...files]
    .filter(([path]) => SCRIPTS.test(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) =>
        [...line.matchAll(word)].map(([, old = '']): Problem => {
          const message = `${path}:${at + 1} refers to ${old}, which has moved to ${places.get(old)}`;
          const help = 'use the new path, or a script of package.json';
          return warning('old-path', message, help);
        }),
      ),
    );
}

/** Folders of which nothing is left, longer paths first, each with the one that most of its files are in now. */
function movedFolders(files: Tree, moves: Moves): ReadonlyMap<string, string> {
  const targets = new Map<string, string[]>();
  for (const [from, to] of moves)
    for (const { index } of from.matchAll(/\//g)) {
      const folder = from.slice(0, index);
      const rest = from.slice(index);
      const known = targets.get(folder) ?? [];
      targets.set(folder, to.endsWith(rest) ? [...known, to.slice(0, -rest.length)] : known);
    }
  const gone = [...targets]
    .filter(([folder]) => ![...files.keys()].some((path) => path.startsWith(`${folder}/`)))
    .flatMap(([folder, found]): [string, string][] => {
      const target = mostOf(found);
      return target === undefined ? [] : [[folder, target]];
    });
  return new Map(gone.toSorted(([one], [other]) => other.length - one.length));
}

function mostOf(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Warns of files at the paths of an older crudgen: a branch from before an upgrade, merged after it, leaves its edits there,
 * and nothing uses them.
 */
export function findLeftBehind(
  { mine, base }: Pick<OpenProject, 'mine' | 'base'>,
  layouts?: readonly LayoutMove[],
): Problem[] {
  const unknown = [...mine.keys()].filter((path) => !base.has(path));
  return [...movedSince(null, unknown, layouts)]
    .filter(([, to]) => base.has(to))
    .map(([from, to]): Problem => {
      const message = `${from} is the old path of ${to}`;
      const help = `move your edits to ${to}, then delete the old file`;
      return warning('old-place', message, help);
    });
}

/** Warns of a build that an older layout left: what starts it runs old code, whatever is built anew beside it. */
export async function findOldBuild(root: string): Promise<Problem[]> {
  const built = await listFolder(join(root, 'dist'));
  if (built?.includes('main.js') !== true) return [];
  const message =
    'dist/main.js is left from an earlier build: the build now writes dist/src/main.js';
  return [warning('old-build', message, 'delete dist, then run: npm run build')];
}

/** Where a build has the code of `src/`: `dist/main.js` before 0.4, `dist/src/main.js` since. */
const builtFrom = (moves: Iterable<readonly [from: string, to: string]>): [string, string][] =>
  [...moves].flatMap(([from, to]): [string, string][] => {
    if (!/^src\/.*\.ts$/.test(from)) return [];
    const [old, now] = [from.replace('src/', 'dist/'), `dist/${to}`];
    return old === now
      ? []
      : [[old, now].map((path) => path.replace(/ts$/, 'js')) as [string, string]];
  });
