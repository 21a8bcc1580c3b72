import type { Problem } from '../../problem.js';
import type { OpenProject } from '../open/open-project.js';
import { asItIs } from '../tell/check.js';
import { problemsNow } from '../tell/checks.js';
import { duplicatePrefixes } from '../tell/duplicate-prefixes.js';
import { canCompare, planSync } from './pending-plans.js';

/** Finds problems beyond those of reading: in files, packages, the database, and all that follows from the model. */
export async function checkProject(
  project: OpenProject,
  problems: readonly Problem[],
  now: Date,
): Promise<readonly Problem[]> {
  const [after, nothing] = asItIs(project);
  const isComparable =
    canCompare(project, problems) && duplicatePrefixes(project.mine, project.app).length === 0;
  if (!isComparable) return problemsNow(project, after, nothing);
  const { plan, steps, known } = planSync(project, now);
  return [...(await problemsNow(project, { ...after, steps }, plan)), ...known.problems];
}
