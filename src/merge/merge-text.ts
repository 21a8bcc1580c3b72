import { isCode } from '../code/typescript.js';
import { isSameCode, mergeCode, type Versions } from './merge-code.js';
import { mergeKeys } from './merge-keys.js';
import { mergeLines } from './merge-lines.js';
import { settle, type Merged, type Settled } from './overlap.js';
import { jsonSource } from './json-parts.js';

const isKeyed = (path: string): boolean => /\.(?:jsonc?|ya?ml)$/.test(path);

/** Merges three versions of a file by its kind: by structure where it can be read, else by lines. */
export function mergeText(path: string, versions: Versions): { merged: Merged; settled: Settled } {
  const structured = isCode(path)
    ? mergeCode(path, versions)
    : isKeyed(path)
      ? mergeKeys(path, versions)
      : null;
  const merged = structured ?? mergeLines(path, versions);
  const settled = settle(merged);
  if (settled) return { merged, settled };
  const whole = wholly(versions);
  return {
    merged: whole,
    settled: settle(whole) ?? {
      keepMine: whole.mine,
      takeTheirs: versions.next,
      marked: whole.mine,
    },
  };
}

/** The last resort: one overlap over the whole file. */
export function wholly({
  base,
  mine,
  next,
}: {
  base: string | null;
  mine: string;
  next: string;
}): Merged {
  const splices = [{ at: 0, remove: mine.length, insert: next }];
  const whole = { start: 0, end: mine.length, yours: mine, crudgen: next, was: base, splices };
  return { mine, splices: [], overlaps: [whole] };
}

const plain = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/[ \t]*\r?\n/g, '\n')
    .trimEnd();

/** Whether two versions of a file say the same, however they are formatted. */
export function isSameText(path: string, a: string, b: string): boolean {
  if (a === b || plain(a) === plain(b)) return true;
  if (isCode(path)) return isSameCode(path, a, b);
  if (!/\.jsonc?$/.test(path)) return false;
  const [left, right] = [jsonSource(a), jsonSource(b)];
  return left !== null && right !== null && left.root.meaning === right.root.meaning;
}
