import type { Problem } from '../problem.js';
import { placeIn } from './problem-at.js';

const BLOCK = /^<{7} [^\n]*\n[^]*?^>{7} [^\n]*(?:\n|$)/gm;

/** Whether a text holds what git writes where it cannot merge. */
export const hasMarkers = (text: string): boolean => text.search(BLOCK) >= 0;

/** The lines, from 1, at which a text has both sides between markers. */
export function markerLines(text: string): number[] {
  return [...text.matchAll(BLOCK)].map(({ index }) => text.slice(0, index).split('\n').length);
}

/** A text without the hunks that git could not merge: both sides of each go. */
export const withoutMarkers = (text: string): string => text.replace(BLOCK, '');

/** Says where a file holds both sides of a merge between markers; null where it does not. */
export function markersIn(path: string, text: string): Problem | null {
  const start = text.search(BLOCK);
  if (start < 0) return null;
  const at = placeIn(path, text, start, text.indexOf('\n', start) - start);
  const message = `${path} has conflict markers, so it says two things`;
  return { code: 'markers', message, at, help: 'settle it by hand, then type the command again' };
}
