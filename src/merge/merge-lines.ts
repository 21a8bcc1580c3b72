import { diffIndices } from 'node-diff3';
import { mergeSettings } from './dialect/merge-settings.js';
import type { Versions } from './merge-structure.js';
import type { Merged, Overlap } from './overlap.js';
import type { Splice } from './splice.js';
import { lineEnd } from './text-style.js';

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The lines of a text with their offsets; trailing blanks are ignored. */
function placedLines(text: string): Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index }) => ({
    text: line.replace('\uFEFF', '').trimEnd(),
    start: index,
    end: index + line.length,
  }));
}

const texts = (lines: readonly Line[]): string[] => lines.map(({ text }) => text);

/** Files whose lines mean the same in any order. */
const ENVIRONMENT = /\.env(\.\w+)?$/;
const PATTERNS = /(^|\/)(\.\w*ignore|\.gitattributes|CODEOWNERS)$/;
/** Files of paragraphs, sections and lists. */
export const PAGE = /\.md$/;

/** Whether lines of a page can stand above others and be none of theirs: a block of its own, or items of the same list. */
const isApart = (above: readonly string[], below: readonly string[]): boolean =>
  above.at(-1) === '' || below[0] === '' || (isItemList(above) && isItem(below[0]));

const isItemList = ([first, ...others]: readonly string[]): boolean =>
  isItem(first) && others.every((line) => isItem(line) || /^\s/.test(line));

const isItem = (line: string | undefined): boolean => /^[-*+] /.test(line ?? '');

/** Where crudgen's lines go beside those that the developer added at the same place of a page; null where they are one block. */
function besideIn(
  path: string,
  yours: readonly string[],
  theirs: readonly string[],
): 'above' | 'below' | null {
  if (!PAGE.test(path) || yours.length === 0 || theirs.length === 0) return null;
  if (isApart(theirs, yours)) return 'above';
  return isApart(yours, theirs) ? 'below' : null;
}

/** Lines that both sides added at one place: the developer's, then crudgen's; null where order matters. */
function union(path: string, yours: readonly string[], theirs: readonly string[]): string[] | null {
  if (theirs.every((line) => yours.includes(line))) return [];
  if (ENVIRONMENT.test(path)) {
    const keys = new Set(yours.map((line) => line.split('=')[0]));
    return theirs.filter((line) => line === '' || !keys.has(line.split('=')[0]));
  }
  return PATTERNS.test(path) ? theirs.filter((line) => !yours.includes(line)) : null;
}

/**
 * The lines that crudgen removes, among those that the developer added; null where order matters, or one of them was edited.
 * Found from the end: an added block begins with its blank line.
 */
function removed(
  path: string,
  lines: readonly Line[],
  was: readonly string[],
): readonly Line[] | null {
  if (PAGE.test(path)) return removedBlock(lines, was);
  if (!ENVIRONMENT.test(path) && !PATTERNS.test(path)) return null;
  const left = [...was];
  const found = [...lines].reverse().filter(({ text }) => {
    const isNext = left.length > 0 && text === left.at(-1);
    if (isNext) left.pop();
    return isNext;
  });
  return left.length === 0 ? found : null;
}

/** A whole block that crudgen removes from a page, above or below what the developer added. */
function removedBlock(lines: readonly Line[], was: readonly string[]): readonly Line[] | null {
  const [added, all] = [lines.length - was.length, texts(lines)];
  const isAt = (at: number) => was.every((line, index) => line === all[at + index]);
  if (added <= 0) return null;
  if (isAt(0) && isApart(was, all.slice(was.length))) return lines.slice(0, was.length);
  return isAt(added) && isApart(all.slice(0, added), was) ? lines.slice(added) : null;
}

/** A run of base lines that a side changed: where, how many, and the lines in their place. */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly side: 'mine' | 'next';
  readonly content: readonly string[];
}

function hunksOf(base: readonly Line[], lines: readonly Line[], side: Hunk['side']): Hunk[] {
  const now = texts(lines);
  return diffIndices(texts(base), now).map(({ buffer1: [start, was], buffer2: [first, is] }) => ({
    start,
    end: start + was,
    side,
    content: now.slice(first, first + is),
  }));
}

/**
 * Whether hunks of two sides overlap. Lines that the developer added beside lines that crudgen rewrites one by one do not: a
 * comment above a line whose version changes. Nor does a block of a page that they added beside lines that crudgen rewrites.
 */
function meet(one: Hunk, other: Hunk, isPage: boolean): boolean {
  if (one.start > other.end || other.start > one.end) return false;
  const [own, wanted] = one.side === 'mine' ? [one, other] : [other, one];
  const isBeside = own.start === own.end && (own.start === wanted.start || own.end === wanted.end);
  if (!isBeside || wanted.start === wanted.end) return true;
  if (isPage && wanted.content.length > 0 && isBlockBeside(own, wanted)) return false;
  return growth(wanted) !== 0;
}

