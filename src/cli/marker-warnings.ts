import { markerLines } from '../code/conflict-markers.js';
import { movedTo } from '../plan/conflict-kinds.js';
import type { PlaceConflict } from '../plan/plan.js';
import { type Problem, warning } from '../problem.js';

/** A warning for each place with both sides between markers. */
export function markerWarnings(conflicts: readonly PlaceConflict[]): Problem[] {
  const files = new Map(conflicts.map(({ path, marked }) => [path, marked]));
  return [...files].flatMap(([path, text]) => {
    const own = conflicts.filter((one) => one.path === path);
    const now = [...new Set(own.flatMap(movedTo))];
    const moved =
      now.length === 0 ? '' : `; crudgen has moved its code from here to ${now.join(', ')}`;
    return markerLines(text).map((line): Problem => {
      const message = `${path}:${line} has both sides between markers`;
      return warning('markers', message, `resolve it by hand${moved}`);
    });
  });
}
