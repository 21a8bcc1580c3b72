/*
 * A service by several processes, as `#engine/workers`: available with the feature `workers`.
 */

export { workers, type WorkersSettings } from './workers-feature.js';
