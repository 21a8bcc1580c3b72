import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import { isReplaced, type Generated } from '../routes/replaced-endpoints.js';

/**
 * Endpoints of the developer's that stand in for generated ones of lines: reading and writing lines with their record would lead
 * past them, so that a service does not start with both.
 */
export function linesPastEndpoints(
  modules: readonly ModelModule[],
  models: readonly ModelInfo[],
): string[] {
  return modules.flatMap(({ entity, routes }) => {
    const { name, lineParent } = models.find((one) => one.name === entity.name)!;
    if (!lineParent) return [];
    const replaced = METHODS.filter((method) => isReplaced(routes?.routes ?? [], method));
    return replaced.map(
      (method) =>
        `${name}: \`route.${method}\` replaces a generated endpoint, but a write of ${lineParent.model} with its lines does not call it: ` +
        `move its code into hooks or rules of ${name}, or remove \`lines: true\``,
    );
  });
}

const METHODS: readonly Generated[] = ['get', 'post', 'put', 'patch', 'delete'];
