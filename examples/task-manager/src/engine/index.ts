/*
 * The engine's door: everything that the code of a project needs of it, as `#engine`. `README.md` beside it is the map of
 * what lies behind.
 */

import * as settingValues from './settings/setting-values.js';

// What a service is made of, and what starts it.
export { main } from './service/main.js';
export type { Project } from './service/project.js';
export type { AppParts } from './service/project.js';

// Entities: what TypeORM's decorators cannot say of a field and a model, and column types that suit both databases.
export { Field, Model, type FieldOptions, type ModelOptions } from './model/field.js';
export {
  BIGINT,
  DATETIME,
  DECIMAL,
  JSON_VALUE,
  NOW,
  TODAY,
  UUID,
} from './database/column-types.js';
export { Role } from './auth/role.model.js';
export { Tenant } from './auth/tenant.model.js';
export type { UserEntity, UserRow } from './auth/user-entity.js';

// Access rules: who may do what, which rows they see, which fields they read and write.
export { asParent, custom, defineAccess, owner, tenant } from './model/define-access.js';
export type { AccessDefinition } from './model/define-access.js';
export { ACTIONS, type Action } from './model/access-rules.js';
export type { CurrentUser } from './model/access-rules.js';
export { where, whereOf, type WhereBuilder } from './model/where-builder.js';
export type { Where } from './model/where.js';

// Endpoints of one's own, of a model or of none, and what they work with.
export {
  defineRoutes,
  type RequestContext,
  type RouteContext,
  type RouteHandler,
  type RouteResult,
} from './model/define-routes.js';
export {
  defineRouter,
  type OpenContext,
  type OwnRouter,
  type RouterAuth,
  type SignedInContext,
} from './model/define-router.js';
export { asRecord, type Crud, type Engine, type Query, type Records } from './model/operations.js';
export type { PageText, RecordText } from './model/operations.js';
export {
  HttpProblem,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  unauthorized,
  type FieldProblem,
} from './problem/problem.js';

// Models as `models.gen.ts` lists them, and what a model does beside its generated operations.
export { modelModule, type ModelModule } from './model/model-module.js';
export type { ModelHooks, Values, WriteContext } from './model/hooks.js';

// Migrations: a list of steps, or SQL of one's own.
export { StepMigration } from './database/steps/step-migration.js';
export {
  addColumn,
  addForeignKey,
  addIndex,
  addUnique,
  changeColumn,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  dropUnique,
  renameColumn,
  renameTable,
  sql,
} from './database/steps/step.js';
export type { Database } from './database/database.js';

// The pieces of `app.ts`, in the order in which a request meets them.
export { requestId } from './http/request-log.js';
export { requestLog } from './http/request-log.js';
export { warnOfProxy } from './http/request-log.js';
export { securityHeaders } from './http/security-headers.js';
export { loopbackOnly } from './http/loopback-only.js';
export { cors } from './http/security-headers.js';
export { apiPrefix } from './http/endpoint.js';
export { createRouter, modelRouter } from './crud/create-router.js';
export { createOwnRouter } from './crud/own-router.js';
export { createAuthRouter } from './auth/auth-routes.js';
export { createDocsRouter } from './docs/docs-routes.js';
export { searchConfig } from './search/search-config.js';
export { endpoint } from './http/endpoint.js';
export { healthz, readyz } from './http/health.js';
export { redirect } from './http/endpoint.js';
export { createBackOffice } from './http/back-office.js';
export { noSuchPath, problemHandler } from './http/send-problem.js';

// The environment; `settings.ts` reads it.
export {
  INITIAL_ADMIN_PASSWORD,
  INITIAL_AUTH_SECRET,
  StartRefused,
  type Environment,
  type Settings,
} from './settings/settings.js';
export { settingReader, type SettingReader } from './settings/setting-reader.js';
export { settingValues };
export { isLoopback, isProduction } from './settings/production.js';
