import type { Anchor, Place } from './list-splices.js';
import type { Triple } from './match-entries.js';
import type { Part } from './part.js';

/** The owner's entries next to the place that a new entry has in the render. */
export function anchorOf(
  { list, nextList }: Place,
  triples: readonly Triple[],
  part: Part,
  gone: ReadonlySet<Part>,
): Anchor {
  const counterpart = new Map(
    triples.flatMap(({ mine, next }) => (mine && next ? [[next, mine]] : [])),
  );
  const known = (entries: readonly Part[]): Part[] =>
    entries.flatMap((entry) => counterpart.get(entry) ?? []).filter((entry) => !gone.has(entry));
  const index = nextList.entries.indexOf(part);
  const after = known(nextList.entries.slice(0, index)).at(-1) ?? null;
  if (after) return { after, before: null };
  const before = known(nextList.entries.slice(index + 1))[0] ?? null;
  const last = list.entries.filter((entry) => !gone.has(entry)).at(-1) ?? null;
  return before ? { after: null, before } : { after: last, before: null };
}
