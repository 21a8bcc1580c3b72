import { changeHistory, findModel } from '../../model/change.js';
import { timeFault } from '../../model/kept-rows.js';
import { misuse, Refusal, refusal } from '../../problem.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** Keeps the changes of a model, or keeps no further ones. */
export async function modelHistory(
  context: Context,
  name: string,
  time: string | undefined,
  { off = false, ...data }: { readonly off?: boolean } & DataOptions,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  if (model.readOnly)
    throw refusal(
      'no-history',
      `\`${name}\` has no history`,
      'its rows are only read: whatever writes them has to keep their changes',
    );
  const fault = time === undefined ? null : timeFault('history', time);
  if (fault) throw new Refusal([fault], 2);
  if (off && time !== undefined)
    throw misuse('`--off` and a time say different things', 'leave one of them out');
  const after = changeHistory(project.app, name, off ? null : (time ?? true));
  const messages = {
    done: off ? `no further changes of ${name} are kept` : `changes of ${name} are kept`,
    nothing: off
      ? `nothing to change: ${name} has no history`
      : `nothing to change: ${name} has this history already`,
    next: [],
  };
  return changeModel(context, project, { mode: 'change', after }, { messages, ...data });
}
