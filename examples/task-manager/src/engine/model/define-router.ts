import type { RequestHandler } from 'express';
import type { CurrentUser } from './access-rules.js';
import { byMethod, type RequestContext, type Route, type RouteResult } from './define-routes.js';
import type { Crud } from './operations.js';

/** What an endpoint works with that only signed-in users reach. `crud` obeys the caller's rules. */
export interface SignedInContext extends RequestContext {
  readonly crud: Crud;
  readonly user: CurrentUser;
}

/** What an endpoint works with that others reach, too: there is a user where the request came with a token. */
export interface OpenContext extends RequestContext {
  readonly crud?: Crud;
  readonly user?: CurrentUser;
}

/**
 * Who may call: whoever has a token of this service, everybody, or whomever a handler lets pass. The handler calls `next()`
 * for those, and throws (`unauthorized(...)`) or answers for all others; where it sets `request.currentUser`, the endpoints
 * have `user` and `crud`.
 */
export type RouterAuth = 'signed-in' | 'public' | RequestHandler;

type Handler<Context> = (context: Context) => Promise<RouteResult> | RouteResult;
type AddRoute<Context> = (path: string, handler: Handler<Context>) => void;
type RouterBuilder<Context> = Readonly<Record<Route['method'], AddRoute<Context>>>;

/** An endpoint that belongs to no model. */
export interface OwnRoute extends Route {
  readonly handler: Handler<SignedInContext>;
}

/** Endpoints that belong to no model, as `defineRouter` makes them. */
export interface OwnRouter {
  /** What their paths begin with, such as `/reports`. */
  readonly prefix: string;
  readonly auth: RouterAuth;
  readonly routes: readonly OwnRoute[];
}

/** Endpoints under a prefix that is no model's, for signed-in users unless `auth` says otherwise. */
export function defineRouter(
  prefix: string,
  options: { readonly auth?: 'signed-in' },
  build: (route: RouterBuilder<SignedInContext>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  options: { readonly auth: 'public' | RequestHandler },
  build: (route: RouterBuilder<OpenContext>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  { auth = 'signed-in' }: { readonly auth?: RouterAuth },
  build: (route: RouterBuilder<SignedInContext>) => void,
): OwnRouter {
  const routes: OwnRoute[] = [];
  const add =
    (method: Route['method']): AddRoute<SignedInContext> =>
    (path, handler) => {
      routes.push({ method, path, handler });
    };
  build(byMethod(add));
  return { prefix, auth, routes };
}
