/*
 * Requests with an `Idempotency-Key`, as `#engine/idempotency`: available with the feature `idempotency`.
 */

export { idempotency } from './idempotency-feature.js';
