import { modelOptionsOf } from '../model/field.js';
import type { ModelInfo } from '../model/model-info.js';
import { markOf } from './bin.js';
import { ownKeep } from './keep-time.js';

/** Why the service must not start with the trash of these models, a sentence each. */
export function refusals(models: readonly ModelInfo[]): readonly string[] {
  return models.flatMap((model) => {
    const entity = model.entity as new () => object;
    if ((modelOptionsOf(entity).trash ?? false) === false) return [];
    if (!markOf(model))
      return [
        `${model.name}: \`trash\` needs a column for the moment of the deletion; run \`crudgen model trash ${model.name}\``,
      ];
    return [...wrongTime(model.name, entity), ...staying(model, models)];
  });
}

function wrongTime(name: string, entity: new () => object): readonly string[] {
  try {
    ownKeep({ entity });
    return [];
  } catch (error) {
    return [`${name}: \`trash\`: ${(error as Error).message}`];
  }
}

/** Rows that a cascade would delete with a record, and that could not come back with it. */
function staying(model: ModelInfo, models: readonly ModelInfo[]): readonly string[] {
  const reached = new Set([model]);
  const without: string[] = [];
  // The set grows during the iteration.
  for (const { referrers } of reached)
    for (const { model: name, field, onDelete } of referrers) {
      const dependent = models.find((one) => one.name === name);
      if (!dependent || onDelete !== 'CASCADE' || reached.has(dependent)) continue;
      reached.add(dependent);
      if (!markOf(dependent))
        without.push(
          `${model.name}: its trash needs one of ${name}, which goes with it by ${name}.${field}: run \`crudgen model trash ${name}\``,
        );
    }
  return without;
}
