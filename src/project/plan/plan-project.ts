import type { Plan } from '../../plan/plan.js';
import { isError, refuseErrors } from '../../problem.js';
import { KEPT_DATABASE } from '../../pull/again/kept-database.js';
import type { TableStep } from '../../schema/engine/schema.js';
import type { Tree } from '../../tree.js';
import { installedAfter, type ProjectChange, styleAfter } from '../change/project-change.js';
import { refactorFiles } from '../change/refactor-files.js';
import { type Refactored, workOn } from '../change/workspace.js';
import { withGonePlaces } from '../history/gone-declarations.js';
import { styleCopies } from '../open/house-style.js';
import { installedCopies } from '../open/installed-features.js';
import type { OpenProject } from '../open/open-project.js';
import { problemsOfChange } from '../tell/checks.js';
import { bothModels } from './both-models.js';
import { type Compared, compareFiles } from './compare-files.js';
import { withFeatureSides } from './conflict-sides.js';
import { migrationOf } from './migration-of-change.js';
import { rebasePlan } from './rebase-plan.js';
import { withOwnFiles } from './removed-files.js';
import { renderBoth } from './render-models.js';

/** A plan, with the steps of its migration. */
export interface ProjectPlan {
  readonly plan: Plan;
  /** The whole render behind the plan, by the paths of the kept copies. */
  readonly next: Tree;
  readonly steps: readonly TableStep[];
}

/**
 * Plans a change of a project: crudgen edits the files, renders both models, moves and renames files, compares three trees,
 * rebases the plan onto the disk, and makes its checks. Nothing changes a plan afterwards.
 */
export function planProject(project: OpenProject, change: ProjectChange, now: Date): ProjectPlan {
  const models = bothModels(project, change);
  const { steps, file, losses } = migrationOf(project, change, models, now);
  const edited = workOn(project, change.edits);
  const renders = renderBoth(project, change, models, { mine: edited.mine, file });
  const work = refactorFiles(project, change, edited, renders);
  const target = { project, change, models, after: renders.after, file };
  const compared = compareFiles(work, target);
  const plan = { ...planOnDisk(project, change, work, compared), losses };
  const { next, files } = compared;
  const after = { change, app: models.after, files, names: work, steps };
  const told = problemsOfChange(project, after, plan);
  refuseErrors(told.filter(isError));
  const own = change.mode === 'change' ? (change.warnings ?? []) : [];
  const warnings = [...plan.warnings, ...own, ...told];
  return { plan: { ...plan, store: storeOf(change), warnings }, next, steps };
}

/** The file of the database, where a change follows that. */
function storeOf(change: ProjectChange): Plan['store'] {
  const file = change.mode === 'change' ? (change.pulled?.file ?? null) : null;
  return new Map(file === null ? [] : [[KEPT_DATABASE, file]]);
}

/** A plan for the files on disk, with all copies that change. */
function planOnDisk(
  project: OpenProject,
  change: ProjectChange,
  work: Refactored,
  compared: Compared,
): Plan {
  const installed = installedAfter(project, change);
  const onDisk = rebasePlan(compared.plan, project, work);
  const conflicts = withFeatureSides(withGonePlaces(onDisk.conflicts, work.gone), installed);
  const { files } = compared;
  const plan = withOwnFiles({ ...onDisk, conflicts }, project, { files, removed: change.removed });
  return {
    ...plan,
    base: new Map([
      ...plan.base,
      ...styleCopies(project, styleAfter(project, change)),
      ...installedCopies(project.installed, installed),
    ]),
    completes: new Set(change.mode === 'upgrade' ? ['crudgen.json'] : []),
  };
}
