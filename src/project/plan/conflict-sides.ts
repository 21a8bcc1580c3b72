import type { Conflict } from '../../plan/plan.js';
import type { Tree } from '../../tree.js';
import { installedVersions } from '../open/installed-features.js';

/** Conflicts with the feature of others whose file it is, by whose name people know the side that is not theirs. */
export function withFeatureSides(
  conflicts: readonly Conflict[],
  installed: Tree,
): readonly Conflict[] {
  const names = [...installedVersions(installed).keys()];
  return conflicts.map((one) => {
    const feature = names.find((name) => installed.has(`features/${name}/${one.settles.path}`));
    if (feature === undefined) return one;
    const marked = one.marked.replace(/^(>{7}) crudgen(?=\r?$)/gm, `$1 ${feature}`);
    return { ...one, feature, marked };
  });
}
