import { declarationsIn } from '../../plan/place-now.js';
import type { Conflict } from '../../plan/plan.js';
import type { ExportNames } from '../../refactor/rename-exports.js';
import type { LayoutChange } from './layout-moves.js';

/** The declarations that are gone by the new paths of their files, with the places of their work. */
export function goneAt({ gone, moves, splits }: LayoutChange): ExportNames {
  const placed = new Map<string, Map<string, string>>();
  for (const [path, names] of gone)
    for (const to of splits.get(path) ?? [moves.get(path) ?? path])
      placed.set(to, new Map([...(placed.get(to) ?? []), ...names]));
  return placed;
}

/** Conflicts over declarations that are gone, with the places of their work. */
export const withGonePlaces = (
  conflicts: readonly Conflict[],
  gone: ExportNames,
): readonly Conflict[] =>
  conflicts.map((one) => {
    const names = gone.get(one.settles.path);
    if (!names || one.was === null || one.crudgen.trim() !== '') return one;
    const places = declarationsIn(one.was).flatMap(({ name }) => names.get(name) ?? []);
    return places.length === 0 ? one : { ...one, now: [...new Set(places)] };
  });
