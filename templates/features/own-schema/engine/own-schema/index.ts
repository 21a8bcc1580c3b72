/*
 * The service's own tables in a schema of their own, as `#engine/own-schema`: available with the feature `own-schema`.
 */

export { ownSchema } from './own-schema-feature.js';
