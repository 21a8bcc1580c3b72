/** The feature `sums`: totals of lines, kept in the record to which they belong. */
export { sums } from './sums-feature.js';
