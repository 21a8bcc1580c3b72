import { diff3Merge } from 'node-diff3';
import { leadOf } from './part-extent.js';
import type { Part, Source } from './part.js';
import type { Splice } from './splice.js';
import { fitText, indentAt, type TextStyle } from './text-style.js';

interface Noting {
  readonly base: Source;
  readonly mine: Source;
  readonly next: Source;
  readonly style: TextStyle;
  readonly splices: Splice[];
}

const plain = (text: string): string[] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim());

/** Both sides' words, line by line; null where they changed the same line. */
function bothWords(base: string[], mine: string[], next: string[]): string[] | null {
  const regions = diff3Merge(mine, base, next);
  const lines = regions.map((region) => region.ok ?? null);
  return lines.includes(null) ? null : lines.flatMap((part) => part ?? []);
}

/** Brings a changed comment above an entry along; where both changed the same line of it, the owner's words stay. */
export function mergeNotes(noting: Noting, base: Part, mine: Part, next: Part): void {
  const [from, lead] = [leadOf(noting.mine, mine), leadOf(noting.next, next)];
  const was = plain(noting.base.text.slice(leadOf(noting.base, base), base.start));
  const yours = plain(noting.mine.text.slice(from, mine.start));
  const wanted = plain(noting.next.text.slice(lead, next.start));
  if (wanted.join() === was.join() || wanted.join() === yours.join()) return;
  if (yours.join() === '' && was.join() !== '') return;
  const indent = indentAt(noting.mine.text, mine.start);
  const span = { start: lead, end: next.start };
  if (yours.join() === was.join()) {
    const insert = fitText(noting.next, span, noting.style, indent);
    noting.splices.push({ at: from, remove: mine.start - from, insert });
    return;
  }
  const both = bothWords(was, yours, wanted);
  if (!both) return;
  const lines = both.map((line) => indent + (line.startsWith('*') ? ' ' : '') + line);
  const insert = lines.join(noting.style.eol).trimStart() + noting.style.eol + indent;
  noting.splices.push({ at: from, remove: mine.start - from, insert });
}
