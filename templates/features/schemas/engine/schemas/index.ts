/** The feature `schemas`: tables in several schemas of PostgreSQL. */
export { schemas } from './schemas-feature.js';
