import { featuresIn } from '../../src/render/features.js';
import { diffSchema } from '../../src/schema/diff-schema.js';
import { NO_TABLES, type TableStep } from '../../src/schema/engine/schema.js';
import { templates } from '../golden/example.js';

/** The steps that crudgen writes for the tables of features. */
export function featureSteps(names: readonly string[]): readonly TableStep[] {
  const features = featuresIn(templates()).filter(({ name }) => names.includes(name));
  const tables = Object.fromEntries(features.flatMap((one) => Object.entries(one.tables)));
  return diffSchema(NO_TABLES, { tables });
}
