import { metricsFeature } from '#engine/metrics';

/** What the service tells of its work: numbers, slow queries, traces. `docs/metrics.md` has the rest. */
export const metrics = metricsFeature();
