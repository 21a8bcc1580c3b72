import { diff3Merge } from 'node-diff3';
import { leadOf } from './part-extent.js';
import type { Merging } from './merging.js';
import type { Part, Source } from './part.js';
import { fitText, indentAt } from './text-style.js';

/** The lines of the comments above a part, unindented. */
function noteLines(source: Source, part: Part): string[] {
  const note = source.text.slice(leadOf(source, part), part.start);
  return note
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());
}

/** A comment merged line by line; null where both changed the same line. */
function bothOf(base: string[], mine: string[], next: string[]): string[] | null {
  const regions = diff3Merge(mine, base, next).map((region) => region.ok ?? null);
  return regions.includes(null) ? null : regions.flatMap((lines) => lines ?? []);
}

/** Merges a comment above an entry; where both changed the same line, the developer's stays. */
export function mergeNotes(merging: Merging, base: Part, mine: Part, next: Part): void {
  const was = noteLines(merging.base, base);
  const yours = noteLines(merging.mine, mine);
  const wanted = noteLines(merging.next, next);
  if (wanted.join() === was.join() || wanted.join() === yours.join()) return;
  // A comment that the developer removed stays removed.
  if (yours.join() === '' && was.join() !== '') return;
  const at = leadOf(merging.mine, mine);
  const indent = indentAt(merging.mine.text, mine.start);
  const replace = (insert: string): void => {
    merging.splices.push({ at, remove: mine.start - at, insert });
  };
  const span = { start: leadOf(merging.next, next), end: next.start };
  if (yours.join() === was.join())
    return replace(fitText(merging.next, span, merging.style, indent));
  const both = bothOf(was, yours, wanted);
  if (!both) return;
  const { eol } = merging.style;
  const lines = both.map((line) => indent + (line.startsWith('*') ? ' ' : '') + line);
  replace(lines.join(eol).trimStart() + eol + indent);
}
