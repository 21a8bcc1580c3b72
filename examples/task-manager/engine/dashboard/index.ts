/*
 * Overviews of several lists, as `#engine/dashboard`: available with the feature `dashboard`.
 */

export { dashboard } from './dashboard-feature.js';
