import type { Tree } from '../tree.js';
import type { Problem } from '../problem.js';
import { readBase } from './base-store.js';
import { withLock } from './project-lock.js';
import { readTree } from './read-tree.js';
import { recover } from './recover.js';

/** A project as it is on disk, for a command to plan from. */
export interface OnDisk {
  readonly mine: Tree;
  /** Null where the project has no pristine copies at all. */
  readonly base: Tree | null;
  /** What an interrupted command left, and that it was taken back. */
  readonly problems: readonly Problem[];
}

/** Reads a project, after taking back what a killed command left half-written. */
export function openProject(root: string): Promise<OnDisk> {
  return withLock(root, async () => {
    const problems = await recover(root);
    const [mine, base] = await Promise.all([readTree(root), readBase(root)]);
    return { mine, base, problems };
  });
}
