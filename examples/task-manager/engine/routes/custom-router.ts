import { Readable } from 'node:stream';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { CustomRoute, OwnRouter, Route } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import { StartRefused } from '../settings/settings.js';
import { guardOf, type Guards } from './guard.js';
import { refuseMethod, sendResult } from './respond.js';
import { readInput, routeContext, type ContextParts } from './route-context.js';

/** What routers need. */
export interface RouterParts extends ContextParts {
  readonly modules: readonly ModelModule[];
  readonly authentication: Guards;
}

/**
 * Tries the developer's endpoints. When none matches, returns the methods that they have at this path, for the `Allow` header
 * of a 405.
 */
export type CustomRouter = (
  request: Request,
  response: Response,
  rest: string,
) => Promise<'answered' | readonly string[]>;

/** Handles one request to an endpoint of the developer's. */
type RouteAnswer = (request: Request, response: Response) => Promise<void>;

/** The endpoints that one model has besides the generated ones; null without any. */
export function createCustomRouter(module: ModelModule, parts: RouterParts): CustomRouter | null {
  const routes = module.routes?.routes ?? [];
  if (routes.length === 0) return null;
  const { prefix } = parts.engine.model(module.entity.name);
  return routed(`/${prefix}`, routes, parts, module.entity);
}

/** Endpoints behind a prefix as an Express router, in whose notation their paths are. */
function routed(
  prefix: string,
  routes: readonly (Route | CustomRoute)[],
  parts: RouterParts,
  entity?: new () => object,
): CustomRouter {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsOf = new WeakMap<Request, string[]>();
  const answered = new WeakMap<Request, () => void>();
  for (const route of routes) {
    const answer = answerOf(route, parts, entity);
    const pattern = prefix + route.path.replace(/\/$/, '');
    router.all(route.path, async (request, response, next) => {
      request.pattern = pattern;
      const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
      if (method === route.method) {
        await answer(request, response);
        return answered.get(request)!();
      }
      methodsOf.set(request, [...(methodsOf.get(request) ?? []), route.method]);
      next();
    });
  }
  const possible = possiblePaths(routes);
  return async (request, response, rest) => {
    if (!possible.test(rest || '/')) return NO_METHODS;
    return new Promise((resolve, reject) => {
      const { url } = request;
      const query = url.indexOf('?');
      request.url = (rest || '/') + (query === -1 ? '' : url.slice(query));
      answered.set(request, () => resolve('answered'));
      router(request, response, (error: unknown) => {
        request.url = url;
        if (error) reject(error as Error);
        else resolve(methodsOf.get(request) ?? NO_METHODS);
      });
    });
  };
}

const NO_METHODS: readonly string[] = [];

/**
 * Paths that one of the routes may match. All others skip the Express router, which takes half as long as reading a record.
 */
export function possiblePaths(routes: readonly Pick<Route, 'path'>[]): RegExp {
  const paths = routes.map(({ path }) =>
    // A wildcard or an optional part may span segments.
    /[*{}\\]/.test(path) ? '.*' : path.split('/').map(possibleSegment).join('/'),
  );
  return new RegExp(`^(?:${paths.join('|')})$`, 's');
}

/** A segment with a parameter, or with a character that is special in a regular expression or a URL, may be anything. */
const possibleSegment = (segment: string): string => (/^[\w-]*$/.test(segment) ? segment : '[^/]*');

/** First the caller and the action are checked, then the request is read, then the developer's code runs. */
function answerOf(
  route: Route | CustomRoute,
  parts: RouterParts,
  entity?: new () => object,
): RouteAnswer {
  const passes = guardOf(route.auth, parts.authentication);
  const action = 'action' in route ? route.action : null;
  return async (request, response) => {
    if (!(await passes(request, response))) return;
    const user = request.currentUser;
    if (entity && user && action !== null) parts.engine.as(user)(entity).authorize(action);
    await runHandler(route, request, response, parts, entity);
  };
}

/** Reads the request's input, calls the developer's code with it and sends the result. */
async function runHandler(
  route: Route,
  request: Request,
  response: Response,
  parts: RouterParts,
  entity?: new () => object,
): Promise<void> {
  const input = await readInput(request, route, parts.settings.bodyLimit);
  try {
    const context = routeContext(request, response, parts, input, entity);
    await sendResult(response, await route.handler(context as never), route.options.status);
  } finally {
    // An unread body would keep the connection busy.
    if (input.body instanceof Readable) input.body.destroy();
  }
}

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
  const served = routers.map(({ prefix, routes, errors }) => ({
    ...{ prefix, errors },
    router: routed(prefix === ROOT ? '' : prefix, routes, parts),
  }));
  return async (request, response, next) => {
    const methods: string[] = [];
    for (const { prefix, router, errors } of served) {
      const rest = restOf(request.path, prefix);
      if (rest === null) continue;
      request.errorForm = errors;
      const found = await router(request, response, rest);
      if (found === 'answered') return;
      // Nothing else is under a prefix of its own, but much under the root.
      if (prefix === ROOT && found.length === 0) request.errorForm = undefined;
      methods.push(...found);
    }
    if (methods.length === 0) return next();
    refuseMethod(request, response, methods);
  };
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
  const first = prefix.split('/')[1]!;
  const model = models.find((one) => one.prefix === first);
  if (model) return `belongs to ${model.name}, whose endpoints go into \`defineRoutes\``;
  return RESERVED.includes(first) ? 'is a path of the service itself' : null;
}

/**
 * The rest of a path behind a prefix; null for other paths, and for a trailing slash, which makes it a different path. Under
 * the root a parameter may stand for anything but what the service itself serves.
 */
function restOf(path: string, prefix: string): string | null {
  if (prefix === ROOT) return RESERVED.includes(path.split('/')[1]!) ? null : path;
  if (path === prefix) return '';
  return path.startsWith(`${prefix}/`) && path !== `${prefix}/` ? path.slice(prefix.length) : null;
}
