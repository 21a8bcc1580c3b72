import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { endpoint } from '../http/endpoint.js';
import { requestId } from '../http/request-log.js';
import { securityHeaders } from '../http/security-headers.js';
import { noSuchPath, problemHandler } from '../http/send-problem.js';
import { closeServer, listen } from '../http/serve.js';
import { unauthorized } from '../problem/problem.js';
import type { ServiceParts, Stop } from '../service/project.js';
import { isLoopback, StartRefused, workerNumber } from '../settings/settings.js';
import type { ServiceMetrics } from './service-metrics.js';

export const PATH = '/metrics';

const OPEN_WARNING =
  'anyone who reaches METRICS_PORT can read the metrics: set METRICS_TOKEN, or restrict it to your own network';

/** Serves the metrics to those who have the token; to everybody without one. */
export function metricsRouter(metrics: ServiceMetrics, token: string | null): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const scrape: RequestHandler = async (_request, response) => {
    const text = await metrics.text();
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', metrics.contentType);
    response.end(text);
  };
  endpoint(router, PATH, { get: scrape }, ...(token === null ? [] : [requireToken(token)]));
  return router;
}

interface Place {
  readonly port: number;
  readonly host: string;
  readonly token: string | null;
}

/** Serves them on a separate port; returns a function that stops it. Throws `StartRefused` if there is none, or it is in use. */
export async function serveMetrics(
  metrics: ServiceMetrics,
  { port, host, token }: Place,
  { settings, logger, database }: ServiceParts,
): Promise<Stop> {
  if (token === null && !isLoopback(host)) logger.warn(OPEN_WARNING);
  const app: Express = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestId, securityHeaders, metricsRouter(metrics, token), noSuchPath);
  app.use(problemHandler(logger, database));
  const setting = 'METRICS_PORT';
  const place = { ...settings, port: portOf(workerNumber, port), host };
  if (place.port > 65_535) throw new StartRefused([`${setting}: there is no port ${place.port}`]);
  const { server, url } = await listen(app, place, { setting, exclusive: true });
  logger.info({ url: url + PATH }, 'metrics');
  return () => closeServer(server, { delay: 0, grace: 1000 });
}

/** Each worker of a service has its own metrics, and so its own port. */
const portOf = (worker: number | null, first: number): number =>
  first === 0 ? 0 : first + (worker ?? 1) - 1;

/** 401 without the right token, compared in constant time. */
function requireToken(token: string): RequestHandler {
  const expected = digest(`Bearer ${token}`);
  return ({ headers }, _response, next) => {
    const given = (headers.authorization ?? '').replace(/^bearer +/i, 'Bearer ');
    if (!timingSafeEqual(digest(given), expected))
      throw unauthorized('The metrics require their token.');
    next();
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
