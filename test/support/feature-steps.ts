import type { Step } from '../../templates/service/engine/database/steps/schema.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { featuresIn } from '../../src/render/features.js';
import { diffSchema } from '../../src/schema/diff-schema.js';
import { stepCall } from '../../src/schema/step.js';
import { templates } from '../golden/example.js';

/** The steps that crudgen writes for the tables of features. */
export function featureSteps(names: readonly string[]): Step[] {
  const features = featuresIn(templates()).filter(({ name }) => names.includes(name));
  const tables = new Map(features.flatMap((feature) => [...feature.tables]));
  return diffSchema(new Map(), tables).map((step) => {
    const { call, args } = stepCall(step);
    return (steps[call] as (...args: readonly unknown[]) => Step)(...args);
  });
}
