import { ENDINGS, resolvePath } from '../code/resolve-import.js';

/** Where files of a render stand in the project: the path that crudgen gives -> the path that the owner gave. */
export type Moves = ReadonlyMap<string, string>;

function relative(from: string, to: string): string {
  const [own, other] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < own.length && own[shared] === other[shared]) shared++;
  const up = own.slice(shared).map(() => '..');
  return [...(up.length > 0 ? up : ['.']), ...other.slice(shared)].join('/');
}

/** The path in the project of what a specifier names (`.js` stands for `.ts` or `.tsx`). */
function movedTarget(target: string, moves: Moves): string {
  for (const [ending, real] of ENDINGS) {
    if (!target.endsWith(ending)) continue;
    const moved = moves.get(target.slice(0, target.length - ending.length) + real);
    if (moved) return moved.slice(0, moved.length - real.length) + ending;
  }
  return target;
}

/** A rendered text with its relative imports written for the places that files have in the project. */
export function relocate(text: string, path: string, moves: Moves): string {
  if (moves.size === 0 || !/\.[cm]?[jt]sx?$/.test(path)) return text;
  const here = moves.get(path) ?? path;
  return text.replace(
    /(\bfrom\s+|\bimport\s*\(?\s*|\bmock\(\s*)(['"])(\.\.?\/[^'"\n]*)\2/g,
    (all: string, lead: string, quote: string, specifier: string) => {
      const target = resolvePath(path, specifier);
      const moved = movedTarget(target, moves);
      if (moved === target && here === path) return all;
      return `${lead}${quote}${relative(here, moved)}${quote}`;
    },
  );
}

/** Imports by an alias of the owner's (`@/models/task/task.model.js`) written for files that have moved. */
export function relocateAliases(text: string, path: string, moves: Moves): string {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return text;
  return text.replace(
    /(\bfrom\s+|\bimport\s*\(?\s*)(['"])((?:[@~#]\w*|src)\/[^'"\n]*)\2/g,
    (all: string, lead: string, quote: string, specifier: string) => {
      for (const [from, to] of moves) {
        const [old, now] = [belowSource(from), belowSource(to)];
        const said = specifier.replace(/\.[jt]sx?$/, '');
        if (!said.endsWith(`/${old}`)) continue;
        const ending = specifier.slice(said.length);
        return `${lead}${quote}${said.slice(0, -old.length)}${now}${ending}${quote}`;
      }
      return all;
    },
  );
}

/** A path below its `src/`, without its ending. */
const belowSource = (path: string): string =>
  path.replace(/^(?:.*\/)?src\//, '').replace(/\.[cm]?tsx?$/, '');
