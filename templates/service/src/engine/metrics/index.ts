/*
 * What a service tells of its work, as `#engine/metrics`: there with the feature `metrics`, which `src/metrics/` switches on.
 */

export { metricsFeature } from './metrics-feature.js';
export type { MetricsSettings } from './metrics-settings.js';
