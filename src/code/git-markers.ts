const BLOCK = /^<{7} [^\n]*\n[^]*?^>{7} [^\n]*(?:\n|$)/gm;

/** Whether a text holds what git writes where it cannot merge. */
export const hasMarkers = (text: string): boolean => text.search(BLOCK) >= 0;

/** The lines, from 1, at which a text has both sides between markers. */
export function markerLines(text: string): number[] {
  return [...text.matchAll(BLOCK)].map(({ index }) => text.slice(0, index).split('\n').length);
}

/** A text without the hunks that git could not merge: both sides of each go. */
export const withoutMarkers = (text: string): string => text.replace(BLOCK, '');
