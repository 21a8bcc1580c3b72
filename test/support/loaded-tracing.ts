/* Says whether the code of OpenTelemetry is loaded in a service with the feature `metrics`: `node loaded-tracing.js [collector]`. */
import { createRequire } from 'node:module';
import { metricsFeature } from '../../templates/features/metrics/engine/metrics/metrics-feature.js';

const [collector = null] = process.argv.slice(2);
const settings = { port: null, host: '127.0.0.1', token: 'x', slow: 0, collector };
const parts = {
  database: { stats: () => [], dialect: { name: 'sqlite' } },
  features: new Map(),
  logger: { warn: () => undefined },
};
const stop = await metricsFeature().start!(parts as never, settings as never);
await (stop as () => Promise<void>)();
const loaded = Object.keys(createRequire(import.meta.url).cache);
process.stdout.write(String(loaded.some((path) => path.includes('@opentelemetry/sdk-trace'))));
