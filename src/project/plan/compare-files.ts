import { isDeepStrictEqual } from 'node:util';
import { exportedNames } from '../../code/read-project.js';
import { readSettings } from '../../code/read-settings.js';
import { isWithin } from '../../code/unread-files.js';
import { filesAfter, type Plan } from '../../plan/plan.js';
import { planChanges, underKept } from '../../plan/plan-changes.js';
import { projectPaths } from '../../render/project-files.js';
import type { Registered } from '../../render/render-registry.js';
import { keepsBase } from '../../render/render-project.js';
import type { Tree } from '../../tree.js';
import { type ProjectChange, toldWith } from '../change/project-change.js';
import type { Refactored } from '../change/workspace.js';
import type { OpenProject } from '../open/open-project.js';
import type { BothModels } from './both-models.js';
import { withKeyAsIn } from './email-key.js';
import { withRegistry } from './render-models.js';
import { threeTrees } from './three-trees.js';

/** The project with which the files of a command are compared. */
interface Target {
  readonly project: OpenProject;
  readonly change: ProjectChange;
  readonly models: BothModels;
  /** The render of the model after. */
  readonly after: Tree;
  /** The new migration. */
  readonly file: Tree;
}

/** A plan for the files of a workspace. */
export interface Compared {
  readonly plan: Plan;
  /** The files that crudgen would write now, by the paths of the kept copies. */
  readonly next: Tree;
  /** The files after the plan. */
  readonly files: Tree;
}

/** Compares files with a render; a second time if merging gave a part of a model another name than its registry was rendered with. */
export function compareFiles(work: Refactored, target: Target): Compared {
  const { project, change, models, after } = target;
  const { exported } = work;
  const listed = { app: change.after, templates: models.templates.after };
  const render = (registered: Registered): Compared =>
    compare(work, target, withRegistry(project, after, listed, registered));
  const first = { exported };
  const compared = render(first);
  const classes = change.after.models.map(({ name }) => name);
  const then = { exported: exportedNames(compared.files, classes) };
  return isDeepStrictEqual(then, first) ? compared : render(then);
}

function compare(work: Refactored, target: Target, rendered: Tree): Compared {
  const { project, change, models, file } = target;
  const { mine, base, before } = work;
  const { mode, removed } = change;
  const renamedTables = new Map(Object.entries(toldWith(change).renames?.tables ?? {}));
  const after = underKept(base, rendered, renamedTables);
  const isStatic = (path: string) => projectPaths(models.templates.after).has(path);
  const merging = unresolvedPaths(project, work);
  const trees = threeTrees({ mode, kept: base, before, after, isStatic, merging });
  const plan = planChanges({
    ...trees,
    ...(mode === 'sync' && { current: withKeyAsIn(mine, trees.current!) }),
    ...{ base, mine, renamedTables },
    paths: readSettings(mine).settings.paths,
    next: new Map([...trees.next, ...file]),
    isUnread: (path) => [...project.unreadFiles].some((one) => isWithin(path, one)),
    ...(removed !== undefined && { removed }),
  });
  const whole = { ...plan, base: copiesOf(plan) };
  return { plan: whole, next: trees.next, files: filesAfter(whole, mine) };
}

/** The new copies of a plan; a file that is written only once is copied when crudgen creates it. */
function copiesOf({ changes, base }: Plan): Plan['base'] {
  const made = changes.flatMap((one): [string, string][] =>
    one.kind === 'create' ? [[one.path, one.next]] : [],
  );
  return new Map([...made, ...base].filter(([path]) => keepsBase(path)));
}

/** Files that git could not merge, and repaired copies, which lack both sides of each conflict. */
function unresolvedPaths(
  { merging, repaired }: OpenProject,
  { moved }: Refactored,
): ReadonlySet<string> {
  return new Set(
    [...merging, ...repaired.keys()].flatMap((path) => [path, moved.get(path) ?? path]),
  );
}
