import type { Feature } from '../service/project.js';
import { workerNumber } from '../settings/settings.js';
import { type MetricsSettings, NOTHING, readSettings } from './metrics-settings.js';
import { watcherOf } from './watcher.js';

const SHARED_ENDPOINT =
  'METRICS_TOKEN: with several WORKERS, only one worker would answer, with its own numbers: set METRICS_PORT, too, so that each worker has a port';

/** The monitoring feature of a project: for Prometheus, the log, and an OpenTelemetry collector. */
export const metricsFeature = (): Feature<MetricsSettings> => ({
  name: 'metrics',
  readSettings,
  refusals: (_parts, { port, token }) =>
    workerNumber !== null && token !== null && port === null ? [SHARED_ENDPOINT] : [],
  testSettings: NOTHING,
  middleware: (parts, settings) => watcherOf(parts, settings).middleware(),
  start: (parts, settings) => watcherOf(parts, settings).start(),
});
