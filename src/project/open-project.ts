import { settleGit } from '../disk/git-stages.js';
import { openProject as readDisk } from '../disk/open-project.js';
import type { App } from '../model/model.js';
import type { Problem } from '../problem.js';
import type { Tree } from '../tree.js';
import type { Settings } from '../code/read-settings.js';
import { goneAccess } from './gone-parts.js';

/** A project as it is on disk, and what its code says. */
export interface OpenProject {
  readonly root: string;
  readonly app: App;
  /** The files that commands work on: those on disk, but what git left with markers is merged where structure allows it. */
  readonly mine: Tree;
  readonly onDisk: Tree;
  /** Paths that git could not merge. */
  readonly merging: ReadonlySet<string>;
  /** The pristine copies; null where there are none at all. */
  readonly base: Tree | null;
  /** The copies that are another on disk, where git has left markers: to be written with whatever is written next. */
  readonly mended: Tree;
  readonly settings: Settings;
  readonly exported: ReadonlyMap<string, string>;
  /** Files that cannot be read as they are: a plan leaves them out, and only commands that write nothing go on. */
  readonly leftOut: ReadonlySet<string>;
  /** By table, the fields that stand in what cannot be read. */
  readonly carried: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads a project; what an interrupted command left is taken back first. Nothing is refused: the problems are given. */
export async function openProject(
  root: string,
): Promise<{ readonly project: OpenProject; readonly problems: readonly Problem[] }> {
  const disk = await readDisk(root);
  const merge = await settleGit(root, disk.mine);
  const base = disk.base && new Map([...disk.base, ...merge.base]);
  const mine = new Map([...disk.mine, ...merge.settled]);
  const { readProject } = await import('../code/read-project.js');
  const read = readProject(mine, { base, unread: disk.unread });
  const { app, settings, exported, leftOut, carried } = read;
  const project = {
    root,
    mine,
    base,
    mended: new Map([...disk.mended, ...merge.base]),
    merging: merge.paths,
    onDisk: disk.mine,
    ...{ app, settings, exported, leftOut, carried },
  };
  return { project, problems: [...disk.problems, ...read.problems, ...goneAccess(project, read)] };
}
