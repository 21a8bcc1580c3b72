import type { Anchor } from './list-splices.js';
import type { ListMerging } from './merging.js';
import type { Part } from './part.js';

/** The owner's entries next to the place that a new entry has in the render. */
export function anchorOf(
  { list, nextList, triples }: ListMerging,
  part: Part,
  gone: ReadonlySet<Part>,
): Anchor {
  const counterpart = new Map(triples.map(({ mine, next }) => [next, mine]));
  const known = (entries: readonly Part[]): Part[] =>
    entries.flatMap((entry) => counterpart.get(entry) ?? []).filter((entry) => !gone.has(entry));
  const index = nextList.entries.indexOf(part);
  const after = known(nextList.entries.slice(0, index)).at(-1) ?? null;
  if (after) return { after, before: null };
  const before = known(nextList.entries.slice(index + 1))[0] ?? null;
  const last = list.entries.filter((entry) => !gone.has(entry)).at(-1) ?? null;
  return before ? { after: null, before } : { after: last, before: null };
}
