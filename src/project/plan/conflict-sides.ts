import type { PlaceConflict } from '../../plan/plan.js';
import type { Tree } from '../../tree.js';
import { installedVersions } from '../open/installed-features.js';

/** Adds to each conflict the feature of others that the file belongs to: its name stands for the other side. */
export function withFeatureSides(
  conflicts: readonly PlaceConflict[],
  installed: Tree,
): readonly PlaceConflict[] {
  const names = [...installedVersions(installed).keys()];
  return conflicts.map((one) => {
    const feature = names.find((name) => installed.has(`features/${name}/${one.settles.path}`));
    if (feature === undefined) return one;
    const marked = one.marked.replace(/^(>{7}) crudgen(?=\r?$)/gm, `$1 ${feature}`);
    return { ...one, feature, marked };
  });
}
