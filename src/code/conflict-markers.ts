import { problem, type Problem } from '../problem.js';
import { lineAt, placeIn } from './problem-at.js';

const BLOCK = /^<{7} [^\n]*\n[^]*?^>{7} [^\n]*(?:\n|$)/gm;

/** Whether a text has conflict markers of git. */
export const hasMarkers = (text: string): boolean => text.search(BLOCK) >= 0;

/** The lines, from 1, of conflicts in a text. */
export function markerLines(text: string): number[] {
  return [...text.matchAll(BLOCK)].map(({ index }) => lineAt(text, index));
}

/** A text without conflicting hunks; both sides are removed. */
export const withoutMarkers = (text: string): string => text.replace(BLOCK, '');

/** The problem with a file that has conflict markers; else null. */
export function markersIn(path: string, text: string): Problem | null {
  const start = text.search(BLOCK);
  if (start < 0) return null;
  const at = placeIn(path, text, start, text.indexOf('\n', start) - start);
  const message = `${path} has conflict markers`;
  const help = 'resolve the conflict by hand, then run the command again';
  return { ...problem('markers', message, help), at };
}
