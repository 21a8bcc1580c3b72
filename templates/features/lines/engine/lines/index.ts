/** The feature `lines`: records that are read and written with the record to which they belong. */
export { lines } from './lines-feature.js';
