/*
 * Monitoring of a service, as `#engine/metrics`: available with the feature `metrics`, which `src/metrics/` switches on.
 */

export { metricsFeature } from './metrics-feature.js';
export type { MetricsSettings } from './metrics-settings.js';
