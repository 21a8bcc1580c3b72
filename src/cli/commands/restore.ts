import { planRestore } from '../../project/plan/plan-restore.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { requireSupportedVersion, inspectProject } from '../project.js';
import { projectPath } from '../project-path.js';

/** Restores a deleted file, or a generated one that was edited. */
export async function restore(context: Context, given: string): Promise<number> {
  const { project, problems } = await inspectProject(context);
  requireSupportedVersion(problems);
  const { root, mine, base } = project;
  const isKnown = (one: string) => mine.has(one) || base.has(one);
  const path = projectPath({ root, cwd: context.cwd }, given, isKnown);
  // Code without errors can be read. If a model is gone, code that refers to it cannot be read.
  const isRead = problems.every(
    ({ severity, code }) => severity === 'warning' || code === 'gone-access',
  );
  const plan = planRestore(project, path, { now: context.now, isRead });
  const messages = {
    done: `restored ${path}`,
    nothing: `nothing to change: ${path} already exists`,
  };
  return applyPlan(context, root, plan, messages);
}
