/*
 * Saved views of lists, as `#engine/views`: available with the feature `views`.
 */

export { views } from './views-feature.js';
