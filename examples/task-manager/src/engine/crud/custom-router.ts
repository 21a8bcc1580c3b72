import { Readable } from 'node:stream';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { CustomRoute, Route, RouterAuth } from '../model/define-routes.js';
import type { ModelModule } from '../model/model-module.js';
import { unauthorized } from '../problem/problem.js';
import { readInput } from './read-input.js';
import { routeContext, type ContextParts } from './route-context.js';
import { sendResult } from './send-result.js';

/** What routers need. */
export interface RouterParts extends ContextParts {
  readonly modules: readonly ModelModule[];
  readonly authentication: {
    /** Sets the request's `currentUser`, or throws 401. */
    readonly signedIn: RequestHandler;
    /** The same, but only where a token is sent. */
    readonly maybeSignedIn: RequestHandler;
  };
  readonly settings: { readonly bodyLimit: number };
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
export type RouteAnswer = (request: Request, response: Response) => Promise<void>;

/** The endpoints that one model has besides the generated ones; null without any. */
export function createCustomRouter(module: ModelModule, parts: RouterParts): CustomRouter | null {
  const routes = module.routes?.routes ?? [];
  if (routes.length === 0) return null;
  const { prefix } = parts.engine.model(module.entity.name);
  return routed(`/${prefix}`, routes, (route) => answerOf(route, module, parts));
}

/** Endpoints behind a prefix as an Express router, in whose notation their paths are. */
export function routed<Of extends Route>(
  prefix: string,
  routes: readonly Of[],
  answerOf: (route: Of) => RouteAnswer,
): CustomRouter {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsOf = new WeakMap<Request, string[]>();
  const answered = new WeakMap<Request, () => void>();
  for (const route of routes) {
    const answer = answerOf(route);
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
  return (request, response, rest) =>
    new Promise((resolve, reject) => {
      const { url } = request;
      const query = url.indexOf('?');
      request.url = (rest || '/') + (query === -1 ? '' : url.slice(query));
      answered.set(request, () => resolve('answered'));
      router(request, response, (error: unknown) => {
        request.url = url;
        if (error) reject(error as Error);
        else resolve(methodsOf.get(request) ?? []);
      });
    });
}

/** First the caller and the action are checked, then the request is read, then the developer's code runs. */
function answerOf(route: CustomRoute, { entity }: ModelModule, parts: RouterParts): RouteAnswer {
  const passes = guardOf(route.auth, parts);
  return async (request, response) => {
    if (!(await passes(request, response))) return;
    const user = request.currentUser;
    if (user && route.action !== null) parts.engine.as(user)(entity).authorize(route.action);
    await runHandler(route, request, response, parts, entity.name, entity);
  };
}

/** Reads the request's input, calls the developer's code with it and sends the result. */
export async function runHandler(
  route: Route,
  request: Request,
  response: Response,
  parts: RouterParts,
  noun: string,
  entity?: new () => object,
): Promise<void> {
  const input = await readInput(request, route, parts.settings.bodyLimit);
  try {
    const context = routeContext(request, response, parts, noun, input, entity);
    await sendResult(response, await route.handler(context as never), route.options.status);
  } finally {
    // An unread body would keep the connection busy.
    if (input.body instanceof Readable) input.body.destroy();
  }
}

/** Whether a request may proceed; if not, it has been answered, or this throws. */
type Guard = (request: Request, response: Response) => Promise<boolean>;

/** Lets only those pass that an endpoint is meant for. */
export function guardOf(auth: RouterAuth, { authentication }: RouterParts): Guard {
  const { signedIn, maybeSignedIn } = authentication;
  const handler = auth === 'signed-in' ? signedIn : auth === 'public' ? maybeSignedIn : auth;
  return (request, response) =>
    new Promise((resolve, reject) => {
      response.once('close', () => resolve(false));
      const next = (error?: unknown) => {
        if (error) reject(error as Error);
        else if (auth === 'signed-in' && !request.currentUser)
          reject(unauthorized('Sign in first.'));
        else resolve(true);
      };
      Promise.resolve(handler(request, response, next)).catch(reject);
    });
}
