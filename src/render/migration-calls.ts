import type { App } from '../model/model.js';
import type { TableStep } from '../schema/engine/schema.js';
import { type MigrationCall, stepCall } from '../schema/step-call.js';
import { numberCalls } from './number-rows.js';
import { periodCalls } from './period-rules.js';

/** The calls of some steps that lead to a model, with the SQL that its series and periods need. */
export const migrationCalls = (
  steps: readonly TableStep[],
  app: App | undefined,
): readonly MigrationCall[] =>
  steps.flatMap((step) => numberCalls(step, app) ?? periodCalls(step, app) ?? [stepCall(step)]);
