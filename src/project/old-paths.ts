import type { Problem } from '../problem.js';
import type { Moves } from '../refactor/relocate.js';
import type { Tree } from '../tree.js';

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

/** What the compiler makes of a file: `dist/database/seed.js` of `src/database/seed.ts`. */
const builtOf = (from: string, to: string): [string, string] => {
  const [old, now] = [from, to].map((path) =>
    path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js'),
  );
  return [old!, now!];
};
