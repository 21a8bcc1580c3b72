/*
 * Forms with files, as `#engine/uploads`: available with the feature `uploads`.
 */

export { uploads } from './uploads-feature.js';
