import { followAliases } from './follow-aliases.js';
import { mergeLines, PAGE } from './merge-lines.js';
import type { Sides } from './merging.js';
import { mergeSections } from './dialect/merge-sections.js';
import { followElements } from './dialect/moved-elements.js';
import { isSameStructure, mergeStructure, type Versions } from './merge-structure.js';
import { settle, type Merged, type Settled } from './overlap.js';

/** Merges three versions of a file: by structure where it can be read, else by lines, else as a whole. */
export function mergeText(
  path: string,
  given: Versions,
  sides: Sides = 'crudgen',
): { merged: Merged; settled: Settled } {
  const versions = followElements(path, followAliases(path, given));
  const merged = mergeStructure(path, versions, sides) ?? mergeByLines(path, versions);
  const settled = settle(merged);
  if (settled) return { merged, settled };
  return asWhole(versions);
}

/** Pages are merged by their sections where both sides have added some; anything else by its lines alone. */
const mergeByLines = (path: string, versions: Versions): Merged =>
  (PAGE.test(path) ? mergeSections(path, versions) : null) ?? mergeLines(path, versions);

/** A merge with the whole file as one conflict. */
export function asWhole(versions: Versions): { merged: Merged; settled: Settled } {
  const { mine, next } = versions;
  const whole = wholly(versions);
  return {
    merged: whole,
    settled: settle(whole) ?? { keepMine: mine, takeTheirs: next, marked: mine },
  };
}

/** The last resort: one overlap over the whole file. */
export function wholly(versions: {
  readonly base: string | null;
  readonly mine: string;
  readonly next: string;
}): Merged {
  const { base, mine, next } = versions;
  const splices = [{ at: 0, remove: mine.length, insert: next }];
  const whole = { start: 0, end: mine.length, yours: mine, crudgen: next, was: base, splices };
  return { mine, splices: [], overlaps: [whole] };
}

const plain = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/[ \t]*\r?\n/g, '\n')
    .trimEnd();

/** Whether two versions of a file differ only in format. YAML is compared by lines. */
export function isSameText(path: string, a: string, b: string): boolean {
  if (a === b || plain(a) === plain(b)) return true;
  return !/\.ya?ml$/.test(path) && isSameStructure(path, a, b);
}
