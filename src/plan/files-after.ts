import type { Plan } from './plan.js';
import type { Tree } from '../tree.js';

/** The files after a plan. */
export function filesAfter({ changes }: Plan, mine: Tree): Tree {
  const files = new Map(mine);
  for (const change of changes) {
    if (change.kind === 'move') files.delete(change.from);
    if (change.kind === 'delete') files.delete(change.path);
    else files.set(change.path, change.next);
  }
  return files;
}
