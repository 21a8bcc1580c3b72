import type { Part, PartList, Source } from './part.js';
import { commaAfter, leadOf, tailOf } from './part-extent.js';
import type { Splice } from './splice.js';
import { fitText, indentAt, startsLine, type TextStyle } from './text-style.js';
import type { ListMerging } from './merging.js';

/** The target of new text: the developer's file and list, and the render's list. */
export interface Place {
  readonly mine: Source;
  readonly list: PartList;
  readonly next: Source;
  readonly nextList: PartList;
  /** The style of the developer's file. */
  readonly style: TextStyle;
}

/** The entry of the developer's list after or before which a new one goes; neither in an empty list. */
export interface Anchor {
  readonly after: Part | null;
  readonly before: Part | null;
  /** The entries of the list that are removed. */
  readonly gone: ReadonlySet<Part>;
}

const insertAt = (at: number, insert: string): Splice => ({ at, remove: 0, insert });

/** A render's entry with the comments above it, in the developer's style. */
const entryText = ({ next, style }: Place, part: Part, indent: string): string =>
  fitText(next, { start: leadOf(next, part), end: tailOf(next, part) }, style, indent);

/** The text between an entry of the render and the one before it. */
function gapBefore({ next, nextList }: Place, part: Part): string {
  const previous = nextList.entries[nextList.entries.indexOf(part) - 1];
  const from = previous ? tailOf(next, previous, nextList.style === 'commas') : nextList.open;
  return next.text.slice(from, leadOf(next, part));
}

/** The text between an entry of the render and the entry after it, where the render's first entry is missing here. */
function gapBeside(place: Place, part: Part): string {
  const [first, second] = place.nextList.entries;
  return gapBefore(place, part === first && second ? second : part);
}

/** The line ends of a gap, at least one. */
const lineEnds = (gap: string, { eol }: TextStyle): string =>
  eol.repeat(Math.max(1, gap.split('\n').length - 1));

/** Inserts a member, statement or JSX child on its own lines. */
function insertLine(place: Place, part: Part, { after, before }: Anchor): Splice[] {
  const { mine, nextList, style } = place;
  const anchor = after ?? before;
  if (!anchor) return insertFirst(place, part);
  const indent = indentAt(mine.text, anchor.start);
  const text = entryText(place, part, indent);
  if (after)
    return [insertAt(tailOf(mine, after), lineEnds(gapBeside(place, part), style) + indent + text)];
  const follower = nextList.entries[nextList.entries.indexOf(part) + 1];
  const gap = lineEnds(follower ? gapBefore(place, follower) : '', style);
  return [insertAt(leadOf(mine, anchor), text + gap + indent)];
}

/** Fills empty brackets, or ones with only comments. */
function insertFirst(place: Place, part: Part): Splice[] {
  const { mine, list, next, nextList, style } = place;
  const { eol, unit } = style;
  if (list.open === 0) {
    const glue = mine.text === '' || mine.text.endsWith('\n') ? '' : eol;
    return [insertAt(list.close, glue + entryText(place, part, '') + eol)];
  }
  const inside = mine.text.slice(list.open, list.close);
  const isEmpty = /^\s*$/.test(inside);
  const outer = indentAt(mine.text, list.open);
  const blank = { at: list.open, remove: isEmpty ? inside.length : 0, insert: '' };
  if (!startsLine(next.text, leadOf(next, part))) {
    const pad = next.text.slice(nextList.open, leadOf(next, nextList.entries[0] ?? part));
    return [blank, insertAt(list.open, pad + entryText(place, part, outer) + pad)];
  }
  const comma = nextList.style === 'commas' && commaAfter(next, part.end) !== null ? ',' : '';
  const insert = eol + outer + unit + entryText(place, part, outer + unit) + comma;
  return isEmpty
    ? [blank, insertAt(list.open, insert + eol + outer)]
    : [insertAt(list.close - (/\s*$/.exec(inside)?.[0].length ?? 0), insert)];
}

