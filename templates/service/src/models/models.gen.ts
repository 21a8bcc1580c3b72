import type { ModelModule } from '../crud/model-module.js';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [];
