import type { RequestHandler } from 'express';
import { forbidden } from '../problem/problem.js';
import { isLoopback } from '../settings/settings.js';

/** What helmet would compute anew for every response; pages set their own content security policy. */
const HEADERS = new Map([
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['referrer-policy', 'no-referrer'],
  ['vary', 'Authorization, Origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
]);

/** The setting of an app by which https is kept for all subdomains, too. */
export const HSTS_SUBDOMAINS = 'hsts subdomains';
/** A year. */
const HSTS = 'max-age=31536000';

/** Safe defaults on every response; `strict-transport-security` where the caller used https. */
export const securityHeaders: RequestHandler = (request, response, next) => {
  response.setHeaders(HEADERS);
  if (request.secure) {
    const isWide = request.app.enabled(HSTS_SUBDOMAINS);
    response.setHeader('strict-transport-security', isWide ? `${HSTS}; includeSubDomains` : HSTS);
  }
  next();
};

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const ALLOWED_HEADERS = 'authorization, content-type, if-match, if-none-match, x-request-id';
const EXPOSED_HEADERS =
  'x-total-count, content-range, x-next-cursor, x-rows, etag, location, retry-after, x-request-id';

/** Headers, in lower case, of requests and responses of pages. */
export interface PageHeaders {
  /** Headers that pages may send. */
  readonly sent: readonly string[];
  /** Headers that pages may read. */
  readonly read: readonly string[];
}

/**
 * Lets browsers on these origins (`*` is any) read the responses, including errors; never with credentials. `added` are headers
 * beside those of every service.
 */
export function cors(
  origins: readonly string[],
  added: PageHeaders = { sent: [], read: [] },
): RequestHandler {
  const sent = [ALLOWED_HEADERS, ...added.sent].join(', ');
  const read = [EXPOSED_HEADERS, ...added.read].join(', ');
  const any = origins.includes('*');
  const listed = new Set(origins);
  return (request, response, next) => {
    const { origin } = request.headers;
    const allowed = any ? '*' : origin !== undefined && listed.has(origin) ? origin : null;
    if (allowed !== null) {
      response.setHeader('access-control-allow-origin', allowed);
      response.setHeader('access-control-expose-headers', read);
    }
    const preflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (!preflight) return next();
    if (allowed !== null) {
      response.setHeader('access-control-allow-methods', ALLOWED_METHODS);
      response.setHeader('access-control-allow-headers', sent);
      response.setHeader('access-control-max-age', '600');
    }
    response.status(204).end();
  };
}

/** Refuses what a web page elsewhere could send to a service without authentication: DNS rebinding and cross-site requests. */
export const loopbackOnly: RequestHandler = (request, _response, next) => {
  const { host, origin } = request.headers;
  if (!isLocal(`http://${host}`) || (origin !== undefined && !isLocal(origin)))
    throw forbidden(
      'Without authentication, the service answers only requests from its own machine.',
    );
  next();
};

const isLocal = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);

/** Keeps answers out of every cache. */
export const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};
