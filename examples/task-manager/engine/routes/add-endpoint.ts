import { Router, type RequestHandler } from 'express';
import type { Method } from '../http/endpoint.js';
import { refuseMethod } from './respond.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** What endpoints at the request's path take instead of its method: for the `Allow` header of a 405. */
    otherMethods?: readonly string[];
  }
}

/** A router whose paths are case-sensitive, and other paths with a trailing slash. */
export const strictRouter = (): Router => Router({ caseSensitive: true, strict: true });

/**
 * Serves a path by these methods, and `HEAD` where there is `get`. Requests with other methods go on: a later endpoint may match
 * the path, too, and `refuseOtherMethods` ends the router.
 */
export function addEndpoint(
  router: Router,
  path: string | RegExp,
  pattern: string,
  handlers: Readonly<Partial<Record<Method, readonly RequestHandler[]>>>,
): void {
  const route = router.route(path);
  const methods = Object.keys(handlers) as Method[];
  route.all((request, _response, next) => {
    request.pattern = pattern;
    next();
  });
  for (const method of methods) route[method](...handlers[method]!);
  route.all((request, _response, next) => {
    request.otherMethods = [...(request.otherMethods ?? []), ...methods];
    next();
  });
}

/** 405 where the path is known, which takes precedence over 401: no endpoint has looked at the caller yet. */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (request.otherMethods) refuseMethod(request, response, request.otherMethods);
  else next();
};
