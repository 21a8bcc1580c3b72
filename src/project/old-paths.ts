import type { Problem } from '../problem.js';
import type { Moves } from '../refactor/relocate.js';
import type { Tree } from '../tree.js';
import { movedSince } from './layout-moves.js';
import type { OpenProject } from './open-project.js';

/** Files that run others by their paths, or set up what does; scripts that are not compiled. */
const RUNNING =
  /(?:^|\/)(?:[^/]*\.(?:json|ya?ml|toml|sh)|[^/]*\.config\.[cm]?[jt]s|\.env[^/]*|Dockerfile|Makefile|Procfile)$|^(?!src\/|web\/|test\/).*\.[cm]?js$/;

/** Says where scripts and settings still name files that have moved, or what is built of them: no import tells of those. */
export function findOldPaths(files: Tree, moves: Moves): Problem[] {
  if (moves.size === 0) return [];
  const places = new Map([...moves].flatMap(([from, to]) => [[from, to], builtOf(from, to)]));
  const known = [...places.keys()].map((path) => path.replaceAll('.', '\\.')).join('|');
  const word = new RegExp(`(?<![\\w/.])(?:\\.{1,2}/)*(${known})(?![\\w/])`, 'g');
  return [...files]
    .filter(([path]) => RUNNING.test(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) =>
        [...line.matchAll(word)].map(([, old = '']): Problem => {
          const message = `${path}:${at + 1} names ${old}, and that is ${places.get(old)} now`;
          const help = 'name that, or what package.json runs instead';
          return { code: 'old-path', message, help, severity: 'warning' };
        }),
      ),
    );
}

/**
 * Says of files that stand where an older crudgen had them, beside those that have gone elsewhere since: a branch of before an
 * upgrade, merged after it, leaves its edits there, and nothing uses them.
 */
export function findLeftBehind({ mine, base }: Pick<OpenProject, 'mine' | 'base'>): Problem[] {
  const unknown = [...mine.keys()].filter((path) => base?.has(path) === false);
  return [...movedSince(null, unknown)]
    .filter(([, to]) => base?.has(to) === true)
    .map(([from, to]): Problem => {
      const message = `${from} is where an older crudgen had ${to}`;
      const help = `take your edits over to ${to}, and delete the old file`;
      return { code: 'old-place', message, help, severity: 'warning' };
    });
}

/** What the compiler makes of a file: `dist/database/seed.js` of `src/database/seed.ts`. */
const builtOf = (from: string, to: string): [string, string] => {
  const [old, now] = [from, to].map((path) =>
    path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js'),
  );
  return [old!, now!];
};
