import type { Feature } from '../service/project.js';
import { type MetricsSettings, NOTHING, readSettings } from './metrics-settings.js';
import { watcherOf } from './watcher.js';

/** The monitoring feature of a project: for Prometheus, the log, and an OpenTelemetry collector. */
export const metricsFeature = (): Feature<MetricsSettings> => ({
  name: 'metrics',
  readSettings,
  testSettings: NOTHING,
  middleware: (parts, settings) => watcherOf(parts, settings).middleware(),
  start: (parts, settings) => watcherOf(parts, settings).start(),
});
