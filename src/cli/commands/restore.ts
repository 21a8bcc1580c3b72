import { nearest } from '../../model/nearest.js';
import { Refusal } from '../../problem.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { planModel } from '../plan-model.js';
import { openProject, planFileChange } from '../project.js';

/** Brings a deleted file back as crudgen writes it now. */
export async function restore(context: Context, given: string): Promise<number> {
  const project = await openProject(context);
  const path = given.replaceAll('\\', '/').replace(/^\.\//, '');
  const words = { done: `restored ${path}`, nothing: `nothing to change: ${path} is there` };
  const { mine, base } = project;
  const { next } = await planModel(project, project.app, { now: context.now, everything: true });
  const text = next.get(path);
  const gone = [...(base?.keys() ?? [])].filter((one) => !mine.has(one));
  if (text === undefined && !mine.has(path)) throw unknown(path, gone);
  const plan = planFileChange(project, path, mine.get(path) ?? text!);
  const settles = mine.has(path) ? [] : [[path, text!] as const];
  return applyPlan(context, project.root, { ...plan, base: new Map(settles) }, words);
}

function unknown(path: string, gone: readonly string[]): Refusal {
  const near = nearest(path, gone);
  const list =
    gone.length === 0 ? 'no file is missing' : `missing are ${gone.slice(0, 10).join(', ')}`;
  return new Refusal([
    {
      code: 'no-file',
      message: `crudgen writes no file \`${path}\``,
      help: near === null ? list : `did you mean \`${near}\`?`,
    },
  ]);
}
