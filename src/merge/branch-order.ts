import { compareText } from '../model/names.js';
import type { Anchor } from './list-splices.js';
import type { ListMerging } from './merging.js';
import type { Triple } from './match-entries.js';
import type { Part } from './part.js';

type BothLists = Pick<ListMerging, 'list' | 'nextList' | 'triples'>;

/**
 * Where an entry of one branch goes beside those that the other one has added at the same place of a list: the next one is always the
 * first by name of those that are left of either, so that it comes out alike whoever merges whom. What a branch has added keeps its order.
 */
export function besideOthers(merging: BothLists, part: Part, anchor: Anchor): Anchor {
  const { triples, nextList } = merging;
  const added = new Set(triples.flatMap(({ base, mine, next }) => (!base && !mine && next) || []));
  const others = othersAt(merging, anchor);
  const run = runUpTo(nextList.entries, part, (one) => added.has(one));
  const at = turnAmong(others, run, comesBefore);
  const [after, before] = [others[at - 1], others[at]];
  if (after) return { ...anchor, after, before: null };
  const isFirst = anchor.after === null || others.includes(anchor.after);
  return before && isFirst ? { ...anchor, after: null, before } : anchor;
}

/** What the other branch alone has added at a place; without a neighbour that both have, that is the end. */
function othersAt({ list, triples }: BothLists, { after, before }: Anchor): readonly Part[] {
  const own = new Set(triples.flatMap(({ base, mine, next }) => (!base && !next && mine) || []));
  const isOwn = (one: Part): boolean => own.has(one);
  if (after !== null && !isOwn(after)) return runBehind(list.entries, after, isOwn);
  const last = before === null ? list.entries.length : list.entries.indexOf(before);
  const above = list.entries.slice(0, last);
  return above.length === 0 ? [] : runUpTo(above, above.at(-1)!, isOwn);
}

/** Whether the other branch has put entries in an order that is neither the former one nor ours. */
export function losesOrder({ list, nextList, triples }: BothLists): boolean {
  const common = triples.filter(({ mine, next }) => mine && next);
  const inNext = (of: readonly Triple[]) => of.map(({ next }) => nextList.entries.indexOf(next!));
  const isRising = (numbers: readonly number[]) =>
    numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
  if (isRising(inNext(common.filter(({ base }) => base)))) return false;
  const inOurs = common.toSorted(
    (one, other) => list.entries.indexOf(one.mine!) - list.entries.indexOf(other.mine!),
  );
  return !isRising(inNext(inOurs));
}

/** How many of the others come before the last one of a run, where the next one is always the first that is left of either. */
export function turnAmong<T>(
  others: readonly T[],
  run: readonly T[],
  isBefore: (one: T, other: T) => boolean,
): number {
  let at = 0;
  for (const one of run) while (at < others.length && isBefore(others[at]!, one)) at += 1;
  return at;
}

/** An entry and those directly above it that are alike. */
export function runUpTo<T>(entries: readonly T[], last: T, isAlike: (one: T) => boolean): T[] {
  const above = entries.slice(0, entries.indexOf(last) + 1);
  return above.slice(above.findLastIndex((one) => !isAlike(one)) + 1);
}

/** The entries directly behind one that are alike. */
export function runBehind<T>(entries: readonly T[], first: T, isAlike: (one: T) => boolean): T[] {
  const rest = entries.slice(entries.indexOf(first) + 1);
  const end = rest.findIndex((one) => !isAlike(one));
  return end < 0 ? rest : rest.slice(0, end);
}

/** Parts are compared by rank, else by name. A part without either is compared by its text. */
function comesBefore(one: Part, other: Part): boolean {
  const [left, right] = [one, other].map(({ rank, identities: [first], meaning }) => {
    const name = first?.value ?? '';
    return [rank ?? name, name, meaning];
  });
  const order = left!.map((word, at) => compareText(word, right![at]!)).find((by) => by !== 0);
  return (order ?? 0) < 0;
}
