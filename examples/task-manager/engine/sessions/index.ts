/*
 * The sessions of users, as `#engine/sessions`: available with the feature `sessions`.
 */

export { sessions } from './sessions-feature.js';
