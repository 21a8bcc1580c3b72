/** Where files of a render stand in the project: the path that crudgen gives -> the path that the owner gave. */
export type Moves = ReadonlyMap<string, string>;

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}

function relative(from: string, to: string): string {
  const [own, other] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < own.length && own[shared] === other[shared]) shared++;
  const up = own.slice(shared).map(() => '..');
  return [...(up.length > 0 ? up : ['.']), ...other.slice(shared)].join('/');
}

/** The path in the project of what a specifier names (`.js` stands for `.ts` or `.tsx`). */
function movedTarget(target: string, moves: Moves): string {
  for (const [ending, real] of [
    ['.js', '.ts'],
    ['.js', '.tsx'],
    ['', ''],
    ['', '.tsx'],
    ['', '.ts'],
  ] as const) {
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
      const target = resolve(path, specifier);
      const moved = movedTarget(target, moves);
      if (moved === target && here === path) return all;
      return `${lead}${quote}${relative(here, moved)}${quote}`;
    },
  );
}
