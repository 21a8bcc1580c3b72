import type { Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, register, Registry } from 'prom-client';
import type { Database, PoolStats } from '../database/database.js';
import type { EndedStatement } from '../database/trace-statement.js';
import { within } from '../http/health.js';
import { type ReportFailure, reportOnce } from '../problem/problem.js';
import type { Measure, ServiceParts } from '../service/project.js';
import { operationOf } from './operation.js';

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Beyond this many, routes are grouped as others: a router of the project's own may derive its paths from requests. */
const MAX_ROUTES = 1000;
/** Milliseconds within which a metric must be read. */
const READ_TIMEOUT = 1000;

/** The metrics of one service, and of its process. */
export class ServiceMetrics {
  readonly #registry = new Registry();
  readonly #routes = new Set<string>();
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that have been answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from receiving a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [this.#registry],
  });
  readonly #statements = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Duration of statements, on PostgreSQL including the wait for a connection.',
    labelNames: ['operation'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.#registry],
  });
  readonly #failures = new Counter({
    name: 'database_statement_errors_total',
    help: 'Statements that failed.',
    labelNames: ['operation'],
    registers: [this.#registry],
  });

  constructor(parts: ServiceParts) {
    collectDefaultMetrics({ register: this.#registry });
    const { logger, database, features } = parts;
    const report = reportOnce((facts, message) => logger.warn(facts, message));
    const brought = [...features.keys()].flatMap((feature) => feature.measures?.(parts) ?? []);
    for (const measure of [...poolMeasures(database), ...brought])
      addGauge(this.#registry, measure, report);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it in Prometheus format, including what the project's own code has put into the registry of `prom-client`. */
  text(): Promise<string> {
    return Registry.merge([register, this.#registry]).metrics();
  }

  /** Measures a request, from here to the end of its response. */
  request(request: Request, response: Response): void {
    const began = performance.now();
    this.#inFlight.inc();
    response.once('close', () => {
      this.#inFlight.dec();
      const method = METHODS.has(request.method) ? request.method : 'other';
      const route = this.#routeOf(request);
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      this.#requests.inc({ method, route, status });
      this.#durations.observe({ method, route }, (performance.now() - began) / 1000);
    });
  }

  statement({ sql, ms, failed }: EndedStatement): void {
    const operation = operationOf(sql);
    this.#statements.observe({ operation }, ms / 1000);
    if (failed) this.#failures.inc({ operation });
  }

  #routeOf({ pattern, route }: Request): string {
    const path: unknown = pattern ?? (route as { path?: unknown } | undefined)?.path;
    if (typeof path !== 'string') return 'unknown';
    if (this.#routes.size < MAX_ROUTES) this.#routes.add(path);
    return this.#routes.has(path) ? path : 'other';
  }
}

/** The pools that statements share and wait for. */
function poolMeasures(database: Database): readonly Measure[] {
  const measure = (word: string, help: string, valueOf: (pool: PoolStats) => number): Measure => ({
    name: `database_${word}`,
    help,
    labels: ['pool'],
    read: async () =>
      database.stats().map((pool) => ({ labels: { pool: pool.name }, value: valueOf(pool) })),
  });
  return [
    measure('pool_size', 'Size of a pool of connections or threads.', ({ size }) => size),
    measure('pool_idle', 'Idle connections or threads of a pool.', ({ size, busy }) => size - busy),
    measure('pool_waiting', 'Statements or transactions waiting for a pool.', (one) => one.waiting),
  ];
}

/**
 * A metric that cannot be read in time is left out, without blocking the others: metrics matter most when the database does
 * not respond. Nor is it read again before it has responded.
 */
function addGauge(
  registry: Registry,
  { name, help, labels, read }: Measure,
  report: ReportFailure,
) {
  let reading: ReturnType<Measure['read']> | null = null;
  const values = () => within(READ_TIMEOUT, (reading ??= read().finally(() => (reading = null))));
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const current = await values().catch((error: unknown) => report(`The metric ${name}`, error));
      gauge.reset();
      // Without labels, this leaves a 0.
      if (labels.length === 0) gauge.remove();
      for (const { labels, value } of current ?? []) gauge.set(labels, value);
    },
  });
}
