/*
 * Backups of the database, as `#engine/backup`: available with the feature `backup`.
 */

export { backup } from './backup-feature.js';
