/** The feature `preview`: a look at a database, in which the service makes nothing. */
export { preview } from './preview-feature.js';
