import { nearest } from '../../model/nearest.js';
import { findMoves } from '../../refactor/find-moves.js';
import { isGenerated } from '../../tree.js';
import { Refusal } from '../../problem.js';
import { applyPlan } from '../apply-plan.js';
import type { Context } from '../context.js';
import { planModel } from '../plan-model.js';
import { demandVersion, lookAtProject, planFileChange } from '../project.js';
import { projectPath } from '../project-path.js';

/**
 * Brings a deleted file back as crudgen writes it now, and one that only crudgen writes after an edit; refuses where it was
 * moved, or never was.
 */
export async function restore(context: Context, given: string): Promise<number> {
  const { project, problems } = await lookAtProject(context);
  demandVersion(problems);
  const { root, mine, base, settings } = project;
  const isKnown = (one: string) => mine.has(one) || base?.has(one) === true;
  const path = projectPath({ root, cwd: context.cwd }, given, isKnown);
  const place = base === null ? undefined : findMoves(base, mine, settings.paths).get(path);
  if (place !== undefined) throw moved(path, place);
  const words = { done: `restored ${path}`, nothing: `nothing to change: ${path} is there` };
  // A model that is gone is not written any more, and what refers to it cannot be read: the copy is as good.
  const isRead = problems.every(({ severity }) => severity === 'warning');
  const { next } = isRead
    ? await planModel(project, project.app, { now: context.now, everything: true })
    : { next: new Map<string, string>() };
  const text = next.get(path) ?? base?.get(path);
  const gone = [...(base?.keys() ?? [])].filter((one) => !mine.has(one));
  if (text === undefined && !mine.has(path)) throw unknown(path, gone);
  const stays = mine.has(path) && !(isGenerated(path) && text !== undefined);
  const plan = planFileChange(project, path, stays ? mine.get(path)! : text!);
  const settles = stays ? [] : [[path, text!] as const];
  return applyPlan(context, project.root, { ...plan, base: new Map(settles) }, words);
}

function moved(path: string, place: string): Refusal {
  const message = `${path} is not gone: it is at ${place}`;
  return new Refusal([
    { code: 'moved-file', message, help: 'delete that one first if you want it anew' },
  ]);
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
