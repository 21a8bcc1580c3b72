import { planRestore } from '../../project/plan-restore.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { demandVersion, lookAtProject } from '../project.js';
import { projectPath } from '../project-path.js';

/** Brings a deleted file back, and one that only crudgen writes after an edit. */
export async function restore(context: Context, given: string): Promise<number> {
  const { project, problems } = await lookAtProject(context);
  demandVersion(problems);
  const { root, mine, base } = project;
  const isKnown = (one: string) => mine.has(one) || base?.has(one) === true;
  const path = projectPath({ root, cwd: context.cwd }, given, isKnown);
  // A model that is gone is not written any more, and what refers to it cannot be read.
  const isRead = problems.every(({ severity }) => severity === 'warning');
  const plan = await planRestore(project, path, { now: context.now, isRead });
  const words = { done: `restored ${path}`, nothing: `nothing to change: ${path} is there` };
  return applyPlan(context, root, plan, words);
}
