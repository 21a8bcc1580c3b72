import { Directory } from '../auth/directory.js';
import type { Passwords } from '../auth/passwords.js';
import { createEngine, type EngineWithPolicy } from '../crud/create-engine.js';
import type { Database } from '../database/database.js';
import type { Crud } from '../model/records.js';
import { allModels, watchedModels } from './compose.js';
import type { Project } from './project.js';
import type { Settings } from '../settings/settings.js';

/** The operations of all models without a running service: for seeds and the console. */
export interface Workbench {
  readonly database: Database;
  readonly engine: EngineWithPolicy;
  /** The operations of the active user with this name. */
  as(username: string): Promise<Crud>;
}

/** Composes a project's operations on a migrated database. */
export function createWorkbench(
  project: Project,
  database: Database,
  passwords: Passwords,
  settings: Settings,
): Workbench {
  const directory = new Directory(database);
  const models = allModels(project, passwords, directory.changed);
  const watch = watchedModels(project, models, { database, engine: () => engine });
  const { roles } = directory;
  const parts = { database, roles, searchedFields: () => [], settings };
  const engine: EngineWithPolicy = createEngine({ ...parts, ...watch });
  return {
    database,
    engine,
    async as(username) {
      const known = await directory.credentials(username);
      const account = known && (await directory.account(known.userId));
      if (!account?.active) throw new Error(`there is no active user named ${username}`);
      return engine.as(account.user);
    },
  };
}
