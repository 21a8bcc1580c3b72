/** The feature `no-overlap`: records whose periods do not overlap. */
export { noOverlap } from './no-overlap-feature.js';
