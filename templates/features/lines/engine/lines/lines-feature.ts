import type { Feature, FeatureLines } from '../service/project.js';
import { checkLines } from './check-lines.js';
import { lineSchemas } from './line-schemas.js';
import { linesPastEndpoints } from './lines-past-endpoints.js';
import { lineSteps } from './steps.js';

/** Lines as the engine reads, writes, checks and describes them. */
export const recordLines: FeatureLines = {
  steps: lineSteps,
  refusals: (models, modules) => [...checkLines(models), ...linesPastEndpoints(modules, models)],
  schemas: lineSchemas,
};

/** Records that are lines of others, such as those of an order: read and written with it, under its version. */
export const lines: Feature = { name: 'lines', lines: recordLines };
