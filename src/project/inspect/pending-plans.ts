import { type Problem, Refusal, warning } from '../../problem.js';
import { compareVersions, VERSION } from '../../version.js';
import { ownStyle, unapplied } from '../open/house-style.js';
import { layoutSince } from '../history/layout-moves.js';
import type { OpenProject } from '../open/open-project.js';
import { planProject, type ProjectPlan } from '../plan/plan-project.js';
import { upgradeOf } from '../change/plan-upgrade.js';
import type { Pending } from './project-status.js';
import { readSyncedState, type SyncedState } from '../open/read-synced-state.js';
import { READING, stops } from '../open/tolerated.js';

/**
 * Whether what is derived from the model can be compared: it must be known what crudgen wrote, and in an older layout all of it
 * is outdated until `upgrade`, which reports it.
 */
export function canCompare({ base, settings }: OpenProject, problems: readonly Problem[]): boolean {
  const { version } = settings;
  const isLaidOutBefore = version !== null && compareVersions(version, layoutSince()) < 0;
  return base.size > 0 && !isLaidOutBefore && !problems.some((one) => stops(one, READING));
}

/** The changes that `sync` would make. */
export function planSync(
  project: OpenProject,
  now: Date,
): ProjectPlan & { readonly known: SyncedState } {
  const known = readSyncedState(project);
  return { ...planProject(project, { mode: 'sync', after: project.app, known }, now), known };
}

/** What would bring a project up to its entities and to this version, and what keeps a plan from being made. */
export interface PendingPlans {
  readonly pending: readonly Pending[];
  readonly problems: readonly Problem[];
}

/** The plans of `sync` and, in a project of an older version or with templates that wait, of `upgrade`; none is made of what cannot be compared. */
export function pendingPlans(
  project: OpenProject,
  problems: readonly Problem[],
  now: Date,
): PendingPlans {
  const { version } = project.settings;
  const isIntact = !problems.some((one) => stops(one, READING)) && project.merging.size === 0;
  const isOlder = version !== null && compareVersions(version, VERSION) < 0;
  const plans: (() => Pending)[] = [
    ...(canCompare(project, problems) ? [() => pendingSync(project, now)] : []),
    ...(isOlder && isIntact ? [() => pendingUpgrade(project, now)] : []),
    ...(unapplied(project).length > 0 && isIntact ? [() => pendingStyle(project, now)] : []),
  ];
  const made = plans.map(attempt);
  return {
    pending: made.flatMap(({ found }) => found ?? []),
    problems: made.flatMap(({ refused }) => refused),
  };
}

const pendingSync = (project: OpenProject, now: Date): Pending => ({
  by: 'entities',
  plan: planSync(project, now).plan,
});

const pendingUpgrade = (project: OpenProject, now: Date): Pending => ({
  by: 'version',
  plan: planProject(project, upgradeOf(project).change, now).plan,
});

const pendingStyle = (project: OpenProject, now: Date): Pending => ({
  by: 'templates',
  plan: planProject(project, upgradeOf(project, ownStyle(project)).change, now).plan,
});

interface Attempt {
  readonly found: Pending | null;
  readonly refused: readonly Problem[];
}

/** The plan, or the refusal that would stop the command that makes the plan. */
function attempt(plan: () => Pending): Attempt {
  try {
    return { found: plan(), refused: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const asWarning = ({ code, message, help }: Problem) => warning(code, message, help);
    return { found: null, refused: error.problems.map(asWarning) };
  }
}
