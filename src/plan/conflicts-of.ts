import { differencesOf, type Merged, type Settled } from '../merge/overlap.js';
import type { Conflict } from './plan.js';

/** The overlaps of a merge as conflicts of a plan. */
export function conflictsOf(
  path: string,
  merged: Merged,
  settled: Settled,
  settles: Conflict['settles'],
): Conflict[] {
  const { mine } = merged;
  return differencesOf(merged).map((one) => ({ path, ...one, mine, ...settled, settles }));
}
