import { basePath } from '../../src/disk/base-store.js';
import { filesAfter, type Plan } from '../../src/plan/plan.js';
import type { Problem } from '../../src/problem.js';
import { withoutBlankParts } from '../../src/project/blank-parts.js';
import { followVersion } from '../../src/project/codemods.js';
import type { OpenProject } from '../../src/project/open-project.js';
import { planProject } from '../../src/project/plan-project.js';
import { readSyncedState } from '../../src/project/read-synced-state.js';
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
export function upgradeTree(tree: Tree, now: Date): Upgraded {
  const project = openTree(tree);
  const { app, known } = withoutBlankParts(project, readSyncedState(project));
  const { files, problems } = followVersion(project, app, project.settings.version);
  const { plan } = planProject(project, {
    ...{ mode: 'upgrade', after: app, known, removed: 'keep-edited' },
    ...{ edits: [() => files], now },
  });
  const after = filesAfter(plan, project.onDisk);
  const copies = [...new Map([...project.base, ...plan.base])];
  const kept = copies.flatMap(([path, text]): [string, string][] =>
    text === null ? [] : [[basePath(path), text]],
  );
  return { project, plan, problems, after, onDisk: new Map([...after, ...kept]) };
}
