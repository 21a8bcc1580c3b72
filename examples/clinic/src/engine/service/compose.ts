import type { Express } from 'express';
import type { Logger } from 'pino';
import { accessControlModels, accessEntities } from '../auth/access-control.js';
import { type Authentication, createAuthentication } from '../auth/authentication.js';
import type { Directory } from '../auth/directory.js';
import type { Passwords } from '../auth/passwords.js';
import { createThrottle } from '../auth/throttle.js';
import { createTokens, type Tokens } from '../auth/tokens.js';
import { createEngine, type EngineWithPolicy } from '../crud/create-engine.js';
import type { DatabaseOptions, Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import type { ModelModule } from '../model/model-module.js';
import type { Search } from '../search/search-config.js';
import type { Settings } from '../settings/settings.js';
import type { Project } from './project.js';

/** What a service is made of beside the project's own parts. */
export interface Parts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly database: Database;
  readonly passwords: Passwords;
  readonly directory: Directory;
  readonly search: Search;
  /** Tables with triggers; see `findTriggers`. */
  readonly triggered?: ReadonlySet<string>;
  /** Who asks; by tokens unless given. */
  readonly authentication?: Authentication;
}

/** A service that listens to nobody yet. */
export interface Composed {
  readonly app: Express;
  readonly engine: EngineWithPolicy;
  readonly tokens: Tokens;
}

/** Opens the database of a project with all its entities; see `openDatabase`. */
export const openProjectDatabase = (
  { models, user, migrations }: Project,
  databaseUrl: string,
  options?: DatabaseOptions,
): Promise<Database> => {
  const entities = [...models.map(({ entity }) => entity), ...accessEntities(user)];
  return openDatabase(databaseUrl, entities, migrations, options);
};

/** The project's models and those that every service has; `changed` is called when users or roles change. */
export const allModels = (
  { models, user }: Project,
  passwords: Passwords,
  changed: () => void,
): readonly ModelModule[] => [...models, ...accessControlModels(user, passwords, changed)];

/** Puts a service together over a migrated database: the same one for the start and for tests. */
export function compose(project: Project, parts: Parts): Composed {
  const { settings, database, passwords, directory, search, triggered } = parts;
  const modules = allModels(project, passwords, directory.changed);
  const { roles } = directory;
  const { searchedFields } = search;
  const engine = createEngine({ database, modules, roles, searchedFields, triggered, settings });
  const tokens = createTokens(settings.authSecret, settings.tokenTtl);
  const app = project.createApp({
    ...parts,
    folder: project.folder,
    modules,
    routers: project.routers ?? [],
    engine,
    tokens,
    throttle: createThrottle(database),
    authentication: parts.authentication ?? createAuthentication(tokens, directory),
  });
  return { app, engine, tokens };
}
