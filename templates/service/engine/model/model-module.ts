import type { ObjectLiteral } from 'typeorm';
import type { ModelRules } from '../rules/index.js';
import { READ_METHODS, actionsOf, type AccessRules } from './access-rules.js';
import type { ModelRoutes } from './define-routes.js';
import { eitherOf, inTurn, type ModelHooks, type WrittenHook } from './hooks.js';

/** A model's parts as `models.gen.ts` lists them. */
export interface ModelModule {
  readonly entity: new () => ObjectLiteral;
  /** Absent where nothing is restricted beyond the global roles; of users, where only Admins have access. */
  readonly access?: AccessRules;
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
          `${entity.name}: ${method.toUpperCase()} ${path} requires only \`${action}\`, so read-only roles can call it; if it changes anything, require \`edit\``,
      ),
  );
}

/** An observer of writes to some models, which may change over time; it observes through hooks. */
export interface Watch {
  /** Awaited before each write, also inside a transaction: the time to load what other processes have changed. */
  ready(): Promise<void>;
  /** Whether a model's writes are observed now. Others have no overhead. */
  isOn(entity: ModelModule['entity']): boolean;
  /** Called before the model's own hooks. `before` is null in a write that began before observation did. */
  hooks(entity: ModelModule['entity']): ModelHooks;
}

/** A model whose writes are observed. */
export function watched(module: ModelModule, watch: Watch): ModelModule {
  const { entity, hooks: own = {} } = module;
  const both = inTurn(watch.hooks(entity), own);
  return { ...module, hooks: eitherOf(() => (watch.isOn(entity) ? both : own)) };
}

/** A model whose writes a feature is told of, if it gives a hook for them. */
export function followed(
  module: ModelModule,
  hookOf: (module: ModelModule) => WrittenHook | null,
): ModelModule {
  const written = hookOf(module);
  return written ? { ...module, hooks: inTurn({ written }, module.hooks ?? {}) } : module;
}
