/*
 * What crudgen uses of a project: for `crudgen seed --fake`, `crudgen access`, counts of rows, the SQL of a migration. It
 * runs the project's own code, as its developer has it, through these exports alone.
 */
import * as steps from '../database/steps/step.js';

export { Directory } from '../auth/directory.js';
export { prepareAccess, resetRoles } from '../auth/first-start.js';
export { createPasswords, passwordOptions } from '../auth/passwords.js';
export { presetsOf } from '../auth/preset-roles.js';
export { rolesTable, tenantsTable, usersTable } from '../auth/access-table.js';
export { usersOf, usernameKey } from '../auth/entities.js';
export { hasFigures, isReplaced } from '../routes/replaced-endpoints.js';
export { createEngine, type EngineParts, type EngineWithPolicy } from '../records/create-engine.js';
export type { Database } from '../database/database.js';
export { entitySchema } from '../database/find-drift.js';
export { migrate } from '../database/migrate.js';
export { openDatabase } from '../database/open-database.js';
export { foldBy } from '../database/postgres/open-postgres.js';
export { createPostgresDialect } from '../database/postgres/postgres-dialect.js';
export { applyStep, replay } from '../database/steps/replay.js';
export { StepMigration } from '../database/steps/step-migration.js';
export { steps };
export { safeMessage } from '../database/serialize-error.js';
export { ACTIONS, actionsOf, type Action } from '../model/access-rules.js';
export { modelOptionsOf } from '../model/field.js';
export { oneColumnKey } from '../model/row-key.js';
export { HttpProblem, nearest } from '../problem/problem.js';
export { createLogger } from '../http/request-log.js';
export {
  allModels,
  compose,
  engineFeatures,
  featuredDatabase,
  openProjectDatabase,
} from '../service/compose.js';
export { runSeeds } from '../service/commands.js';
export { createWorkbench } from '../service/compose.js';
export { openSearch } from '../search/search-config.js';
export { sourceFolder, type Project } from '../service/project.js';
export { withSettings } from '../service/start.js';
export type { Settings } from '../settings/settings.js';
export { databasesAt } from '../testing/test-databases.js';
