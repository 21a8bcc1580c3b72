import type { Feature } from '../service/project.js';

/** Keeps the names of applied migrations beside the table `migrations` of another tool, which is left alone. */
export const migrationsTable: Feature = {
  name: 'migrations-table',
  migrationsTable: 'crudgen_migrations',
};
