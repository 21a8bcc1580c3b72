import type { Triple } from './match-entries.js';
import type { Overlap } from './overlap.js';
import type { Part, PartList, Source, Span } from './part.js';
import type { Splice } from './splice.js';
import { fitText, indentAt, type TextStyle } from './text-style.js';

/** The three versions of a file, and what the merge has found so far. */
export interface Merging {
  readonly base: Source;
  readonly mine: Source;
  readonly next: Source;
  readonly style: TextStyle;
  readonly splices: Splice[];
  readonly overlaps: Overlap[];
  /** What has no place in a list that is its owner's own by now. */
  readonly lacks: string[];
}

/** A list of the file, and what its entries are in the three versions. */
export interface ListMerging extends Merging {
  readonly list: PartList;
  readonly nextList: PartList;
  readonly triples: readonly Triple[];
  /** The owner's entries that go because crudgen removed them. */
  readonly leaving: ReadonlySet<Part>;
}

const textOf = ({ text }: Source, { start, end }: Span): string => text.slice(start, end);

/** Next's wording of a part as it would stand at a place of the owner's file. */
export function wording(merging: Merging, part: Span, at: number): string {
  return fitText(merging.next, part, merging.style, indentAt(merging.mine.text, at));
}

/** Notes that both sides changed the same thing, and the edits that take crudgen's. */
export function overlap(
  merging: Merging,
  mine: Span,
  next: Span | null,
  base: Span | null,
  splices: Splice[],
): void {
  merging.overlaps.push({
    start: mine.start,
    end: mine.end,
    yours: textOf(merging.mine, mine),
    crudgen: next ? textOf(merging.next, next) : '',
    was: base && textOf(merging.base, base),
    splices,
  });
}

/** The edit that puts next's wording of a part in place of the owner's. */
export function replacing(merging: Merging, mine: Part, next: Part): Splice {
  const insert = wording(merging, next, mine.start);
  return { at: mine.start, remove: mine.end - mine.start, insert };
}
