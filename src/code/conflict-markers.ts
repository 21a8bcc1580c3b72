import type { Problem } from '../problem.js';
import { placeIn } from './problem-at.js';

const MARKERS = /^<{7} [^\n]*(?=\n[^]*^>{7} )/m;

/** Whether a text holds what git writes where it cannot merge. */
export const hasMarkers = (text: string): boolean => MARKERS.test(text);

/** Says where a file holds both sides of a merge between markers; null where it does not. */
export function markersIn(path: string, text: string): Problem | null {
  const found = MARKERS.exec(text);
  if (!found) return null;
  const at = placeIn(path, text, found.index, found[0].length);
  const message = `${path} has conflict markers, so it says two things`;
  return { code: 'markers', message, at, help: 'settle it by hand, then type the command again' };
}
