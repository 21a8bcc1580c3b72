/*
 * Codes of an authenticator app as a second factor, as `#engine/two-factor`: available with the feature `two-factor`.
 */

export { twoFactor } from './two-factor-feature.js';
