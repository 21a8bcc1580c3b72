import { isRenamed } from './only-renamed.js';
import { IDENTITY_KINDS, type Identity, type Part, type PartList } from './part.js';

/** The same entry in the three versions of a list, as far as it is there. */
export interface Triple {
  readonly base: Part | null;
  readonly mine: Part | null;
  readonly next: Part | null;
}

type Pairs = Map<Part, Part>;

/** Entries by their identity of one kind; a second `x` becomes `x#2`. */
function named(entries: readonly Part[], by: Identity['by']): Map<string, Part> {
  const counts = new Map<string, number>();
  const found = new Map<string, Part>();
  for (const entry of entries) {
    const value = entry.identities.find((identity) => identity.by === by)?.value;
    if (value === undefined) continue;
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    found.set(count === 1 ? value : `${value}#${count}`, entry);
  }
  return found;
}

/** What declares a function: one becomes the other, and stays the same entry. */
const DECLARING: readonly Part['kind'][] = ['FunctionDeclaration', 'VariableStatement'];

/** Whether two parts may be one: they are for the same, or else of the same kind. */
const isAlike = (one: Part, other: Part): boolean =>
  one.role === other.role &&
  (one.role !== null || one.kind === other.kind || [one, other].every(isDeclaring));

const isDeclaring = ({ kind }: Part): boolean => DECLARING.includes(kind);

/** Pairs entries of two lists by their identities, the strongest first. */
function matchKeys(left: readonly Part[], right: readonly Part[]): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<Part>();
  const used = new Set([...left, ...right].flatMap((part) => part.identities.map(({ by }) => by)));
  for (const by of IDENTITY_KINDS.filter((kind) => used.has(kind))) {
    const others = named(without(right, taken), by);
    for (const [value, part] of named(without(left, pairs.keys()), by)) {
      const other = others.get(value);
      if (!other || !isAlike(part, other)) continue;
      pairs.set(part, other);
      taken.add(other);
    }
  }
  return pairs;
}

/** Entries by their shape; null for a shape that several have. */
function byShape(parts: readonly Part[]): Map<string, Part | null> {
  const found = new Map<string, Part | null>();
  for (const part of parts)
    if (part.shape) found.set(part.shape, found.has(part.shape) ? null : part);
  return found;
}

/** Pairs entries that differ in nothing but their own name, where only one on each side has that shape. */
function matchShapes(left: readonly Part[], right: readonly Part[]): Pairs {
  const others = byShape(right);
  const pairs: Pairs = new Map();
  for (const [shape, part] of byShape(left)) {
    const other = others.get(shape);
    if (part && other) pairs.set(part, other);
  }
  return pairs;
}

/** Runs of unpaired entries between paired neighbours: those on the left with those on the right. */
function gaps(left: readonly Part[], right: readonly Part[], pairs: Pairs): [Part[], Part[]][] {
  const paired = new Set(pairs.values());
  const runs: [Part[], Part[]][] = [];
  let from = 0;
  let run: Part[] = [];
  for (const part of [...left, null]) {
    const other = part && pairs.get(part);
    if (part && !other) {
      run.push(part);
      continue;
    }
    const to = other ? right.indexOf(other) : right.length;
    // Where the sides have entries in another order, what lies between two of them is no run on both.
    if (to >= from) runs.push([run, right.slice(from, to).filter((one) => !paired.has(one))]);
    from = Math.max(from, to + 1);
    run = [];
  }
  return runs;
}

/** Pairs what stands in the same place and is of the same kind, one to one. */
function matchPlaces(left: readonly Part[], right: readonly Part[], pairs: Pairs): Pairs {
  const found: Pairs = new Map();
  for (const [run, others] of gaps(left, right, pairs))
    for (const kind of new Set(run.map((part) => part.kind))) {
      const isLike = (part: Part): boolean => part.kind === kind && part.pairing === 'place';
      const [own, theirs] = [run.filter(isLike), others.filter(isLike)];
      if (own.length !== theirs.length) continue;
      own.forEach((part, at) => found.set(part, theirs[at] as Part));
    }
  return found;
}

const without = (parts: readonly Part[], ...taken: Iterable<Part>[]): Part[] => {
  const gone = new Set(taken.flatMap((set) => [...set]));
  return parts.filter((part) => !gone.has(part));
};

/** Base entries paired with those of one side, by key, then by shape, then (in ordered lists) by place. */
function complete(list: PartList, entries: readonly Part[], pairs: Pairs): Pairs {
  const rest = without(entries, pairs.values());
  const all = new Map([...pairs, ...matchShapes(without(list.entries, pairs.keys()), rest)]);
  return list.ordered ? new Map([...all, ...matchPlaces(list.entries, entries, all)]) : all;
}

/** Pairs declarations of two renders that differ in nothing but names, where a class has another one. */
function matchRenamed(list: PartList, entries: readonly Part[], pairs: Pairs): Pairs {
  const isDeclared = ({ identities }: Part): boolean => identities[0]?.by === 'name';
  const found = new Map(pairs);
  if (!list.ordered) return found;
  for (const part of without(list.entries, pairs.keys()).filter(isDeclared)) {
    const other = without(entries, found.values()).find(
      (one) => isDeclared(one) && one.kind === part.kind && isRenamed(part.meaning, one.meaning),
    );
    if (other) found.set(part, other);
  }
  return found;
}

/**
 * Finds the same entries in three lists: in base's order, then what only the sides have. Identities decide first, also between
 * the two sides, so that what both added is not taken for something else that stands at its place.
 */
export function matchEntries(base: PartList | null, mine: PartList, next: PartList): Triple[] {
  const origin = base ?? { ...mine, entries: [] };
  const toMine = matchKeys(origin.entries, mine.entries);
  const toNext = matchKeys(origin.entries, next.entries);
  const both = matchKeys(
    without(next.entries, toNext.values()),
    without(mine.entries, toMine.values()),
  );
  const [ownEntries, nextEntries] = [
    without(mine.entries, both.values()),
    without(next.entries, both.keys()),
  ];
  const allMine = complete(origin, ownEntries, toMine);
  const allNext = matchRenamed(origin, nextEntries, complete(origin, nextEntries, toNext));
  const shared = origin.entries.map((part) => ({
    base: part,
    mine: allMine.get(part) ?? null,
    next: allNext.get(part) ?? null,
  }));
  const added = without(next.entries, allNext.values()).map((part) => ({
    base: null,
    mine: both.get(part) ?? null,
    next: part,
  }));
  const own = without(ownEntries, allMine.values());
  return [...shared, ...added, ...own.map((part) => ({ base: null, mine: part, next: null }))];
}
