import { namedFeatures } from '../../render/features.js';
import { MIGRATIONS_TABLE, OWN_MIGRATIONS_TABLE } from '../../spec/reserved.js';
import type { OpenProject } from './open-project.js';
import { templatesOf } from './templates.js';

/** The feature that keeps applied migrations beside a table `migrations` of another tool. */
export const MIGRATIONS_TABLE_FEATURE = 'migrations-table';

/** The table in which the service of a project keeps its applied migrations. */
export const migrationsTableOf = (project: OpenProject): string =>
  namedFeatures(project.app, templatesOf(project)).includes(MIGRATIONS_TABLE_FEATURE)
    ? OWN_MIGRATIONS_TABLE
    : MIGRATIONS_TABLE;
