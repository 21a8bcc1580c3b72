import { join } from 'node:path';
import { fileOps } from '../../disk/file-ops.js';
import { LAST } from '../../disk/journal.js';
import { planUndo } from '../../project/plan-undo.js';
import { UPGRADING } from '../../project/tolerated.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { demandVersion, lookAtProject } from '../project.js';

/** Takes the last command back, while the files that it wrote are as it left them. */
export async function undo(context: Context): Promise<number> {
  const { project, problems } = await lookAtProject(context);
  demandVersion(problems, UPGRADING);
  const { root } = project;
  const { plan, command } = await planUndo(root);
  const words = { done: `took back \`${command}\``, nothing: 'nothing to change' };
  const code = await applyPlan(context, root, plan, words);
  if (code === 0 && !context.dryRun) await fileOps.remove(join(root, LAST));
  return code;
}
