/*
 * The service's migrations in a table of another name, as `#engine/migrations-table`: available with the feature `migrations-table`.
 */

export { migrationsTable } from './migrations-table-feature.js';
