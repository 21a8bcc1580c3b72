import { eitherOf, inTurn } from './hooks-in-turn.js';
import type { ModelHooks } from './hooks.js';
import type { ModelModule } from './model-module.js';

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
