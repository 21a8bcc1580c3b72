import type { Tree } from '../tree.js';
import type { Problem } from '../problem.js';
import { hasMarkers, withoutMarkers } from '../code/git-markers.js';
import { readBase } from './base-store.js';
import { withLock } from './project-lock.js';
import { readTree } from './read-tree.js';
import { recover } from './recover.js';

/** A project as it is on disk, for a command to plan from. */
export interface OnDisk {
  readonly mine: Tree;
  /** Null where the project has no pristine copies at all. */
  readonly base: Tree | null;
  /** The copies among them that are another on disk: git has left markers there. */
  readonly mended: Tree;
  /** What an interrupted command left, and that it was taken back. */
  readonly problems: readonly Problem[];
}

/** Reads a project, after taking back what a killed command left half-written. */
export function openProject(root: string): Promise<OnDisk> {
  return withLock(root, async () => {
    const problems = await recover(root);
    const [mine, copies] = await Promise.all([readTree(root), readBase(root)]);
    return { mine, ...withoutBlocks(copies), problems };
  });
}

/** Copies without the hunks that git could not merge: too little in the base is safe, too much is not. */
function withoutBlocks(copies: Tree | null): Pick<OnDisk, 'base' | 'mended'> {
  const mended = [...(copies ?? [])]
    .filter(([, text]) => hasMarkers(text))
    .map(([path, text]): [string, string] => [path, withoutMarkers(text)]);
  return { base: copies && new Map([...copies, ...mended]), mended: new Map(mended) };
}
