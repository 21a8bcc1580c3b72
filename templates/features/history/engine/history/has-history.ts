import { modelOptionsOf } from '../model/field.js';
import type { ModelModule } from '../model/model-module.js';

/** Whether a model has a history: `@Model({ history: true })`, or for how long it is kept. */
export const hasHistory = ({ entity }: Pick<ModelModule, 'entity'>): boolean =>
  (modelOptionsOf(entity).history ?? false) !== false;
