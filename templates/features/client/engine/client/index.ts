/*
 * The types of the client in `client/`, as `#engine/client`: available with the feature `client`.
 */

export { client } from './client-feature.js';