/** Inserts an entry into a list with commas, on its own line where the neighbours are. */
function insertComma(place: Place, part: Part, { after, before, gone }: Anchor): Splice[] {
  const { mine, list, style } = place;
  const anchor = after ?? before;
  if (!anchor) return insertFirst(place, part);
  const lead = leadOf(mine, anchor);
  const isOnLine = startsLine(mine.text, lead) && (!after || startsLine(mine.text, after.start));
  const indent = indentAt(mine.text, anchor.start);
  const gap = isOnLine ? style.eol + indent : ' ';
  const text = entryText(place, part, indent);
  if (!after) return [insertAt(lead, `${text},${gap}`)];
  const tail = tailOf(mine, after);
  // If all entries that follow go, the comma goes with them.
  const rest = list.entries.slice(list.entries.indexOf(after) + 1).filter((one) => !gone.has(one));
  const last = rest.length > 0 ? after : (list.entries.at(-1) ?? after);
  if (commaAfter(mine, last.end) !== null)
    return [insertAt(tailOf(mine, after, true), `${gap}${text},`)];
  // The comma goes before the comment at the end of the line: `one, // first`.
  return tail === after.end
    ? [insertAt(tail, `,${gap}${text}`)]
    : [insertAt(after.end, ','), insertAt(tail, gap + text)];
}

/** Inserts a modifier, decorator or JSX attribute. */
function insertWord(place: Place, part: Part, { after, before }: Anchor): Splice[] {
  const { mine, list, next, style } = place;
  const indent = indentAt(mine.text, (after ?? before)?.start ?? list.open);
  const text = entryText(place, part, indent);
  const gapLike = (gap: string): string => (gap.includes('\n') ? style.eol + indent : ' ');
  if (after) {
    const isOnLine = list.style === 'attributes' && startsLine(mine.text, after.start);
    const gap = isOnLine ? style.eol + indent : gapLike(gapBefore(place, part));
    return [insertAt(tailOf(mine, after), gap + text)];
  }
  if (list.style === 'attributes') return [insertAt(list.open, ` ${text}`)];
  const behind = /^\s*/.exec(next.text.slice(part.end))?.[0] ?? '';
  return [insertAt(before ? leadOf(mine, before) : list.open, text + gapLike(behind))];
}

/** The edits that insert an entry of the render into the developer's list. */
export function insertEntry(place: Place, part: Part, anchor: Anchor): Splice[] {
  if (place.list.style === 'commas') return insertComma(place, part, anchor);
  if (place.list.style === 'lines') return insertLine(place, part, anchor);
  return insertWord(place, part, anchor);
}

const blanksAt = (text: string, at: number): number => /^\s*/.exec(text.slice(at))?.[0].length ?? 0;

/** The start of an entry including its separator. */
function startOf(source: Source, list: PartList, part: Part, gone: ReadonlySet<Part>): number {
  const lead = leadOf(source, part);
  const least = list.open === list.close ? 0 : list.open;
  if (list.style === 'commas' && commaAfter(source, part.end) === null) {
    const left = list.entries.filter((entry) => !gone.has(entry) && entry.end <= lead).at(-1);
    if (!left) return least;
    const tail = tailOf(source, left, true);
    return tail === (commaAfter(source, left.end) ?? left.end) + 1 ? left.end : tail;
  }
  const blanks = /[ \t\r\n]*$/.exec(source.text.slice(least, lead))?.[0].length ?? 0;
  return lead - blanks;
}

/** The edit that removes an entry with its comments and separator. */
export function removeEntry(
  source: Source,
  list: PartList,
  part: Part,
  gone: ReadonlySet<Part>,
): Splice {
  const { text } = source;
  const lead = leadOf(source, part);
  const tail = tailOf(source, part, list.style === 'commas');
  if (list.style === 'words')
    return { at: lead, remove: tail + blanksAt(text, tail) - lead, insert: '' };
  const at = startOf(source, list, part, gone);
  const lines = at === 0 ? (/^(?:\r?\n)*/.exec(text.slice(tail))?.[0].length ?? 0) : 0;
  return { at, remove: tail + lines - at, insert: '' };
}

/** The developer's neighbours of the place that a new entry has in the render. */
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
  if (after) return { after, before: null, gone };
  // An entry goes before all entries that it precedes: a constant stands before the code that uses it.
  const [before = null] = known(nextList.entries.slice(index + 1)).sort(
    (a, b) => a.start - b.start,
  );
  const last = list.entries.filter((entry) => !gone.has(entry)).at(-1) ?? null;
  return before ? { after: null, before, gone } : { after: last, before: null, gone };
}
