import { join } from 'node:path';
import { fileOps } from '../../disk/file-ops.js';
import { LAST } from '../../disk/journal.js';
import { planUndo } from '../../project/plan/plan-undo.js';
import { UNDOING } from '../../project/open/tolerated.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { requireSupportedVersion, inspectProject } from '../project.js';

/** Undoes the last command if the files that it wrote are unchanged since. */
export async function undo(context: Context): Promise<number> {
  const { project, problems } = await inspectProject(context);
  requireSupportedVersion(problems, UNDOING);
  const { root } = project;
  const { plan, command } = await planUndo(root);
  const more = { undoes: command };
  const messages = { done: `undid \`${command}\``, nothing: 'nothing to change' };
  const code = await applyPlan(context, root, plan, messages, { more });
  if (code === 0 && !context.dryRun) await fileOps.remove(join(root, LAST));
  return code;
}
