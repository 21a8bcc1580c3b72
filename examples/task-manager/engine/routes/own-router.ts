import type { RequestHandler, Router } from 'express';
import { firstSegment, refuseOtherMethods, strictRouter } from '../http/endpoint.js';
import type { OwnRouter } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import { StartRefused } from '../settings/settings.js';
import { addCustomEndpoints, type RouterParts } from './custom-router.js';

/** Serves routers that belong to no model. */
export function createOwnRouter(
  parts: RouterParts & { readonly routers: readonly OwnRouter[] },
): RequestHandler {
  refuseWrong(parts.routers, (prefix) => whoseIs(prefix, parts.engine.models));
  return serve(parts.routers, parts);
}

/**
 * Serves these routers alone, to be mounted anywhere: `app.use('/v2', ownRouter(parts, reports))` has `/v2/reports`.
 * Unmatched requests fall through; precedence is the order in `app.ts`.
 */
export function ownRouter(parts: RouterParts, ...routers: readonly OwnRouter[]): RequestHandler {
  refuseWrong(routers, () => null);
  return serve(routers, parts);
}

function serve(routers: readonly OwnRouter[], parts: RouterParts): RequestHandler {
  const router = strictRouter();
  for (const one of routers) router.use(routerOf(one, parts));
  return router.use(refuseOtherMethods);
}

function routerOf({ prefix, routes, errors }: OwnRouter, parts: RouterParts): Router {
  const router = strictRouter();
  const inForm: RequestHandler = (request, _response, next) => {
    request.errorForm = errors;
    next();
  };
  // Nothing else is under a prefix of its own, but much under the root.
  if (prefix === ROOT) {
    router.use(unreserved);
    for (const { path } of routes) router.all(path, inForm);
  } else router.use(prefix, inForm);
  addCustomEndpoints(router, prefix === ROOT ? '' : prefix, routes, parts);
  return router;
}

/** The prefix of endpoints that have none. */
const ROOT = '/';

/** First path segments that the service itself uses. */
const RESERVED = ['admin', 'api', 'auth', 'config', 'docs', 'healthz', 'openapi.json', 'readyz'];

/** Throws for invalid prefixes, and for those that `taken` gives a reason against. */
function refuseWrong(
  routers: readonly OwnRouter[],
  taken: (prefix: string) => string | null,
): void {
  const wrong = routers.flatMap((router) =>
    beginnings(router).flatMap((path) => {
      const isPath = /^(\/[\w.~-]+)+$/.test(path);
      const reason = isPath
        ? taken(path)
        : 'is not a valid prefix; write one like `/reports`, or `/`';
      return reason === null ? [] : [`defineRouter: \`${path}\` ${reason}`];
    }),
  );
  if (wrong.length > 0) throw new StartRefused(wrong);
}

/** What the paths of a router begin with; of those under the root, each first segment that is a word. */
function beginnings({ prefix, routes }: OwnRouter): readonly string[] {
  if (prefix !== ROOT) return [prefix];
  const firsts = routes.map(({ path }) => `/${path.split('/')[1] ?? ''}`);
  return [...new Set(firsts.filter((first) => /^\/[\w.~-]+$/.test(first)))];
}

/** Why requests would never reach a prefix, or it would shadow other paths. */
function whoseIs(prefix: string, models: readonly ModelInfo[]): string | null {
  const first = firstSegment(prefix);
  const model = models.find((one) => one.prefix === first);
  if (model) return `belongs to ${model.name}, whose endpoints go into \`defineRoutes\``;
  return RESERVED.includes(first) ? 'is a path of the service itself' : null;
}

/** Under the root a parameter may stand for anything but what the service itself serves. */
const unreserved: RequestHandler = ({ path }, _response, next) =>
  next(RESERVED.includes(firstSegment(path)) ? 'router' : undefined);
