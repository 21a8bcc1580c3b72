import type { Feature } from '../service/project.js';
import { type MetricsSettings, NOTHING, readSettings } from './metrics-settings.js';
import { watcherOf } from './watcher.js';

/** The feature of a project that tells of its work: to Prometheus, to the log, to a collector of OpenTelemetry. */
export const metricsFeature = (): Feature<MetricsSettings> => ({
  name: 'metrics',
  readSettings,
  testSettings: NOTHING,
  middleware: (parts, settings) => watcherOf(parts, settings).middleware(),
  start: (parts, settings) => watcherOf(parts, settings).start(),
});
