/*
 * The tables of a database that was there before the service, as `#engine/baseline`: available with the feature `baseline`.
 */

export { baseline } from './baseline-feature.js';
export { BaselineMigration } from './baseline-migration.js';
export { PulledMigration } from './pulled-migration.js';
