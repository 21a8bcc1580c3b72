import type { RequestHandler, Router } from 'express';
import { HttpProblem } from '../problem/problem.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Handlers = Readonly<Partial<Record<Method, RequestHandler>>>;

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
  const route = router.route(path);
  route.all((request, _response, next) => {
    request.pattern = request.baseUrl + path;
    next();
  });
  for (const [method, handler] of Object.entries(handlers))
    route[method as Method](...before, handler);

  const allow = allowedMethods(Object.keys(handlers));
  route.options((_request, response) => {
    response.setHeader('allow', allow);
    response.status(204).end();
  });
  route.all(() => {
    throw methodNotAllowed(allow);
  });
}

/** The `Allow` header of a path with these methods. */
export const allowedMethods = (methods: readonly string[]): string =>
  [...methods.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method])), 'options']
    .join(', ')
    .toUpperCase();

export const methodNotAllowed = (allow: string) =>
  new HttpProblem(405, `This path takes ${allow}.`, [], { allow });

/** Redirects the caller to another path, below the prefix that they used. */
export const redirect =
  (path: string): RequestHandler =>
  ({ mountedAt }, response) =>
    response.redirect(`${mountedAt}${path}`);

/** Serves every path under `/api` as well as at the root, and remembers which one the caller used. */
export const apiPrefix: RequestHandler = (request, _response, next) => {
  const under = /^\/api(?=[/?]|$)/.test(request.url);
  request.mountedAt = under ? '/api' : '';
  if (under) request.url = request.url.slice('/api'.length).replace(/^(?!\/)/, '/');
  next();
};
