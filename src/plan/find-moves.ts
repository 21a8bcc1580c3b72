import type { Tree } from './plan.js';
import type { Moves } from './relocate.js';

/** What a file holds that has one name in the whole project: entities by table, access and routes by class. */
function slotsOf(path: string, text: string): string[] {
  if (!/\.[cm]?tsx?$/.test(path) || /\.gen\.|\.d\.ts$/.test(path)) return [];
  const entities = [...text.matchAll(/^@Entity\(\s*(?:\{\s*name:\s*)?['"]([^'"]+)['"]/gm)];
  const access = [...text.matchAll(/\bdefineAccess<\s*(\w+)/g)];
  const routes = [...text.matchAll(/\bdefineRoutes\(\s*(\w+)/g)];
  return [
    ...entities.map(([, table]) => `entity ${table}`),
    ...access.map(([, model]) => `access ${model}`),
    ...routes.map(([, model]) => `routes ${model}`),
  ];
}

function placesOf(tree: Tree): Map<string, string> {
  const places = new Map<string, string>();
  for (const [path, text] of tree)
    for (const slot of slotsOf(path, text)) if (!places.has(slot)) places.set(slot, path);
  return places;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** How much of one text's lines another has, from 0 to 1. */
function likeness(a: string, b: string): number {
  const lines = (text: string): string[] =>
    text.split('\n').map((line) => line.trim()).filter((line) => line.length > 2 && !line.startsWith('import '));
  const others = new Set(lines(b));
  const own = lines(a);
  return own.length === 0 ? 0 : own.filter((line) => others.has(line)).length / own.length;
}

/** The file that a missing one has become: of the same name, or nearly the same text; null where that is not sure. */
function successor(text: string, path: string, free: ReadonlyMap<string, string>): string | null {
  const ending = /\.[^/]*$/.exec(nameOf(path))?.[0] ?? '';
  const all = [...free].filter(([other]) => other.endsWith(ending.slice(ending.lastIndexOf('.'))));
  const scored = all
    .map(([other, now]) => ({ other, like: likeness(text, now), same: nameOf(other) === nameOf(path) }))
    .filter(({ like, same }) => like > (same ? 0.4 : 0.8))
    .sort((a, b) => Number(b.same) - Number(a.same) || b.like - a.like);
  const [best, second] = scored;
  return best && (!second || second.same !== best.same || second.like < best.like) ? best.other : null;
}

/** Where the owner moved files to that crudgen wrote: by what they hold, by `paths` of crudgen.json, by name and text. */
export function findMoves(base: Tree, mine: Tree, paths: Readonly<Record<string, string>> = {}): Moves {
  const moves = new Map<string, string>();
  const gone = [...base].filter(([path]) => !mine.has(path));
  if (gone.length === 0) return moves;
  const now = placesOf(mine);
  const free = new Map([...mine].filter(([path]) => !base.has(path)));
  for (const [path, text] of gone) {
    const slot = slotsOf(path, text).map((one) => now.get(one)).find((one) => one !== undefined);
    const target = paths[path] ?? slot ?? successor(text, path, free);
    if (target === null || !mine.has(target)) continue;
    moves.set(path, target);
    free.delete(target);
  }
  return moves;
}
