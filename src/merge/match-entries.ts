import { isRenamed } from './only-renamed.js';
import { IDENTITY_KINDS, type Identity, type Part, type PartList } from './part.js';
import type { Splice } from './splice.js';

/** One entry in the three versions of a list, where present. */
export interface Triple {
  readonly base: Part | null;
  readonly mine: Part | null;
  readonly next: Part | null;
  /** Whether the developer gave it another title: it is theirs then, and merges only as a whole. */
  readonly isRetitled?: true;
}

type Pairs = Map<Part, Part>;

/** Entries by one kind of identity; a second `x` becomes `x#2`. */
function entriesByName(entries: readonly Part[], by: Identity['by']): Map<string, Part> {
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

/** Ways to declare a function, which are interchangeable. */
const DECLARING: readonly Part['kind'][] = ['FunctionDeclaration', 'VariableStatement'];

/** Whether two parts may match: by role, or else by kind. */
const isAlike = (one: Part, other: Part): boolean =>
  one.role === other.role &&
  (one.role !== null || one.kind === other.kind || [one, other].every(isDeclaring));

const isDeclaring = ({ kind }: Part): boolean => DECLARING.includes(kind);

/** Pairs entries of two lists by identity, strongest first. */
function matchKeys(left: readonly Part[], right: readonly Part[]): Pairs {
  const pairs: Pairs = new Map();
  const taken = new Set<Part>();
  const used = new Set([...left, ...right].flatMap((part) => part.identities.map(({ by }) => by)));
  for (const by of IDENTITY_KINDS.filter((kind) => used.has(kind))) {
    const others = entriesByName(without(right, taken), by);
    for (const [value, part] of entriesByName(without(left, pairs.keys()), by)) {
      const other = others.get(value);
      if (!other || !isAlike(part, other)) continue;
      pairs.set(part, other);
      taken.add(other);
    }
  }
  return pairs;
}

/** Entries by shape; null for an ambiguous one. */
function byShape(parts: readonly Part[]): Map<string, Part | null> {
  const found = new Map<string, Part | null>();
  for (const part of parts)
    if (part.shape) found.set(part.shape, found.has(part.shape) ? null : part);
  return found;
}

/** Pairs entries that differ only in their own name, where the shape is unique on each side. */
function matchShapes(left: readonly Part[], right: readonly Part[]): Pairs {
  const others = byShape(right);
  const pairs: Pairs = new Map();
  for (const [shape, part] of byShape(left)) {
    const other = others.get(shape);
    if (part && other) pairs.set(part, other);
  }
  return pairs;
}

/** Runs of unpaired entries between paired neighbours, left and right. */
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
    // Where the order differs, entries between two pairs are not a run on both sides.
    if (to >= from) runs.push([run, right.slice(from, to).filter((one) => !paired.has(one))]);
    from = Math.max(from, to + 1);
    run = [];
  }
  return runs;
}

/** Pairs entries at the same place with the same kind. */
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

/** Pairs base entries with those of one side by identity, then shape, then (in ordered lists) place. */
function complete(list: PartList, entries: readonly Part[], pairs: Pairs): Pairs {
  const rest = without(entries, pairs.values());
  const all = new Map([...pairs, ...matchShapes(without(list.entries, pairs.keys()), rest)]);
  return list.ordered ? new Map([...all, ...matchPlaces(list.entries, entries, all)]) : all;
}

/** A call without its title, for a statement such as `describe('task', ...)`. A route is its path, not a title. */
function untitled({ identities: [first], facts, meaning }: Part): string | null {
  if (first?.by !== 'call' || facts !== null) return null;
  const callee = first.value.split(' ', 1).join();
  return `"${callee}" ${meaning.replace(/"(?:\\.|[^"\\])*"/, '""')}`;
}

/** Pairs declarations and titled calls of two renders that differ only in names, where a class was renamed. */
function matchRenamed(list: PartList, entries: readonly Part[], pairs: Pairs): Pairs {
  const nameless = (part: Part): string | null =>
    part.identities[0]?.by === 'name' ? part.meaning : untitled(part);
  const found = new Map(pairs);
  if (!list.ordered) return found;
  for (const part of without(list.entries, pairs.keys())) {
    const was = nameless(part);
    const other = without(entries, found.values()).find((one) => {
      const now = one.kind === part.kind && was !== null ? nameless(one) : null;
      return was !== null && now !== null && isRenamed(was, now);
    });
    if (other) found.set(part, other);
  }
  return found;
}

/**
 * Matches the entries of three lists: in base's order, then those of the sides. Identities come first, also between the two
 * sides, so that an entry that both added is not matched to something else by place.
 */
export function matchEntries(
  base: PartList | null,
  mine: PartList,
  next: PartList,
): readonly Triple[] {
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
  return withRetitled([
    ...shared,
    ...added,
    ...own.map((part) => ({ base: null, mine: part, next: null })),
  ]);
}

/**
 * Pairs a statement that crudgen changed and the developer seems to have deleted with the one of theirs that is as it was but
 * for its title: `setHeader('X-Mine', limit)` in place of `setHeader('X-Limit', limit)`. Both have changed it then.
 */
function withRetitled(triples: readonly Triple[]): readonly Triple[] {
  const pairs = new Map<Triple, Part>();
  const taken = new Set<Triple>();
  for (const triple of triples) {
    const { base, mine, next } = triple;
    if (!base || mine || !next || next.meaning === base.meaning) continue;
    const text = untitled(base);
    const alike = triples.filter(
      (one) =>
        !one.base && !one.next && one.mine?.kind === base.kind && untitled(one.mine) === text,
    );
    const [found] = alike;
    if (text === null || alike.length !== 1 || taken.has(found!)) continue;
    pairs.set(triple, found!.mine!);
    taken.add(found!);
  }
  if (pairs.size === 0) return triples;
  return triples.flatMap((triple) => {
    const mine = pairs.get(triple);
    return mine ? { ...triple, mine, isRetitled: true as const } : taken.has(triple) ? [] : triple;
  });
}

/**
 * Where crudgen renamed the key of a text that the developer has reworded, their wording moves to the new key. Only for a
 * single text: anything else may be unrelated.
 */
export function followLabel(triples: readonly Triple[]): {
  readonly triples: readonly Triple[];
  readonly splices: readonly Splice[];
} {
  const removed = triples.filter((triple) => triple.base && !triple.next);
  const added = triples.filter((triple) => !triple.base && triple.next);
  const [was, yours, wanted] = [removed[0]?.base, removed[0]?.mine, added[0]?.next];
  const unchanged = { triples, splices: [] };
  if (removed.length !== 1 || added.length !== 1 || added[0]!.mine) return unchanged;
  if (!was || !yours || !wanted || was.meaning === yours.meaning) return unchanged;
  const [old, now] = [was.label, wanted.label];
  if (!old || !now || yours.label !== old) return unchanged;
  return {
    triples: triples.filter((triple) => triple !== removed[0] && triple !== added[0]),
    splices: [{ at: yours.start, remove: old.length, insert: now }],
  };
}
