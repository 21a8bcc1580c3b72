import { metricsFeature } from '#engine/metrics';

/** Monitoring of this service: metrics, slow queries, traces. `docs/metrics.md` has the rest. */
export const metrics = metricsFeature();
