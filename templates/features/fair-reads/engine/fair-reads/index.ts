/*
 * Shares of the connections for slow reads, as `#engine/fair-reads`: available with the feature `fair-reads`.
 */

export { fairReads } from './fair-reads-feature.js';
