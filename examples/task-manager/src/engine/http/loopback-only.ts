import type { RequestHandler } from 'express';
import { forbidden } from '../problem/problem.js';
import { isLoopback } from '../settings/production.js';

/**
 * Refuses what a web page elsewhere could send to a service without authentication: names that were rebound to this
 * machine, and requests from other sites.
 */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host, origin } = request.headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin)))
    throw forbidden('Without authentication the service answers only to this machine.');
  next();
};

const isLocal = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);
