import { declarationsIn } from '../../plan/place-now.js';
import type { PlaceConflict } from '../../plan/plan.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import type { LayoutChange } from './layout-moves.js';

/** The declarations that are gone, by the new paths of their files, with the places that now do their work. */
export function goneAt({ gone, moves, splits }: LayoutChange): ExportNames {
  const placed = new Map<string, Map<string, string>>();
  for (const [path, names] of gone)
    for (const to of splits.get(path) ?? [moves.get(path) ?? path])
      placed.set(to, new Map([...(placed.get(to) ?? []), ...names]));
  return placed;
}

/** Adds to conflicts over declarations that are gone the places that now do their work. */
export const withGonePlaces = (
  conflicts: readonly PlaceConflict[],
  gone: ExportNames,
): readonly PlaceConflict[] =>
  conflicts.map((one) => {
    const names = gone.get(one.settles.path);
    if (!names || one.was === null || one.kind === 'changed') return one;
    const places = declarationsIn(one.was).flatMap(({ name }) => names.get(name) ?? []);
    return places.length === 0 ? one : { ...one, kind: 'moved', now: [...new Set(places)] };
  });
