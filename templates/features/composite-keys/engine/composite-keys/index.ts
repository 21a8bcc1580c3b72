/** The feature `composite-keys`: records whose primary key has several columns. */
export { compositeKeys } from './composite-keys-feature.js';
