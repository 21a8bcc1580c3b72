/** The feature `read-only`: models that are only read. */
export { readOnly } from './read-only-feature.js';
