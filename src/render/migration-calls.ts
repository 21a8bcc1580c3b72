import type { App } from '../model/model.js';
import type { TableStep } from '../schema/engine/schema.js';
import { type MigrationCall, stepCall } from '../schema/step-call.js';
import { historyCalls } from './history-renames.js';
import { numberCalls } from './number-rows.js';
import { pastFileCalls } from './past-file-rules.js';
import { periodCalls } from './period-rules.js';
import { newTrashCalls, trashCalls } from './trash-rules.js';

/** The calls of some steps from a model to another one, with the SQL that its series, periods, history, files and trash need. */
export const migrationCalls = (
  steps: readonly TableStep[],
  app: App | undefined,
  before?: App,
): readonly MigrationCall[] => [
  ...steps.flatMap((step) => {
    const own = numberCalls(step, app) ?? periodCalls(step, app);
    const kept = historyCalls(step, app);
    // A renamed table may have both; the step itself is the first call of each.
    const calls = own && kept ? [...own, ...kept.slice(1)] : (own ?? kept ?? [stepCall(step)]);
    const files = pastFileCalls(step, { after: app, before });
    return [...trashCalls(step, steps, before), ...calls, ...files];
  }),
  ...newTrashCalls(steps, app),
];
