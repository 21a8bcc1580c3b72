import { markerLines } from '../code/conflict-markers.js';
import { excerpts } from '../plan/excerpts.js';
import type { Conflict } from '../plan/plan.js';
import { type Problem, warning } from '../problem.js';
import { isShared } from '../render/project-files.js';
import { otherSide } from './plan-problems.js';

const FITS = 'npm run typecheck shows code that no longer fits';

/**
 * A warning for each place that keeps the developer's side where the rest of the code may not fit: in the engine, which expects
 * its own, and in any file what crudgen no longer has there.
 */
export const keptSides = (conflicts: readonly Conflict[]): Problem[] =>
  conflicts
    .filter(({ path, crudgen }) => isShared(path) || isNothing(crudgen))
    .map((conflict) => {
      const message = `${conflict.path}:${conflict.line} ${keptSide(conflict)}`;
      const isElsewhere = conflict.now !== undefined;
      return warning(
        'kept-yours',
        message,
        isElsewhere ? `make your edit there instead; ${FITS}` : FITS,
      );
    });

/** What a place keeps, and why that may be wrong. */
function keptSide(conflict: Conflict): string {
  const { yours, crudgen, was, now } = conflict;
  const other = otherSide(conflict);
  const shown = excerpts(yours, crudgen, was);
  const [mine, theirs] = [yours, crudgen].map((text, at) =>
    isNothing(text) ? 'nothing' : `\`${shown[at]!.trim()}\``,
  );
  if (now !== undefined)
    return `keeps ${mine}, but ${other} has moved this code to ${now.join(', ')}, so your edit may have no effect here`;
  return isNothing(crudgen)
    ? `keeps ${mine}, but ${other} has removed this code`
    : `keeps ${mine}, but the rest of ${conflict.feature ?? 'the engine'} expects ${theirs}`;
}

const isNothing = (text: string): boolean => text.trim() === '';

/** A warning for each place with both sides between markers. */
export function markerWarnings(conflicts: readonly Conflict[]): Problem[] {
  const files = new Map(conflicts.map(({ path, marked }) => [path, marked]));
  return [...files].flatMap(([path, text]) => {
    const own = conflicts.filter((one) => one.path === path);
    const now = [...new Set(own.flatMap((one) => one.now ?? []))];
    const moved =
      now.length === 0 ? '' : `; crudgen has moved its code from here to ${now.join(', ')}`;
    return markerLines(text).map((line): Problem => {
      const message = `${path}:${line} has both sides between markers`;
      return warning('markers', message, `resolve it by hand${moved}`);
    });
  });
}
