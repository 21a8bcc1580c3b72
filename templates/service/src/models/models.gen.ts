import type { ModelModule } from '#engine';

/** Every model of the project, by class name. */
export const models: readonly ModelModule[] = [];
