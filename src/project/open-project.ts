import { mergeGitConflicts } from '../disk/git-stages.js';
import { openProject as readDisk } from '../disk/open-project.js';
import type { App } from '../model/model.js';
import type { Problem } from '../problem.js';
import type { Tree } from '../tree.js';
import type { Settings } from '../code/read-settings.js';
import { goneAccess } from './gone-parts.js';

/** A project on disk, and what its code defines. */
export interface OpenProject {
  readonly root: string;
  readonly app: App;
  /** The files that commands work on: those on disk, with git's conflicts merged where structure allows it. */
  readonly mine: Tree;
  readonly onDisk: Tree;
  /** Paths that git could not merge. */
  readonly merging: ReadonlySet<string>;
  /** The pristine copies; null without any. */
  readonly base: Tree | null;
  /** Copies repaired after git left markers in them: written with the next change. */
  readonly repaired: Tree;
  readonly settings: Settings;
  readonly exported: ReadonlyMap<string, string>;
  /** Files that cannot be parsed: a plan leaves them out, and only commands that write nothing go on. */
  readonly leftOut: ReadonlySet<string>;
  /** By table, the fields in code that cannot be read. */
  readonly carried: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads a project and returns its problems; what an interrupted command left is rolled back first. */
export async function openProject(
  root: string,
): Promise<{ readonly project: OpenProject; readonly problems: readonly Problem[] }> {
  const disk = await readDisk(root);
  const merge = await mergeGitConflicts(root, disk.mine);
  const base = disk.base && new Map([...disk.base, ...merge.base]);
  const mine = new Map([...disk.mine, ...merge.settled]);
  const { readProject } = await import('../code/read-project.js');
  const read = readProject(mine, { base, unread: disk.unread });
  const { app, settings, exported, leftOut, carried } = read;
  const project = {
    root,
    mine,
    base,
    repaired: new Map([...disk.repaired, ...merge.base]),
    merging: merge.paths,
    onDisk: disk.mine,
    ...{ app, settings, exported, leftOut, carried },
  };
  return { project, problems: [...disk.problems, ...read.problems, ...goneAccess(project, read)] };
}
