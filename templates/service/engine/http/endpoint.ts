import express, { type Request, type RequestHandler, type Router } from 'express';
import { HttpProblem } from '../problem/problem.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Handlers = Readonly<Partial<Record<Method, RequestHandler>>>;

declare module 'express-serve-static-core' {
  interface Request {
    /** What endpoints at the request's path take instead of its method: for the `Allow` header of a 405. */
    otherMethods?: readonly Method[];
  }
}

/** A router whose paths are case-sensitive, and other paths with a trailing slash. */
export const strictRouter = (): Router => express.Router({ caseSensitive: true, strict: true });

/**
 * Serves one path: its handlers, `HEAD` where there is `get`, `OPTIONS`, and 405 for every other method. `before` runs once
 * path and method are known, so that 404 and 405 take precedence over 401.
 */
export function endpoint(
  router: Router,
  path: string,
  handlers: Handlers,
  ...before: readonly RequestHandler[]
): void {
  const chains = Object.entries(handlers).map(([method, handler]) => [
    method,
    [...before, handler],
  ]);
  const patternOf = ({ baseUrl }: Request) => baseUrl + path;
  addEndpoint(router, path, patternOf, Object.fromEntries(chains) as HandlerChains);
  router.all(path, refuseOtherMethods);
}

/** The handlers that run for each method, one after the other. */
type HandlerChains = Readonly<Partial<Record<Method, readonly RequestHandler[]>>>;

/**
 * The same where a later endpoint may match the path, too: requests with other methods go on, until `refuseOtherMethods` ends the
 * router. `patternOf` gives the path without values.
 */
export function addEndpoint(
  router: Router,
  path: string | RegExp,
  patternOf: (request: Request) => string,
  handlers: HandlerChains,
): void {
  const route = router.route(path);
  const methods = Object.keys(handlers) as Method[];
  route.all((request, _response, next) => {
    request.pattern = patternOf(request);
    next();
  });
  for (const method of methods) route[method](...handlers[method]!);
  route.all((request, _response, next) => {
    request.otherMethods = [...(request.otherMethods ?? []), ...methods];
    next();
  });
}

/**
 * Responds to a method that no endpoint at the path has: 405, or to `OPTIONS`, with those that they have. It takes precedence over
 * 401, as none of them has looked at the caller yet.
 */
export const refuseOtherMethods: RequestHandler = ({ method, otherMethods }, response, next) => {
  if (!otherMethods) return next();
  const allow = allowedMethods([...new Set(otherMethods)]);
  if (method !== 'OPTIONS')
    throw new HttpProblem(405, `This path accepts ${allow}.`, [], { allow });
  response.setHeader('allow', allow);
  response.status(204).end();
};

/** The `Allow` header of a path with these methods. */
const allowedMethods = (methods: readonly Method[]): string =>
  [...methods.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method])), 'options']
    .join(', ')
    .toUpperCase();

/** `/task/7/complete` as `task`. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end);
}

/** Redirects the caller to another path, below the prefix that they used, with their query. */
export const redirect =
  (path: string): RequestHandler =>
  ({ mountedAt, url }, response) =>
    response.redirect(`${mountedAt}${path}${/\?.*/.exec(url)?.[0] ?? ''}`);

/** Serves every path under `/api` as well as at the root, and remembers which one the caller used. */
export const apiPrefix: RequestHandler = (request, _response, next) => {
  const under = /^\/api(?=[/?]|$)/.test(request.url);
  request.mountedAt = under ? '/api' : '';
  if (under) request.url = request.url.slice('/api'.length).replace(/^(?!\/)/, '/');
  next();
};
