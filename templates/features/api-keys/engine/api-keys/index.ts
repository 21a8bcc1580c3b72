/*
 * API keys of users, as `#engine/api-keys`: available with the feature `api-keys`.
 */

export { apiKeys } from './api-keys-feature.js';
