import { basePath } from '../../src/disk/base-store.js';
import { filesAfter, type Plan } from '../../src/plan/plan.js';
import type { Problem } from '../../src/problem.js';
import { followVersion } from '../../src/project/history/codemods.js';
import { LAYOUT_MOVES } from '../../src/project/history/layout-moves.js';
import type { LayoutMove } from '../../src/project/history/layouts/layout-move.js';
import type { OpenProject } from '../../src/project/open/open-project.js';
import { planProject } from '../../src/project/plan/plan-project.js';
import { readSyncedState } from '../../src/project/open/read-synced-state.js';
import type { Tree } from '../../src/tree.js';
import { openTree } from './open-tree.js';

export interface Upgraded {
  readonly project: OpenProject;
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  readonly after: Tree;
  /** What is on disk then, the copies included. */
  readonly onDisk: Tree;
}

/** What `crudgen upgrade` does to a project in memory. */
export function upgradeTree(
  tree: Tree,
  now: Date,
  layouts: readonly LayoutMove[] = LAYOUT_MOVES,
): Upgraded {
  const project = openTree(tree);
  const { app, mine } = project;
  const known = readSyncedState(project);
  const { version } = project.settings;
  const { files, problems } = followVersion(mine, version);
  const change = { mode: 'upgrade', after: app, known, removed: 'keep-edited' } as const;
  const { plan } = planProject(project, { ...change, edits: [() => files], layouts }, now);
  return { project, plan, problems, ...written(project, plan) };
}

/** The files of a project once a plan is written, and what is on disk then. */
export function written(project: OpenProject, plan: Plan): Pick<Upgraded, 'after' | 'onDisk'> {
  const after = filesAfter(plan, project.onDisk);
  const copies = [...new Map([...project.base, ...plan.base])];
  const stored = copies.flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[basePath(path), text]],
  );
  return { after, onDisk: new Map([...after, ...stored]) };
}
