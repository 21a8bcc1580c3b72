import { chosenHooks, isInTransaction, type ModelHooks } from '../../model/hooks.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { Core, Guard, LineSteps, Removal, Scope, WritePlan } from '../scope.js';
import { neededBy } from './write-needs.js';

/** The plans of all models. */
export function writePlans(
  core: Core,
  linesOf: (model: ModelInfo) => LineSteps | null,
  guardsOf: (model: ModelInfo) => readonly Guard[] = () => [],
  removalOf: (model: ModelInfo) => Removal | null = () => null,
): Core['plan'] {
  const plans = new Map<ModelInfo, WritePlan>();
  return (model) => {
    const hooks = chosenHooks(model.hooks);
    const known = plans.get(model);
    if (known?.hooks === hooks) return known;
    const plan = createPlan({
      ...{ model, hooks, core },
      ...{ lines: linesOf(model), guards: guardsOf(model), removal: removalOf(model) },
    });
    plans.set(model, plan);
    return plan;
  };
}

/** The plan of a model for a write that begins now: somebody may have begun to watch the model, also in another process. */
export const planNow = ({ core, model }: Scope): Promise<WritePlan> | WritePlan =>
  core.ready ? core.ready().then(() => core.plan(model)) : core.plan(model);

const NOTHING_CONTAINED: WritePlan['contained'] = new Map();

/** What a plan is made of. */
interface Parts {
  readonly model: ModelInfo;
  readonly hooks: ModelHooks;
  readonly lines: LineSteps | null;
  readonly guards: readonly Guard[];
  readonly removal: Removal | null;
  readonly core: Core;
}

function createPlan({ model, hooks, lines, guards, removal, core }: Parts): WritePlan {
  const contained = lines?.contained ?? NOTHING_CONTAINED;
  const runsCode = isInTransaction(hooks);
  return {
    hooks,
    lines,
    guards,
    removal,
    contained,
    references: model.columns.filter(({ reference }) => reference !== null),
    needs: neededBy({ model, hooks, lines, guards, core }),
    isSeenFirst: hooks.beforeValidate !== undefined || hooks.beforeTransaction !== undefined,
    runsCode,
    // Somebody may begin to watch the records to which lines belong.
    get isShared() {
      return runsCode || (lines?.isHeard() ?? false);
    },
    isSlow: hooks.beforeTransaction !== undefined || (lines?.isSlow ?? false),
  };
}
