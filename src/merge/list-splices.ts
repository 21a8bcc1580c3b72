import type { Part, PartList, Source } from './part.js';
import { commaAfter, leadOf, tailOf } from './part-extent.js';
import type { Splice } from './splice.js';
import { fitText, indentAt, startsLine, styleOf, type TextStyle } from './text-style.js';

/** Where new text goes: the owner's file and list, and the list of the render it comes from. */
export interface Place {
  readonly mine: Source;
  readonly list: PartList;
  readonly next: Source;
  readonly nextList: PartList;
}

/** The entry of the owner's list that a new one goes behind, or before; neither in an empty list. */
export interface Anchor {
  readonly after: Part | null;
  readonly before: Part | null;
}

const insertAt = (at: number, insert: string): Splice => ({ at, remove: 0, insert });

/** A render's entry with the comments above it, written as the owner writes. */
function entryText(
  { mine, next }: Place,
  part: Part,
  indent: string,
  style = styleOf(mine),
): string {
  const span = { start: leadOf(next, part), end: tailOf(next, part) };
  return fitText(next, span, style, indent);
}

/** What stands between an entry and the one before it, as line ends or as a blank. */
function gapBefore({ next, nextList }: Place, part: Part): string {
  const at = nextList.entries.indexOf(part);
  const previous = nextList.entries[at - 1];
  const from = previous ? tailOf(next, previous, nextList.style === 'commas') : nextList.open;
  return next.text.slice(from, leadOf(next, part));
}

const lines = (gap: string, style: TextStyle): string =>
  style.eol.repeat(Math.max(0, gap.split('\n').length - 1));

/** Puts a member, statement or JSX child on lines of its own. */
function insertLine(place: Place, part: Part, { after, before }: Anchor): Splice[] {
  const { mine } = place;
  const style = styleOf(mine);
  const gap = lines(gapBefore(place, part), style) || style.eol;
  if (after) {
    const indent = indentAt(mine.text, after.start);
    return [insertAt(tailOf(mine, after), gap + indent + entryText(place, part, indent, style))];
  }
  if (before) {
    const indent = indentAt(mine.text, before.start);
    const at = place.nextList.entries.indexOf(part);
    const follower = place.nextList.entries[at + 1];
    const space = (follower && lines(gapBefore(place, follower), style)) || style.eol;
    return [insertAt(leadOf(mine, before), entryText(place, part, indent, style) + space + indent)];
  }
  return insertFirst(place, part);
}

/** Fills an empty pair of brackets. */
function insertFirst(place: Place, part: Part): Splice[] {
  const { mine, list, next, nextList } = place;
  const style = styleOf(mine);
  const inside = mine.text.slice(list.open, list.close);
  const empty = /^\s*$/.test(inside);
  const outer = indentAt(mine.text, list.open);
  if (list.open === 0) {
    const glue = mine.text === '' || mine.text.endsWith('\n') ? '' : style.eol;
    return [insertAt(list.close, glue + entryText(place, part, '', style) + style.eol)];
  }
  if (startsLine(next.text, leadOf(next, part))) {
    const indent = outer + style.unit;
    const comma = nextList.style === 'commas' && commaAfter(next, part.end) !== null ? ',' : '';
    const insert = style.eol + indent + entryText(place, part, indent, style) + comma;
    const end = style.eol + outer;
    return empty
      ? [{ at: list.open, remove: inside.length, insert: '' }, insertAt(list.open, insert + end)]
      : [insertAt(list.close - (/\s*$/.exec(inside)?.[0].length ?? 0), insert)];
  }
  const pad = next.text.slice(nextList.open, leadOf(next, nextList.entries[0] ?? part));
  const insert = pad + entryText(place, part, outer, style) + pad;
  return [
    { at: list.open, remove: empty ? inside.length : 0, insert: '' },
    insertAt(list.open, insert),
  ];
}

