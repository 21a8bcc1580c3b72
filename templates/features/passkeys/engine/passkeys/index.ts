/*
 * Passkeys in place of the password, or as a second factor, as `#engine/passkeys`: available with the feature `passkeys`.
 */

export { passkeys } from './passkeys-feature.js';
