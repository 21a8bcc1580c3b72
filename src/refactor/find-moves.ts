import { entitiesOf, partsOf } from '../code/code-index.js';
import { folderOf, fileName, type Tree } from '../tree.js';
import type { Moves } from './relocate.js';

/** The paths of entities, and of access and routes by entity. */
function placesOfModels(tree: Tree): Map<string, string> {
  const entities = entitiesOf(tree);
  const tables = new Map(entities.map(({ name, table }) => [name, table]));
  const places = new Map<string, string>();
  const note = (slot: string, path: string): void => {
    if (!places.has(slot)) places.set(slot, path);
  };
  for (const { table, path } of entities) note(`entity ${table}`, path);
  for (const { kind, model, path } of partsOf(tree))
    note(`${kind} ${tables.get(model) ?? model}`, path);
  return places;
}

/** The model parts in each file. */
function slotsOf(tree: Tree): Map<string, string[]> {
  const slots = new Map<string, string[]>();
  for (const [slot, path] of placesOfModels(tree))
    slots.set(path, [...(slots.get(path) ?? []), slot]);
  return slots;
}

/** The share of common lines, from 0 to 1. */
function likeness(a: string, b: string): number {
  const lines = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 2 && !line.startsWith('import '));
  const others = new Set(lines(b));
  const own = lines(a);
  return own.length === 0 ? 0 : own.filter((line) => others.has(line)).length / own.length;
}

interface Likeness {
  readonly from: string;
  readonly to: string;
  readonly like: number;
  readonly same: boolean;
}

/** The successors of missing files, by the same name or similar text, most similar pairs first. */
function successors(gone: Tree, free: Tree): Map<string, string> {
  const endingOf = (path: string): string => path.slice(path.lastIndexOf('.'));
  const pairs = [...gone].flatMap(([from, text]) =>
    [...free].flatMap(([to, now]): Likeness[] => {
      if (endingOf(to) !== endingOf(from)) return [];
      const same = fileName(from) === fileName(to);
      const like = likeness(text, now);
      return like > (same ? 0.4 : 0.8) ? [{ from, to, like, same }] : [];
    }),
  );
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const better = (one: Likeness, other: Likeness): number =>
    Number(other.same) - Number(one.same) || other.like - one.like;
  for (const pair of pairs.sort(better)) {
    if (found.has(pair.from) || taken.has(pair.to)) continue;
    const rivals = pairs.filter(
      (one) => one !== pair && one.from === pair.from && !taken.has(one.to),
    );
    if (rivals.some((one) => better(one, pair) === 0)) continue;
    found.set(pair.from, pair.to);
    taken.add(pair.to);
  }
  return found;
}

/** The files that the developer moved, found by content, by `paths` of crudgen.json, by name and text. */
export function findMoves(
  base: Tree,
  mine: Tree,
  paths: Readonly<Record<string, string>> = {},
): Moves {
  const moves = new Map<string, string>();
  const gone = [...base].filter(([path]) => !mine.has(path));
  if (gone.length === 0) return moves;
  const now = placesOfModels(mine);
  const slots = slotsOf(base);
  const free = new Map([...mine].filter(([path]) => !base.has(path)));
  for (const [path] of gone) {
    const slot = slots
      .get(path)
      ?.map((one) => now.get(one))
      .find((one) => one !== undefined);
    const target = paths[path] ?? slot;
    if (target === undefined || !mine.has(target)) continue;
    moves.set(path, target);
    free.delete(target);
  }
  const lost = new Map(gone.filter(([path]) => !moves.has(path)));
  return new Map([...moves, ...successors(lost, free)]);
}

/**
 * The paths at which the developer wrote something that crudgen would add now, such as an entity in another model's file: canonical path ->
 * actual path, which may be the same.
 */
export function findWritten(base: Tree, mine: Tree, next: Tree): Moves {
  const fresh = new Map([...next].filter(([path]) => !base.has(path)));
  const written = new Map<string, string>();
  if (fresh.size === 0) return written;
  const now = placesOfModels(mine);
  if (now.size === 0) return written;
  // By all that is wanted: whose rules a file has is known by the entity, which may have been there before.
  for (const [path, slots] of slotsOf(next)) {
    const place = fresh.has(path) ? now.get(slots[0] ?? '') : undefined;
    if (place !== undefined) written.set(path, place);
  }
  return written;
}

const stemOf = (path: string): string => fileName(path).split('.')[0] ?? '';

/**
 * Maps the paths of a render to those of the kept copies where a class was renamed: found by table, then for the files beside
 * the entity. The kept path stays canonical.
 */
export function findRenamed(
  base: Tree,
  next: Tree,
  tables: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const gone = [...base.keys()].filter((path) => !next.has(path));
  if (gone.length === 0) return renamed;
  const [before, after] = [slotsOf(base), placesOfModels(next)];
  for (const path of gone) {
    const slots = before.get(path) ?? [];
    for (const slot of slots) {
      const [kind = '', table = ''] = slot.split(' ');
      const target = after.get(`${kind} ${tables.get(table) ?? table}`);
      if (target && !base.has(target)) renamed.set(target, path);
    }
  }
  for (const [target, path] of [...renamed]) {
    const [from, to] = [stemOf(path), stemOf(target)];
    for (const other of next.keys()) {
      if (base.has(other) || renamed.has(other)) continue;
      const old = other
        .replaceAll(`/${to}/`, `/${from}/`)
        .replace(`/${to}.`, `/${from}.`)
        .replace(`/${to}-`, `/${from}-`);
      const near = folderOf(other) === folderOf(target) || other.includes(`/${to}/`);
      if (near && old !== other && base.has(old) && !next.has(old)) renamed.set(other, old);
    }
  }
  return renamed;
}
