import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response, Router } from 'express';
import { addEndpoint } from '../http/endpoint.js';
import type { CustomRoute, Route } from '../model/define-routes.js';
import type { ModelModule } from '../model/model-module.js';
import { unauthorized } from '../problem/problem.js';
import { StartRefused } from '../settings/settings.js';
import { guardsOf, type Guards } from './guard.js';
import { sendResult } from './respond.js';
import { readInput } from './read-input.js';
import { routeContext, type ContextParts } from './route-context.js';

/** What routers need. */
export interface RouterParts extends ContextParts {
  readonly modules: readonly ModelModule[];
  readonly authentication: Guards;
}

/** Adds endpoints of the developer's behind a prefix to a router, in whose notation their paths are. */
export function addCustomEndpoints(
  router: Router,
  prefix: string,
  routes: readonly (Route | CustomRoute)[],
  parts: RouterParts,
  entity?: new () => object,
): void {
  refuseUnread(prefix, routes, parts);
  for (const route of routes) {
    const pattern = prefix + route.path.replace(/\/$/, '');
    const handlers = [
      ...guardsOf(route.auth, parts.authentication),
      ...mayAct(route, parts, entity),
      handlerOf(route, parts, entity),
    ];
    const patternOf = ({ baseUrl }: Request): string => baseUrl + pattern;
    addEndpoint(router, pathBehind(prefix, route.path), patternOf, {
      [route.method]: handlers,
    });
  }
}

/** Throws where an endpoint accepts a body that nothing reads. */
function refuseUnread(
  prefix: string,
  routes: readonly Route[],
  { readMultipart }: RouterParts,
): void {
  if (readMultipart) return;
  const unread = routes.filter(({ options }) => options.accept === 'multipart');
  if (unread.length === 0) return;
  throw new StartRefused(
    unread.map(
      ({ method, path }) =>
        `${method.toUpperCase()} ${prefix}${path}: accepting \`multipart\` needs the feature \`uploads\`: type \`crudgen add uploads\``,
    ),
  );
}

/** `/` is the prefix itself, and an optional segment begins with the slash that separates it. */
function pathBehind(prefix: string, path: string): string {
  if (path === '/') return prefix || '/';
  return prefix + path.replace(/^\/\{(?!\/)/, '{/');
}

/** The caller's role must allow the action of the endpoint, if it has one; before its request is read. */
function mayAct(
  route: Route | CustomRoute,
  { engine }: RouterParts,
  entity?: new () => object,
): readonly RequestHandler[] {
  const action = 'action' in route ? route.action : null;
  if (!entity || action === null) return [];
  return [
    ({ currentUser }, _response, next) => {
      if (!currentUser) throw unauthorized('Sign in first.');
      engine.as(currentUser)(entity).authorize(action);
      next();
    },
  ];
}

/** Reads the request's input, calls the developer's code with it and sends the result. */
function handlerOf(route: Route, parts: RouterParts, entity?: new () => object) {
  return async (request: Request, response: Response): Promise<void> => {
    const input = await readInput(request, route, parts);
    try {
      const context = routeContext(request, response, parts, input, entity);
      await sendResult(response, await route.handler(context as never), route.options.status);
    } finally {
      // An unread body would keep the connection busy.
      if (input.body instanceof Readable) input.body.destroy();
    }
  };
}
