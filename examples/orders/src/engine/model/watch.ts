import { eitherOf, inTurn } from './hooks-in-turn.js';
import type { ModelHooks } from './hooks.js';
import type { ModelModule } from './model-module.js';

/** Somebody beside the models who wants to know of the writes of some of them, by hooks, and of others at other times. */
export interface Watch {
  /** Awaited before each write, also inside of a transaction: the moment to learn what other processes have changed. */
  ready(): Promise<void>;
  /** Whether the writes of a model are watched now. Those of others cost what they cost without a watch. */
  isOn(entity: ModelModule['entity']): boolean;
  /** What is called before the model's own hooks. `before` is null in a write that began before it was watched. */
  hooks(entity: ModelModule['entity']): ModelHooks;
}

/** A model whose writes are watched. */
export function watched(module: ModelModule, watch: Watch): ModelModule {
  const { entity, hooks: own = {} } = module;
  const both = inTurn(watch.hooks(entity), own);
  return { ...module, hooks: eitherOf(() => (watch.isOn(entity) ? both : own)) };
}
