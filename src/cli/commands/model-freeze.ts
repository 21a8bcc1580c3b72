import { changeFrozen, findModel } from '../../model/change.js';
import { conditionIn, frozenFault } from '../../model/frozen.js';
import type { Frozen } from '../../model/model.js';
import { misuse, Refusal } from '../../problem.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { projectOf } from '../project.js';

/** The options of `model freeze`. */
export interface FreezeOptions extends DataOptions {
  /** The roles that change frozen rows nevertheless, separated by commas. */
  readonly except?: string;
  readonly off?: boolean;
}

/** Freezes the rows of a model that meet a condition, or no longer any. */
export async function modelFreeze(
  context: Context,
  name: string,
  when: string | undefined,
  { except, off = false, ...data }: FreezeOptions,
): Promise<number> {
  const project = await projectOf(context);
  const model = findModel(project.app, name);
  if (off === (when !== undefined) || (off && except !== undefined))
    throw misuse(
      off
        ? '`--off` and a condition say different things'
        : 'it is missing by which value rows are frozen',
      off
        ? 'leave one of them out'
        : `write \`crudgen model freeze ${name} status=paid\`, or \`--off\``,
    );
  const frozen = off ? null : frozenBy(when!, except);
  const after = changeFrozen(project.app, name, frozen);
  const fault = frozenFault(findModel(after, model.name));
  if (fault) throw new Refusal([fault]);
  const messages = {
    done: off ? `no rows of ${name} are frozen` : `rows of ${name} are frozen: ${when}`,
    nothing: off
      ? `nothing to change: no rows of ${name} are frozen`
      : `nothing to change: rows of ${name} are frozen like this already`,
    next: [],
  };
  return changeModel(context, project, { mode: 'change', after }, { messages, ...data });
}

const frozenBy = (when: string, except: string | undefined): Frozen => ({
  ...conditionIn(when),
  except: except?.split(',').map((role) => role.trim()) ?? [],
});
