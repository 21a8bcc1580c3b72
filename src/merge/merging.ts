import type { Triple } from './match-entries.js';
import type { Overlap } from './overlap.js';
import type { Part, PartList, Source, Span } from './part.js';
import type { Splice } from './splice.js';
import { fitText, indentAt, type TextStyle } from './text-style.js';

/**
 * Whose versions are merged: the developer's with what crudgen would write, whose entries stay beside their neighbours, or those of two
 * branches, where neither comes first.
 */
export type Sides = 'crudgen' | 'branches';

/** The three versions of a file, and the results of the merge so far. */
export interface Merging {
  readonly sides: Sides;
  readonly base: Source;
  readonly mine: Source;
  readonly next: Source;
  readonly style: TextStyle;
  readonly splices: Splice[];
  readonly overlaps: Overlap[];
  /** Entries that were not added to the developer's own lists. */
  readonly lacks: string[];
  /** Lists of two branches whose entries the other one has put in an order that is lost. */
  readonly unturned: PartList[];
}

/** A list of the file, with its entries in the three versions. */
export interface ListMerging extends Merging {
  readonly list: PartList;
  readonly nextList: PartList;
  readonly triples: readonly Triple[];
  /** The developer's entries that crudgen removed. */
  readonly leaving: ReadonlySet<Part>;
}

const spanText = ({ text }: Source, { start, end }: Span): string => text.slice(start, end);

/** Next's text of a part, formatted for a place of the developer's file. */
export function wording(merging: Merging, part: Span, at: number): string {
  return fitText(merging.next, part, merging.style, indentAt(merging.mine.text, at));
}

/** Records an overlap, with the edits that take crudgen's side. */
export function overlap(
  merging: Merging,
  mine: Span,
  next: Span | null,
  base: Span | null,
  splices: Splice[],
  isAround = false,
): void {
  merging.overlaps.push({
    start: mine.start,
    end: mine.end,
    yours: spanText(merging.mine, mine),
    crudgen: next ? spanText(merging.next, next) : '',
    was: base && spanText(merging.base, base),
    splices,
    ...(isAround && { isAround }),
  });
}

/** The edit that replaces the developer's text of a part with next's. */
export function replacing(merging: Merging, mine: Part, next: Part): Splice {
  const insert = wording(merging, next, mine.start);
  return { at: mine.start, remove: mine.end - mine.start, insert };
}
