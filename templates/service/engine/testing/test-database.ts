import { inject } from 'vitest';
import { resetRoles } from '../auth/first-start.js';
import { presetsOf } from '../auth/preset-roles.js';
import { migrate } from '../database/migrate.js';
import type { Database } from '../database/database.js';
import { createLogger } from '../http/request-log.js';
import { featuredDatabase, openProjectDatabase } from '../service/compose.js';
import type { FeatureSettings, Project } from '../service/project.js';
import type { Settings } from '../settings/settings.js';
import { databasesAt, type TestDatabases } from './test-databases.js';

/** A database of one test file. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The opened database of a test file, with the settings of its service. */
export interface OpenTestDatabase {
  readonly settings: Settings;
  readonly database: Database;
  /** The features of the service, with their settings in tests. */
  readonly features: FeatureSettings;
  /** Closes and drops it. */
  close(): Promise<void>;
}

/** Creates an empty database at the place of `TEST_DATABASE_URL`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const databases = databasesOfRun();
  return asTestDatabase(databases, await databases.create());
}

/** Opens an empty database. */
export const openTestDatabase = async (project: Project): Promise<OpenTestDatabase> =>
  open(project, await createTestDatabase());

/** Opens a migrated database with the preset roles: a copy of one that the first file of a run creates. */
export async function openMigratedDatabase(project: Project): Promise<OpenTestDatabase> {
  const databases = databasesOfRun();
  const url = (await databases.copy()) ?? (await makeAndCopy(project, databases));
  const opened = await open(project, asTestDatabase(databases, url));
  // In watch mode there may be new migrations.
  await migrate(opened.database);
  return opened;
}

async function makeAndCopy(project: Project, databases: TestDatabases): Promise<string> {
  const url = await databases.create();
  const { database } = await open(project, asTestDatabase(databases, url));
  await migrate(database);
  await resetRoles(database, presetsOf(project));
  await database.close();
  await databases.keep(url);
  return (await databases.copy())!;
}

async function open(project: Project, { url, drop }: TestDatabase): Promise<OpenTestDatabase> {
  const env = { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'silent' };
  const settings = project.readSettings(env);
  const features = new Map(
    (project.features ?? []).map((feature) => [feature, feature.testSettings ?? {}]),
  );
  const opened = await openProjectDatabase(project, url);
  const parts = { settings, logger: createLogger('silent') };
  const database = await featuredDatabase(opened, parts, features);
  return { settings, database, features, close: () => database.close().then(drop) };
}

const asTestDatabase = (databases: TestDatabases, url: string): TestDatabase => ({
  url,
  drop: () => databases.drop(url),
});

function databasesOfRun(): TestDatabases {
  const place = inject('testPlace');
  if (place !== undefined) return databasesAt(place);
  throw new Error(
    "no databases for tests: vitest.config.ts needs `globalSetup: ['engine/testing/global-setup.ts']`",
  );
}
