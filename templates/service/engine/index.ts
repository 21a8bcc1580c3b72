/*
 * The public API of the engine: everything that the code of a project imports, as `#engine`. `README.md` beside it is a map
 * of what is inside.
 */

import * as settingValues from './settings/setting-values.js';

// What a service consists of, and what starts it.
export { main } from './service/main.js';
export type { AppParts, Command, Feature, Project, ServiceParts, Stop } from './service/project.js';
export type { AbsentFeatures } from './settings/absent-features.js';

// Entities: what TypeORM's decorators cannot say about a field or a model, and column types that suit both databases.
export { Field, Model, type FieldOptions, type ModelOptions } from './model/field.js';
export {
  BIGINT,
  COLOR,
  DATETIME,
  DECIMAL,
  JSON_VALUE,
  NOW,
  TODAY,
  UUID,
} from './database/column-types.js';
export { Role, Tenant, type UserEntity, type UserRow } from './auth/entities.js';
export { defineAccount, type AccountDefinition, type AccountRules } from './auth/own-account.js';

// Access rules: who may do what, which rows they see, which fields they read and write.
export {
  ACTIONS,
  allFor,
  asParent,
  custom,
  defineAccess,
  owner,
  tenant,
} from './model/access-rules.js';
export type { AccessDefinition, Action, CurrentUser } from './model/access-rules.js';
export { defineRoles, type RoleDefinition } from './auth/preset-roles.js';
export { where, whereOf, type Where, type WhereBuilder } from './model/where.js';

// Custom endpoints, with or without a model, and what their handlers receive.
export { defineRouter, defineRoutes } from './model/define-routes.js';
export type {
  ErrorAnswer,
  ErrorForm,
  OwnRouter,
  RouteHandler,
  RouteOptions,
  RouteResult,
  RouterAuth,
} from './model/define-routes.js';
export type {
  MultipartBody,
  OpenContext,
  OpenRouteContext,
  ProjectSettings,
  RequestContext,
  RouteContext,
  SignedInContext,
  TransactOptions,
  UploadedFile,
} from './model/route-context.js';
export type { Accounts, OwnProfile, Profile, SignInAnswer } from './model/route-context.js';
export { Html, html, type HtmlValue } from './model/html.js';
export { file, reply, Reply, type ReplyOptions } from './model/route-context.js';
export type { Crud, Engine, Records } from './model/records.js';
export type { FindOptions, GroupOptions, RecordOf, Values, WhereInput } from './model/records.js';
export type { RecordId } from './fields/record-id.js';
export { increment, type Increment } from './model/increment.js';
// SQL of your own, which binds its values; in a migration also a step.
export { Sql, sql, type SqlValue } from './database/sql.js';
export type { CreatedRecord, ListPage, Query, Row } from './model/operations.js';
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

// What `npm run seed` puts into the database.
export { defineSeed, type Seed, type SeedContext } from './service/project.js';

// Models as `models.gen.ts` lists them, and what a model has besides its generated operations.
export { modelModule, type ModelModule } from './model/model-module.js';
export { defineHooks, type HookDefinition } from './model/define-hooks.js';
export type {
  AfterSaveEvent,
  BeforeSaveEvent,
  Changes,
  CommitEvent,
  DeleteEvent,
  Stored,
  ValidateEvent,
  ValuesEvent,
} from './model/define-hooks.js';
export type { Fields } from './rules/index.js';
export type { ModelHooks } from './model/hooks.js';
export { passOn } from './records/writing/nested-records.js';

// Migrations: a list of steps, or custom SQL.
export { StepMigration } from './database/steps/step-migration.js';
export {
  addColumn,
  addForeignKey,
  addIndex,
  addTrigram,
  addSqlIndex,
  dropSqlIndex,
  addCheck,
  dropCheck,
  addUnique,
  changeColumn,
  createTable,
  dropColumn,
  dropForeignKey,
  dropIndex,
  dropTable,
  dropTrigram,
  dropUnique,
  renameColumn,
  renameTable,
} from './database/steps/step.js';
export type { Database } from './database/database.js';

// The building blocks of `app.ts`, in the order in which a request reaches them.
export { requestId, requestLog, warnOfProxy } from './http/request-log.js';
export { cors, loopbackOnly, securityHeaders } from './http/security-headers.js';
export { apiPrefix, endpoint, redirect } from './http/endpoint.js';
export { createRouter, modelRouter } from './routes/create-router.js';
export { createOwnRouter, ownRouter } from './routes/own-router.js';
export { createAuthRouter } from './auth/auth-routes.js';
export { createDocsRouter } from './docs/docs-routes.js';
export { searchConfig } from './search/search-config.js';
export { healthz, readyz } from './http/health.js';
export { createBackOffice } from './http/back-office.js';
export { noSuchPath, problemHandler } from './http/send-problem.js';

// The environment; `settings.ts` reads it.
export {
  INITIAL_ADMIN_PASSWORD,
  INITIAL_AUTH_SECRET,
  SIGN_IN_BY,
  StartRefused,
  isLoopback,
  isProduction,
  type Environment,
  type Settings,
} from './settings/settings.js';
export { settingReader, type SettingReader } from './settings/setting-values.js';
export { settingValues };
