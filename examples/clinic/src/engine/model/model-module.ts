import type { ObjectLiteral } from 'typeorm';
import { type AccessRules, actionsOf, READ_METHODS } from './access-rules.js';
import type { ModelRoutes } from './define-routes.js';
import type { ModelRules } from '../rules/index.js';
import type { ModelHooks } from './hooks.js';

/** A model's parts as `models.gen.ts` lists them. */
export interface ModelModule {
  readonly entity: new () => ObjectLiteral;
  readonly access: AccessRules;
  readonly routes?: ModelRoutes;
  readonly hooks?: ModelHooks;
  readonly rules?: ModelRules;
}

/**
 * An entry of `models.gen.ts`. A call, so that the compiler checks each model against this type instead of hundreds of models
 * against each other.
 */
export const modelModule = (module: ModelModule): ModelModule => module;

const READ_ACTIONS = actionsOf(READ_METHODS);

/** Custom endpoints that a read-only role can call although their method writes, a line for each. */
export function openWrites(modules: readonly ModelModule[]): readonly string[] {
  return modules.flatMap(({ entity, routes }) =>
    (routes?.routes ?? [])
      .filter(
        ({ method, action }) => method !== 'get' && READ_ACTIONS.some((one) => one === action),
      )
      .map(
        ({ method, path, action }) =>
          `${entity.name}: ${method.toUpperCase()} ${path} states \`${action}\`, so roles that may only read can call it; state \`edit\` if it changes anything`,
      ),
  );
}