const growth = ({ start, end, content }: Hunk): number => content.length - (end - start);

/** Whether added lines have a blank line towards those that they stand beside. */
const isBlockBeside = (own: Hunk, wanted: Hunk): boolean =>
  own.start === wanted.end ? own.content[0] === '' : own.content.at(-1) === '';

/** Groups overlapping hunks of both sides. */
function groupsOf(hunks: readonly Hunk[], isPage: boolean): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of [...hunks].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = groups.at(-1);
    if (last?.some((one) => meet(one, hunk, isPage))) last.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

/** The lines of a side that replace a group's base lines. */
function range(
  lines: readonly Line[],
  hunks: readonly Hunk[],
  group: readonly Hunk[],
): { readonly first: number; readonly lines: readonly Line[] } {
  const [start, end] = extent(group);
  const sum = (list: readonly Hunk[]): number => list.reduce((all, hunk) => all + growth(hunk), 0);
  const before = hunks.filter((hunk) => hunk.end <= start && !group.includes(hunk));
  const first = start + sum(before);
  const count = end - start + sum(hunks.filter((hunk) => group.includes(hunk)));
  return { first, lines: lines.slice(first, first + count) };
}

const extent = (group: readonly Hunk[]): readonly [start: number, end: number] => [
  Math.min(...group.map((hunk) => hunk.start)),
  Math.max(...group.map((hunk) => hunk.end)),
];

/** A place where crudgen changed lines: its range in the developer's text, and each version's lines. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
  readonly theirs: readonly string[];
  readonly was: readonly string[];
  /** Whether the developer changed the same place. */
  readonly isShared: boolean;
}

function regionsOf(path: string, versions: Versions): Region[] {
  const [base, mine, next] = [versions.base, versions.mine, versions.next].map(
    placedLines,
  ) as Line[][];
  const [own, wanted] = [hunksOf(base!, mine!, 'mine'), hunksOf(base!, next!, 'next')];
  const hunks = groupsOf([...own, ...wanted], PAGE.test(path));
  const groups = hunks.filter((group) => hasSide(group, 'next'));
  return groups.map((group) => {
    const { first, lines } = range(mine!, own, group);
    const from = mine![first]?.start ?? versions.mine.length;
    return {
      from,
      to: lines.at(-1)?.end ?? from,
      lines,
      theirs: texts(range(next!, wanted, group).lines),
      was: texts(base!.slice(...extent(group))),
      isShared: hasSide(group, 'mine'),
    };
  });
}

const hasSide = (group: readonly Hunk[], side: Hunk['side']): boolean =>
  group.some((hunk) => hunk.side === side);

/** Merges any text by lines. */
export function mergeLines(path: string, versions: Versions): Merged {
  const { mine } = versions;
  const eol = lineEnd(mine);
  const isEnvironment = ENVIRONMENT.test(path);
  const splices: Splice[] = [];
  const overlaps: Overlap[] = [];
  const written = (lines: readonly string[]): string => lines.map((line) => line + eol).join('');
  for (const { from, to, lines, theirs, was, isShared } of regionsOf(path, versions)) {
    const yours = texts(lines);
    if (written(yours) === written(theirs)) continue;
    const glue = to === mine.length && !mine.endsWith('\n') && to > 0 ? eol : '';
    const insert = (from === to ? glue : '') + written(theirs);
    const replaced = { at: from, remove: to - from, insert };
    const both = was.length === 0 ? union(path, yours, theirs) : null;
    const place = was.length === 0 ? besideIn(path, yours, theirs) : null;
    const gone = theirs.length === 0 ? removed(path, lines, was) : null;
    const settings = was.length > 0 && isEnvironment ? mergeSettings(was, yours, theirs) : null;
    if (!isShared) splices.push(replaced);
    else if (gone)
      splices.push(
        ...gone.map(({ start, end }) => ({ at: start, remove: end - start, insert: '' })),
      );
    else if (settings) splices.push({ ...replaced, insert: written(settings) });
    else if (both) splices.push({ at: to, remove: 0, insert: glue + written(both) });
    else if (place === 'above') splices.push({ at: from, remove: 0, insert: written(theirs) });
    else if (place === 'below') splices.push({ at: to, remove: 0, insert: glue + written(theirs) });
    else
      overlaps.push({
        start: from,
        end: Math.max(from, to - 1),
        yours: yours.join('\n'),
        crudgen: theirs.join('\n'),
        was: was.length > 0 ? was.join('\n') : null,
        splices: [replaced],
      });
  }
  return { mine, splices, overlaps };
}
