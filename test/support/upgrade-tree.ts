import { basePath } from '../../src/disk/base-store.js';
import { filesAfter, type Plan } from '../../src/plan/plan.js';
import type { Problem } from '../../src/problem.js';
import { upgradeOf } from '../../src/project/change/plan-upgrade.js';
import { LAYOUT_MOVES } from '../../src/project/history/layout-moves.js';
import type { LayoutMove } from '../../src/project/history/layouts/layout-move.js';
import { styleCopies } from '../../src/project/open/house-style.js';
import { installedCopies } from '../../src/project/open/installed-features.js';
import type { OpenProject } from '../../src/project/open/open-project.js';
import { planProject } from '../../src/project/plan/plan-project.js';
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
  const { change, problems } = upgradeOf(project);
  const { plan } = planProject(project, { ...change, layouts }, now);
  return { project, plan, problems, ...written(project, plan) };
}

/** The files of a project once a plan is written, and what is on disk then. */
export function written(project: OpenProject, plan: Plan): Pick<Upgraded, 'after' | 'onDisk'> {
  const after = filesAfter(plan, project.onDisk);
  const { base, applied, installed } = project;
  const aside = [
    ...styleCopies({ ...project, base: new Map(), applied: new Map() }, applied),
    ...installedCopies(new Map(), installed),
  ];
  const copies = [...new Map([...aside, ...base, ...plan.base])];
  const stored = copies.flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[basePath(path), text]],
  );
  return { after, onDisk: new Map([...after, ...stored]) };
}
