/*
 * Reads from streaming replicas, as `#engine/replicas`: available with the feature `replicas`.
 */

export type { ReplicaSettings } from './replica-settings.js';
export { replicas } from './replicas-feature.js';
