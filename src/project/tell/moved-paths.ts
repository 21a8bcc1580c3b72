import { type Problem, warning } from '../../problem.js';
import type { Moves } from '../../refactor/relocate.js';
import type { Tree } from '../../tree.js';
import { movedSince } from '../history/layout-moves.js';
import type { LayoutMove } from '../history/layouts/layout-move.js';
import type { OpenProject } from '../open/open-project.js';

/** Scripts and configuration that refer to other files by path. */
const SCRIPTS =
  /(?:^|\/)(?:[^/]*\.(?:json|ya?ml|toml|sh|service)|[^/]*\.config\.[cm]?[jt]s|\.env[^/]*|Dockerfile|Makefile|Procfile)$|^(?!(?:src|engine|ui|web|test)\/).*\.[cm]?js$/;

/** What a path may begin with: `..`, or wherever the project is, as in `/srv/app/`, `$HOME/app/` and `%h/app/`. */
const WAY = String.raw`(?:(?:\.{1,2}/)*|(?:[$%]\w+)?/(?:(?!node_modules/)[\w.@-]+/)*)`;

/** Warns where scripts and settings still name moved files, their build output, or folders that have moved as a whole. */
export function usesOfMovedPaths(files: Tree, moves: Moves): Problem[] {
  if (moves.size === 0) return [];
  const folders = movedFolders(files, moves);
  const built = new Map(builtFrom(moves));
  const places = new Map([...moves, ...built, ...folders]);
  const oneOf = (paths: Iterable<string>): string =>
    `(?:${[...paths].map((path) => path.replaceAll('.', '\\.')).join('|')})`;
  const ends = [
    String.raw`${oneOf([...moves.keys(), ...built.keys()])}(?![\w/])`,
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
export function filesAtOldPaths(
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

/** The paths at which a build has moved code: `dist/engine/a.js` for `engine/a.ts`. */
const builtFrom = (moves: Moves): [string, string][] =>
  [...moves].flatMap((paths): [string, string][] =>
    paths.every((path) => /^(?:src|engine)\/.*\.ts$/.test(path))
      ? [paths.map((path) => `dist/${path.replace(/ts$/, 'js')}`) as [string, string]]
      : [],
  );
