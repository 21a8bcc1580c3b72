import { actionsOf, READ_METHODS } from './action.js';
import type { ModelModule } from './model-module.js';

const READ_ACTIONS = actionsOf(READ_METHODS);

/** Own endpoints that a role which may only read can call although their method writes, a line for each. */
export function openWrites(modules: readonly ModelModule[]): readonly string[] {
  return modules.flatMap(({ entity, routes }) =>
    (routes?.routes ?? [])
      .filter(({ method, action }) => method !== 'get' && READ_ACTIONS.includes(action))
      .map(
        ({ method, path, action }) =>
          `${entity.name}: ${method.toUpperCase()} ${path} states \`${action}\`, so roles that may only read can call it; state \`edit\` if it changes anything`,
      ),
  );
}
