import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request, RequestHandler } from 'express';
import type { Database } from '../database/database.js';
import { onStatement } from '../database/trace-statement.js';
import type { ServiceParts, Stop } from '../service/project.js';
import type { MetricsSettings } from './metrics-settings.js';
import { metricsRouter, PATH, serveMetrics } from './metrics-router.js';
import { ServiceMetrics } from './service-metrics.js';
import { SlowQueries } from './slow-queries.js';
import type { Tracing } from './tracing.js';

const NO_ENDPOINT =
  'nobody can read the metrics: set METRICS_PORT, such as 9464, for a separate port, or METRICS_TOKEN for /metrics of the service';

const watchers = new WeakMap<Database, Watcher>();

/** The one that watches a service. */
export function watcherOf(parts: ServiceParts, settings: MetricsSettings): Watcher {
  const watcher = watchers.get(parts.database) ?? new Watcher(parts, settings);
  watchers.set(parts.database, watcher);
  return watcher;
}

/** Sees the requests and statements of a service, and passes them to what the settings have switched on. */
export class Watcher {
  readonly #flow = new AsyncLocalStorage<Request>();
  readonly #metrics: ServiceMetrics | null;
  readonly #slow: SlowQueries | null;
  #tracing: Tracing | null = null;

  constructor(
    private readonly parts: ServiceParts,
    private readonly settings: MetricsSettings,
  ) {
    const { port, token, slow } = settings;
    this.#metrics = port !== null || token !== null ? new ServiceMetrics(parts) : null;
    this.#slow = slow > 0 ? new SlowQueries(slow, parts) : null;
  }

  /** Watches each request, and serves the metrics where they have no port of their own. */
  middleware(): RequestHandler | null {
    const { port, token, collector } = this.settings;
    if (!this.#metrics && !this.#slow && collector === null) return null;
    const router = this.#metrics && port === null ? metricsRouter(this.#metrics, token) : null;
    return (request, response, next) => {
      const go = router && request.path === PATH ? () => router(request, response, next) : next;
      this.#metrics?.request(request, response);
      const watched = () =>
        this.#tracing ? this.#tracing.request(request, response, go) : void go();
      if (this.#slow) this.#flow.run(request, watched);
      else watched();
    };
  }

  /** Opens the port of the metrics, and subscribes to statements; returns a function that stops both. */
  async start(): Promise<Stop> {
    const { port, collector } = this.settings;
    const { logger, database } = this.parts;
    if (!this.#metrics) logger.warn(NO_ENDPOINT);
    const close =
      this.#metrics && port !== null
        ? await serveMetrics(this.#metrics, { ...this.settings, port }, this.parts)
        : null;
    if (collector !== null) {
      const { startTracing } = await import('./tracing.js');
      this.#tracing = startTracing(collector, database.dialect.name);
    }
    const stopListening = this.#listen();
    return async () => {
      stopListening();
      await close?.();
      await this.#tracing?.stop();
    };
  }

  #listen(): () => void {
    if (!this.#metrics && !this.#slow && !this.#tracing) return () => undefined;
    return onStatement((ended) => {
      this.#metrics?.statement(ended);
      this.#slow?.record(ended, this.#flow.getStore()?.requestId);
      this.#tracing?.statement(ended);
    });
  }
}
