import type { ObjectLiteral } from 'typeorm';
import type { AccessRules } from './access-rules.js';
import type { ModelRoutes } from './define-routes.js';
import type { ModelHooks } from './hooks.js';

/** A model's parts as `models.gen.ts` lists them. */
export interface ModelModule {
  readonly entity: new () => ObjectLiteral;
  readonly access: AccessRules;
  readonly routes?: ModelRoutes;
  readonly hooks?: ModelHooks;
}

/**
 * A line of `models.gen.ts`. As a call, so that the compiler holds each model against this type instead of hundreds of
 * models against each other.
 */
export const modelModule = (module: ModelModule): ModelModule => module;
