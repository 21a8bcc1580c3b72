import type { Logger } from 'pino';
import type { Express } from 'express';
import type { MigrationInterface } from 'typeorm';
import type { AuthParts } from '../auth/auth-routes.js';
import type { Database } from '../database/database.js';
import type { OwnRouter } from '../model/define-router.js';
import type { ModelModule } from '../model/model-module.js';
import type { Search } from '../search/search-config.js';
import type { Settings } from '../settings/settings.js';
import type { UserEntity } from '../auth/user-entity.js';

/** What an app is put together from. */
export interface AppParts<Own extends Settings = Settings> extends AuthParts {
  readonly settings: Own;
  readonly logger: Logger;
  readonly database: Database;
  readonly modules: readonly ModelModule[];
  /** Endpoints that belong to no model. */
  readonly routers: readonly OwnRouter[];
  readonly search: Search;
  /** Where the project's code lies. */
  readonly folder: string;
}

/** What a project hands to the engine, which knows nothing of it otherwise. */
export interface Project<Own extends Settings = Settings> {
  /** Where its code lies: `src`, or `dist` once it is built. */
  readonly folder: string;
  /** Throws `StartRefused` that names every wrong value at once. */
  readSettings(environment: Readonly<Record<string, string | undefined>>): Own;
  /** Everything that the service answers, in the order in which a request passes through it. */
  createApp(parts: AppParts<Own>): Express;
  readonly models: readonly ModelModule[];
  /** Endpoints that belong to no model. */
  readonly routers?: readonly OwnRouter[];
  readonly user: UserEntity;
  readonly migrations: readonly (new () => MigrationInterface)[];
}
