import type { Part, PartList, Source, Span } from './part.js';
import { startsLine } from './text-style.js';

const BLANKS = /^[ \t\r\n\uFEFF]*$/;

/** The start of a part including the comments directly above it. */
export function leadOf(
  { text, comments }: Source,
  { start, bare = false }: Pick<Span, 'start'> & Partial<Pick<Part, 'bare'>>,
): number {
  let lead = start;
  if (bare) return lead;
  for (const comment of comments.toReversed()) {
    if (comment.end > lead) continue;
    const between = text.slice(comment.end, lead);
    if (!BLANKS.test(between) || between.split('\n').length > 2) break;
    if (!startsLine(text, comment.start) && between.includes('\n')) break;
    if (!startsLine(text, comment.start) && !startsComment(text, comment.start)) break;
    lead = comment.start;
  }
  return lead;
}

/** Whether an inline comment follows an opening bracket or comma, so that it belongs to what follows. */
const startsComment = (text: string, at: number): boolean => /[([{,<]\s*$/.test(text.slice(0, at));

/** The end of a part including the comma after it (if `comma`) and a trailing comment. */
export function tailOf({ text, comments }: Source, { end }: Span, comma = false): number {
  const separator = comma ? commaAfter({ text, comments }, end) : null;
  const from = separator === null ? end : separator + 1;
  const comment = comments.find(({ start }) => start >= from);
  if (!comment || !/^[ \t]*$/.test(text.slice(from, comment.start))) return from;
  const rest = /^[ \t]*(?:\r?\n|$)/.test(text.slice(comment.end));
  return rest && !text.slice(comment.start, comment.end).includes('\n') ? comment.end : from;
}

/** The offset of the next comma, past blanks and comments; null without one. */
export function commaAfter(
  { text, comments }: Pick<Source, 'text' | 'comments'>,
  from: number,
): number | null {
  for (let at = from; at < text.length; at++) {
    const comment = comments.find(({ start }) => start === at);
    if (comment) at = comment.end - 1;
    else if (text[at] === ',') return at;
    else if (!/\s/.test(text[at] ?? '')) return null;
  }
  return null;
}

/** The normalized comments in a span. */
function notesIn({ text, comments }: Source, from: number, to: number): string {
  return comments
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }) => text.slice(start, end).replace(/[\s*]+/g, ' '))
    .join('\n');
}

/** All comments of a part: above, inside and trailing. */
export function notesOf(source: Source, part: Part): string {
  return notesIn(source, leadOf(source, part), tailOf(source, part, true));
}

/** Whether a side has not changed a part: the same tokens, and no new comments. */
export const isUntouched = (mine: Source, part: Part, base: Source, was: Part): boolean =>
  part.meaning === was.meaning && hasNoNotes(mine, part, base, was);

/** Whether a side has only changed the order of what is in a part, such as that of decorators or attributes. */
export const isReordered = (mine: Source, part: Part, base: Source, was: Part): boolean =>
  isSameInAnyOrder(part, was) && hasNoNotes(mine, part, base, was);

function isSameInAnyOrder(one: Part, other: Part): boolean {
  if (one.meaning === other.meaning) return true;
  if (one.kind !== other.kind || one.skeleton !== other.skeleton) return false;
  const [slots, others] = [one.slots ?? [], other.slots ?? []];
  if (slots.length === 0 || slots.length !== others.length) return false;
  return slots.every((slot, at) => {
    const same = others[at]!;
    if (slot.name !== same.name) return false;
    if ('part' in slot) return 'part' in same && isSameInAnyOrder(slot.part, same.part);
    return 'list' in same && hasSameEntries(slot.list, same.list);
  });
}

function hasSameEntries(one: PartList, { entries }: PartList): boolean {
  const left = [...entries];
  const isPlaced = (part: Part): boolean => one.ordered || PLACED.has(part.role);
  return (
    one.entries.length === left.length &&
    one.entries.every((part) => {
      const at = isPlaced(part) ? 0 : left.findIndex((other) => isSameInAnyOrder(part, other));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      return found !== undefined && isSameInAnyOrder(part, found);
    })
  );
}

/** Entries that mean something by their place in a list. */
const PLACED: ReadonlySet<Part['role']> = new Set(['argument', 'parameter', 'declaration']);

function hasNoNotes(mine: Source, part: Part, base: Source, was: Part): boolean {
  const old = new Set(notesOf(base, was).split('\n'));
  return notesOf(mine, part)
    .split('\n')
    .every((note) => note === '' || old.has(note));
}
