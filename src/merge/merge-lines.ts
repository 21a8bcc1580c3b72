import { diffIndices } from 'node-diff3';
import type { Versions } from './merge-code.js';
import type { Merged, Overlap } from './overlap.js';
import type { Splice } from './splice.js';
import { lineEnd } from './text-style.js';

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The lines of a text with where they stand; line ends and blanks at the end do not count. */
function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index }) => ({
    text: line.replace('\uFEFF', '').trimEnd(),
    start: index,
    end: index + line.length,
  }));
}

const texts = (lines: readonly Line[]): string[] => lines.map(({ text }) => text);

/** Lines that both sides put in one place: the owner's, then what crudgen adds to them; null where order matters. */
function union(path: string, yours: readonly string[], theirs: readonly string[]): string[] | null {
  if (theirs.every((line) => yours.includes(line))) return [];
  const fresh = theirs.filter((line) => !yours.includes(line));
  if (/(^|\/)\.env(\.\w+)?$/.test(path)) {
    const keys = new Set(yours.map((line) => line.split('=')[0]));
    return fresh.filter((line) => line === '' || !keys.has(line.split('=')[0]));
  }
  return /(^|\/)(\.\w*ignore|\.gitattributes|CODEOWNERS)$/.test(path) ? fresh : null;
}

/** A run of base lines that a side changed: where, how many, and how many lines it has now. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly grows: number;
  readonly side: 'mine' | 'next';
}

function hunksOf(base: readonly Line[], lines: readonly Line[], side: Hunk['side']): Hunk[] {
  return diffIndices(texts(base), texts(lines)).map(
    ({ buffer1: [start, was], buffer2: [, is] }) => ({
      start,
      end: start + was,
      grows: is - was,
      side,
    }),
  );
}

/** Hunks of both sides that touch each other, as one. */
function groupsOf(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  let end = -1;
  for (const hunk of [...hunks].sort((a, b) => a.start - b.start)) {
    if (hunk.start <= end) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
    end = Math.max(end, hunk.end);
  }
  return groups;
}

/** The lines of a side that a run of base lines has become. */
function range(lines: readonly Line[], hunks: readonly Hunk[], start: number, end: number): Line[] {
  const before = hunks.filter(
    (hunk) => hunk.end < start || (hunk.end === start && hunk.start < start),
  );
  const inside = hunks.filter((hunk) => hunk.start >= start && hunk.end <= end);
  const sum = (list: readonly Hunk[]): number => list.reduce((all, { grows }) => all + grows, 0);
  const from = start + sum(before);
  return lines.slice(from, from + end - start + sum(inside));
}

/** Merges any text by lines. */
export function mergeLines(path: string, versions: Versions): Merged {
  const eol = lineEnd(versions.mine);
  const mine = linesOf(versions.mine);
  const base = linesOf(versions.base);
  const next = linesOf(versions.next);
  const own = hunksOf(base, mine, 'mine');
  const wanted = hunksOf(base, next, 'next');
  const splices: Splice[] = [];
  const overlaps: Overlap[] = [];
  const written = (lines: readonly string[]): string => lines.map((line) => line + eol).join('');
  for (const group of groupsOf([...own, ...wanted])) {
    if (group.every(({ side }) => side === 'mine')) continue;
    const start = Math.min(...group.map((hunk) => hunk.start));
    const end = Math.max(...group.map((hunk) => hunk.end));
    const yours = range(mine, own, start, end);
    const theirs = texts(range(next, wanted, start, end));
    if (texts(yours).join('\n') === theirs.join('\n')) continue;
    const from = yours[0]?.start ?? placeOf(versions.mine, mine, base, own, start);
    const to = yours.at(-1)?.end ?? from;
    const glue = to === versions.mine.length && !versions.mine.endsWith('\n') && to > 0 ? eol : '';
    const both = start === end ? union(path, texts(yours), theirs) : null;
    const replaced = {
      at: from,
      remove: to - from,
      insert: (from === to ? glue : '') + written(theirs),
    };
    if (group.every(({ side }) => side === 'next')) splices.push(replaced);
    else if (both) splices.push({ at: to, remove: 0, insert: glue + written(both) });
    else
      overlaps.push({
        start: from,
        end: Math.max(from, to - 1),
        yours: texts(yours).join('\n'),
        crudgen: theirs.join('\n'),
        was: start < end ? texts(base.slice(start, end)).join('\n') : null,
        splices: [replaced],
      });
  }
  return { mine: versions.mine, splices, overlaps };
}

/** The offset in the owner's text that stands for a place between two base lines. */
function placeOf(
  text: string,
  mine: readonly Line[],
  base: readonly Line[],
  own: readonly Hunk[],
  start: number,
): number {
  const before = range(mine, own, 0, start);
  if (start >= base.length && own.every((hunk) => hunk.end < base.length)) return text.length;
  return before.at(-1)?.end ?? 0;
}
