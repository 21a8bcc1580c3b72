import { markerLines } from '../code/conflict-markers.js';
import { excerpts } from '../plan/excerpts.js';
import type { Conflict } from '../plan/plan.js';
import { type Problem, warning } from '../problem.js';

/** Code that is the same in every project and only works together. */
const ENGINE = /^(?:engine|ui)\//;

const FITS = 'npm run typecheck shows what no longer fits';

/** A warning for each place of the engine that keeps the developer's side, which the rest of it does not expect. */
export const keptSides = (conflicts: readonly Conflict[]): Problem[] =>
  conflicts
    .filter(({ path }) => ENGINE.test(path))
    .map((conflict) => {
      const { path, line, yours, crudgen, was, now = [] } = conflict;
      const [mine, theirs] = [yours, crudgen].map((text, at) =>
        text.trim() === '' ? 'nothing' : `\`${excerpts(yours, crudgen, was)[at]!.trim()}\``,
      );
      const keeps = `${path}:${line} keeps ${mine}`;
      if (now.length === 0)
        return warning(
          'kept-yours',
          `${keeps} where the rest of the engine expects ${theirs}`,
          FITS,
        );
      const message = `${keeps}, which crudgen has in ${now.join(', ')} now: your edit may have no effect here`;
      return warning('kept-yours', message, `make it there; ${FITS}`);
    });

/** A warning for each place with both sides between markers. */
export function markerWarnings(conflicts: readonly Conflict[]): Problem[] {
  const files = new Map(conflicts.map(({ path, marked }) => [path, marked]));
  return [...files].flatMap(([path, text]) => {
    const own = conflicts.filter((one) => one.path === path);
    const now = [...new Set(own.flatMap((one) => one.now ?? []))];
    const moved =
      now.length === 0 ? '' : `; what crudgen no longer has here is in ${now.join(', ')} now`;
    return markerLines(text).map((line): Problem => {
      const message = `${path}:${line} has both sides between markers`;
      return warning('markers', message, `resolve it by hand${moved}`);
    });
  });
}
