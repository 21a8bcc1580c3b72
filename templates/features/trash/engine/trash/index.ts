/** The feature `trash`: deleted records that can come back. */
export { trash } from './trash-feature.js';
