import { lineAt } from '../code/problem-at.js';
import type { PartList } from './part.js';
import { applySplices, type Splice } from './splice.js';
import { lineEnd } from './text-style.js';

/** A place in the developer's text where both sides changed the same thing. */
export interface Overlap {
  readonly start: number;
  readonly end: number;
  readonly yours: string;
  readonly crudgen: string;
  readonly was: string | null;
  /** The edits that take crudgen's side. */
  readonly splices: readonly Splice[];
  /** Whether crudgen's side, or the other branch, has only put something around a list: `[...] satisfies Cards`. */
  readonly isAround?: true;
}

/** The result of a merge: the developer's text, the edits to apply, and the overlaps that need a choice. */
export interface Merged {
  readonly mine: string;
  readonly splices: readonly Splice[];
  readonly overlaps: readonly Overlap[];
  /** The edits of the imports that each choice needs besides. */
  readonly imports?: Readonly<Record<keyof Settled, readonly Splice[]>>;
  /** Entries of crudgen's that were not added, each on one line. */
  readonly lacks?: readonly string[];
  /** The lists whose entries the other branch put in an order that is lost, when two branches are merged. */
  readonly unturned?: readonly PartList[];
}

/** The three ways to resolve a file with overlaps; all the same without any. */
export interface Settled {
  readonly keepMine: string;
  readonly takeTheirs: string;
  readonly marked: string;
}

interface Region {
  start: number;
  end: number;
  readonly splices: Splice[];
}

/** The whole lines of overlaps; overlaps on one line share a region. */
function regionsOf({ mine, splices, overlaps }: Merged): Region[] {
  const lineStart = (at: number): number => mine.lastIndexOf('\n', at - 1) + 1;
  const lineStop = (at: number): number => {
    const stop = mine.indexOf('\n', at);
    return stop < 0 ? mine.length : stop + 1;
  };
  const regions: Region[] = [];
  const sorted = [...overlaps].sort((a, b) => a.start - b.start);
  for (const overlap of sorted) {
    const spans = [...overlap.splices.map(({ at, remove }) => [at, at + remove] as const)];
    let start = lineStart(Math.min(overlap.start, ...spans.map(([from]) => from)));
    let end = lineStop(Math.max(overlap.end, ...spans.map(([, to]) => to)));
    // No edit is cut: one that reaches in widens the region, and another one may reach in then.
    for (let cut = true; cut;) {
      cut = false;
      for (const { at, remove } of splices) {
        const stop = at + remove;
        cut ||= (at < end && stop > end) || (at < start && stop > start);
        if (at < end && stop > end) end = lineStop(stop);
        if (at < start && stop > start) start = lineStart(at);
      }
    }
    const last = regions.at(-1);
    if (last && start < last.end) {
      last.end = Math.max(last.end, end);
      last.splices.push(...overlap.splices);
    } else regions.push({ start, end, splices: [...overlap.splices] });
  }
  return regions;
}

const shifted = (splices: readonly Splice[], by: number): Splice[] =>
  splices.map((splice) => ({ ...splice, at: splice.at - by }));

/** A region between conflict markers: the developer's lines, then crudgen's, without common lines at both ends. */
function markRegion(mine: string, region: Region, splices: readonly Splice[]): string | null {
  const eol = lineEnd(mine);
  const text = mine.slice(region.start, region.end);
  const yours = applySplices(text, shifted(splices, region.start));
  const theirs = applySplices(text, shifted([...splices, ...region.splices], region.start));
  if (yours === null || theirs === null) return null;
  const lines = (part: string): string[] =>
    (part === '' || part.endsWith('\n') ? part : part + eol).match(/[^\n]*\n/g) ?? [];
  const [left, right] = [lines(yours), lines(theirs)];
  const { head, tail } = commonEnds(left, right);
  const own = (part: readonly string[]): string => part.slice(head, part.length - tail).join('');
  const between = `<<<<<<< yours${eol}${own(left)}=======${eol}${own(right)}>>>>>>> crudgen${eol}`;
  return left.slice(0, head).join('') + between + left.slice(left.length - tail).join('');
}

function markAll(merged: Merged): string | null {
  const { mine, splices } = merged;
  const regions = regionsOf(merged);
  const inside = (region: Region, { at, remove }: Splice): boolean =>
    at >= region.start &&
    (at < region.end || (at === region.end && at === mine.length)) &&
    at + remove <= region.end;
  const pieces: Splice[] = [];
  for (const region of regions) {
    const marked = markRegion(
      mine,
      region,
      splices.filter((splice) => inside(region, splice)),
    );
    if (marked === null) return null;
    pieces.push({ at: region.start, remove: region.end - region.start, insert: marked });
  }
  const outside = splices.filter((splice) => !regions.some((region) => inside(region, splice)));
  return applySplices(mine, [...outside, ...pieces]);
}

/** The texts of a merge under each choice; null where its edits contradict each other. */
export function settle(merged: Merged): Settled | null {
  const { mine, splices, overlaps, imports } = merged;
  const keepMine = applySplices(mine, [...splices, ...(imports?.keepMine ?? [])]);
  if (keepMine === null || overlaps.length === 0)
    return keepMine === null ? null : { keepMine, takeTheirs: keepMine, marked: keepMine };
  const theirs = overlaps.flatMap((overlap) => overlap.splices);
  const takeTheirs = applySplices(mine, [...splices, ...theirs, ...(imports?.takeTheirs ?? [])]);
  const marked = markAll({ ...merged, splices: [...splices, ...(imports?.marked ?? [])] });
  return takeTheirs === null || marked === null ? null : { keepMine, takeTheirs, marked };
}

/** An overlap for display: the line in the developer's text, from 1, and the text of each side. */
export type Difference = { readonly line: number } & Pick<Overlap, 'yours' | 'crudgen' | 'was'>;

/**
 * The overlaps of a merge for display. One inside a line is shown with its line: `@Column({ length: 40 })` instead of `40`.
 */
export function differencesOf({ mine, overlaps }: Merged): Difference[] {
  return overlaps.map((overlap) => ({
    line: lineAt(mine, overlap.start),
    ...sidesOf(mine, overlap),
  }));
}

function sidesOf(mine: string, overlap: Overlap): Omit<Difference, 'line'> {
  const { start, end, yours, crudgen, was, splices } = overlap;
  const [splice] = splices;
  const inline = splice?.at === start && splice.remove === end - start && !yours.includes('\n');
  if (!inline || splices.length > 1 || yours === '') return { yours, crudgen, was };
  const from = mine.lastIndexOf('\n', start - 1) + 1;
  const stop = mine.indexOf('\n', end);
  const line = (text: string): string =>
    (mine.slice(from, start) + text + mine.slice(end, stop < 0 ? mine.length : stop)).trim();
  return { yours: line(yours), crudgen: line(splice.insert), was: was === null ? null : line(was) };
}

/** The lengths of the common prefix and suffix of two lists. */
function commonEnds(
  left: readonly string[],
  right: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < most - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  return { head, tail };
}