/** Puts an entry into a list with commas, on its own line where the neighbours have theirs. */
function insertComma(place: Place, part: Part, { after, before }: Anchor): Splice[] {
  const { mine } = place;
  if (after) {
    const own = startsLine(mine.text, leadOf(mine, after)) && startsLine(mine.text, after.start);
    const indent = indentAt(mine.text, after.start);
    const gap = own ? styleOf(mine).eol + indent : ' ';
    const text = gap + entryText(place, part, indent);
    if (commaAfter(mine, after.end) !== null)
      return [insertAt(tailOf(mine, after, true), text + ',')];
    return tailOf(mine, after) === after.end
      ? [insertAt(after.end, ',' + text)]
      : [insertAt(after.end, ','), insertAt(tailOf(mine, after), text)];
  }
  if (!before) return insertFirst(place, part);
  const indent = indentAt(mine.text, before.start);
  const own = startsLine(mine.text, leadOf(mine, before));
  const gap = own ? styleOf(mine).eol + indent : ' ';
  return [insertAt(leadOf(mine, before), entryText(place, part, indent) + ',' + gap)];
}

/** Puts a modifier, decorator or JSX attribute among the words before it. */
function insertWord(place: Place, part: Part, { after, before }: Anchor): Splice[] {
  const { mine, list, next } = place;
  const style = styleOf(mine);
  const anchor = after ?? before;
  const indent = indentAt(mine.text, anchor?.start ?? list.open);
  const text = entryText(place, part, indent, style);
  const broken = (gap: string): string => (gap.includes('\n') ? style.eol + indent : ' ');
  if (after) {
    const ownLine = list.style === 'attributes' && startsLine(mine.text, after.start);
    const gap = ownLine ? style.eol + indent : broken(gapBefore(place, part));
    return [insertAt(tailOf(mine, after), gap + text)];
  }
  if (list.style === 'attributes') return [insertAt(list.open, ' ' + text)];
  const at = before ? leadOf(mine, before) : list.open;
  return [insertAt(at, text + broken(afterGap(next.text, part)))];
}

const afterGap = (text: string, { end }: Part): string => /^\s*/.exec(text.slice(end))?.[0] ?? '';

/** The edits that put an entry of the render into the owner's list. */
export function insertEntry(place: Place, part: Part, anchor: Anchor): Splice[] {
  if (place.list.style === 'commas') return insertComma(place, part, anchor);
  if (place.list.style === 'words' || place.list.style === 'attributes')
    return insertWord(place, part, anchor);
  return insertLine(place, part, anchor);
}

const beforeBlanks = (text: string, at: number, least: number): number => {
  let from = at;
  while (from > least && /[ \t\r\n]/.test(text[from - 1] ?? '')) from--;
  return from;
};

/** The edit that takes an entry, its comments and its separator out of a list. */
export function removeEntry(
  source: Source,
  list: PartList,
  part: Part,
  gone: ReadonlySet<Part>,
): Splice {
  const lead = leadOf(source, part);
  const comma = list.style === 'commas';
  const tail = tailOf(source, part, comma);
  const least = list.open === list.close ? 0 : list.open;
  let from = beforeBlanks(source.text, lead, least);
  if (list.style === 'words') {
    const to = tail + (/^\s*/.exec(source.text.slice(tail))?.[0].length ?? 0);
    return { at: lead, remove: to - lead, insert: '' };
  }
  if (comma && commaAfter(source, part.end) === null) {
    const left = list.entries.filter((entry) => !gone.has(entry) && entry.end <= lead).at(-1);
    from = left ? left.end : least;
    if (left && tailOf(source, left, true) !== (commaAfter(source, left.end) ?? left.end) + 1)
      from = tailOf(source, left, true);
  }
  const first = from === 0 ? (/^(?:\r?\n)*/.exec(source.text.slice(tail))?.[0].length ?? 0) : 0;
  return { at: from, remove: tail + first - from, insert: '' };
}
