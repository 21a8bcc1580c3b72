import { diffIndices } from 'node-diff3';
import type { Versions } from './merge-structure.js';
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

/**
 * Whether hunks of two sides are about the same place. Lines that the owner put beside others are not where crudgen rewrites
 * those line for line: a comment above a line whose version changes.
 */
function meet(one: Hunk, other: Hunk): boolean {
  if (one.start > other.end || other.start > one.end) return false;
  const [own, wanted] = one.side === 'mine' ? [one, other] : [other, one];
  const isBeside = own.start === own.end && (own.start === wanted.start || own.end === wanted.end);
  return !isBeside || wanted.start === wanted.end || wanted.grows !== 0;
}

/** Hunks of both sides that are about the same place, together. */
function groupsOf(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of [...hunks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = groups.at(-1);
    if (last?.some((one) => meet(one, hunk))) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** The lines of a side that a group's run of base lines has become, and where they stand in it. */
function range(
  lines: readonly Line[],
  hunks: readonly Hunk[],
  group: readonly Hunk[],
): { readonly first: number; readonly lines: readonly Line[] } {
  const [start, end] = extent(group);
  const sum = (list: readonly Hunk[]): number => list.reduce((all, { grows }) => all + grows, 0);
  const before = hunks.filter((hunk) => hunk.end <= start && !group.includes(hunk));
  const first = start + sum(before);
  const count = end - start + sum(hunks.filter((hunk) => group.includes(hunk)));
  return { first, lines: lines.slice(first, first + count) };
}

const extent = (group: readonly Hunk[]): readonly [start: number, end: number] => [
  Math.min(...group.map((hunk) => hunk.start)),
  Math.max(...group.map((hunk) => hunk.end)),
];

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
    const [start, end] = extent(group);
    const { first, lines: yours } = range(mine, own, group);
    const theirs = texts(range(next, wanted, group).lines);
    if (texts(yours).join('\n') === theirs.join('\n')) continue;
    const from = mine[first]?.start ?? versions.mine.length;
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
