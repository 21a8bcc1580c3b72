import type { RequestHandler } from 'express';
import type { ZodType } from 'zod';
import type { Action } from './access-rules.js';
import type {
  Input,
  InputOf,
  OpenContext,
  OpenRouteContext,
  RouteContext,
  SignedInContext,
  Takes,
  Unchecked,
} from './route-context.js';
import type { PageText } from './operations.js';
import type { Reply } from './reply.js';

/** A page is sent with list headers, a `Reply` as it says, any other value as JSON, nothing as 204 unless already answered. */
export type RouteResult = PageText | Reply | object | undefined | void;
type Handler<Context> = (context: Context) => Promise<RouteResult> | RouteResult;
export type RouteHandler<T, I extends Input = Unchecked> = Handler<RouteContext<T, I>>;

/**
 * Who may call: whoever has a token of this service, everybody, or whomever a handler lets pass. The handler calls `next()`
 * for those, and throws (`unauthorized(...)`) or answers for all others; where it sets `request.currentUser`, the endpoints
 * have `user` and `crud`.
 */
export type RouterAuth = 'signed-in' | 'public' | RequestHandler;

/** Schemas of zod, for what an endpoint takes. */
type Schema = ZodType | undefined;

/** What an endpoint takes and how it is described. What does not fit its schemas is refused before its handler runs. */
export interface RouteOptions<
  B extends Schema = Schema,
  Q extends Schema = Schema,
  P extends Schema = Schema,
  A extends Takes = Takes,
> {
  /** Of the body; of a multipart body its text fields. 422 for what does not fit. */
  readonly body?: B;
  /** Of the query string, whose values are texts or lists of texts. 400 for what does not fit. */
  readonly query?: Q;
  /** Of the parameters in the path, which are texts. 404 for what does not fit. */
  readonly params?: P;
  /** What the body is: JSON unless given. `raw` are its bytes, `stream` the same as they come. */
  readonly accept?: A;
  /** Bytes that a body may have; as `BODY_LIMIT` says unless given. */
  readonly limit?: number;
  /** Files of a multipart body; 10 unless given. */
  readonly maxFiles?: number;
  /** Files and fields of a multipart body; 100 unless given. */
  readonly maxParts?: number;
  /** Of the answer; 200 unless given, and 204 without a result. */
  readonly status?: number;
  /** For `/openapi.json`, where an `@openapi` comment may say more. */
  readonly summary?: string;
  readonly description?: string;
}

/** Of an endpoint of a model: an action that the caller's role is asked for, or an authentication without one. */
interface Guarded {
  readonly action: Action;
  readonly auth?: 'signed-in';
}
interface Open {
  readonly auth: 'public' | RequestHandler;
  readonly action?: undefined;
}

/** A method and a path, and what happens there. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the prefix of the model or router, in Express notation. */
  readonly path: string;
  readonly auth: RouterAuth;
  readonly options: RouteOptions;
  readonly handler: Handler<never>;
}

export interface CustomRoute extends Route {
  /**
   * What the caller must be allowed to do with the model; checked before the handler runs, whatever the method. A role's
   * methods allow actions (GET `list` and `show`, POST `create`, PUT and PATCH `edit`, DELETE `delete`), so roles that may
   * only read can call a POST that states `list`. Null where it is for others than signed-in users, too.
   */
  readonly action: Action | null;
}

export interface ModelRoutes {
  readonly entity: new () => object;
  readonly routes: readonly CustomRoute[];
}

/** What is made for each method, by its name: `route.get(...)`. */
const byMethod = <Add>(
  make: (method: Route['method']) => Add,
): Readonly<Record<Route['method'], Add>> => ({
  get: make('get'),
  post: make('post'),
  put: make('put'),
  patch: make('patch'),
  delete: make('delete'),
});

/** Adds an endpoint of a model. */
interface AddRoute<T> {
  (path: string, action: Action, handler: RouteHandler<T>): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & Guarded,
    handler: RouteHandler<T, InputOf<B, Q, P, A>>,
  ): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & Open,
    handler: Handler<OpenRouteContext<T, InputOf<B, Q, P, A>>>,
  ): void;
}
export type RouteBuilder<T> = Readonly<Record<Route['method'], AddRoute<T>>>;

/**
 * The endpoints that a model has beside the generated ones, under its prefix and before `/{id}`. Each states its action,
 * which is what the caller's role is asked for: not the method. What an endpoint does through `records` and `crud` is
 * checked again there; anything else that it changes is open to whoever may do what it states.
 */
export function defineRoutes<T extends object>(
  entity: new () => T,
  build: (route: RouteBuilder<T>) => void,
): ModelRoutes {
  const routes: CustomRoute[] = [];
  const add =
    (method: Route['method']) =>
    (path: string, given: Action | (RouteOptions & (Guarded | Open)), handler: Handler<never>) => {
      const options = typeof given === 'string' ? { action: given } : given;
      const { action = null, auth = 'signed-in' } = options;
      if (action === null && auth === 'signed-in')
        throw new TypeError(`${entity.name}: ${method.toUpperCase()} ${path} states no action`);
      routes.push({ method, path, action, auth, options, handler });
    };
  build(byMethod(add) as RouteBuilder<T>);
  return { entity, routes };
}

/** Adds an endpoint that only signed-in users reach unless it says otherwise. */
interface AddSignedInRoute {
  (path: string, handler: Handler<SignedInContext>): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & { readonly auth?: 'signed-in' },
    handler: Handler<SignedInContext<InputOf<B, Q, P, A>>>,
  ): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & Open,
    handler: Handler<OpenContext<InputOf<B, Q, P, A>>>,
  ): void;
}

/** Adds an endpoint that others reach, too, unless it says otherwise. */
interface AddOpenRoute {
  (path: string, handler: Handler<OpenContext>): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & { readonly auth: 'signed-in' },
    handler: Handler<SignedInContext<InputOf<B, Q, P, A>>>,
  ): void;
  <
    B extends Schema = undefined,
    Q extends Schema = undefined,
    P extends Schema = undefined,
    A extends Takes = 'json',
  >(
    path: string,
    options: RouteOptions<B, Q, P, A> & { readonly auth?: 'public' | RequestHandler },
    handler: Handler<OpenContext<InputOf<B, Q, P, A>>>,
  ): void;
}

type RouterBuilder<Add> = Readonly<Record<Route['method'], Add>>;

/** Endpoints that belong to no model, as `defineRouter` makes them. */
export interface OwnRouter {
  /** What their paths begin with, such as `/reports`. */
  readonly prefix: string;
  readonly routes: readonly Route[];
}

/** Endpoints under a prefix that is no model's, for signed-in users unless `auth` says otherwise. */
export function defineRouter(
  prefix: string,
  options: { readonly auth?: 'signed-in' },
  build: (route: RouterBuilder<AddSignedInRoute>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  options: { readonly auth: 'public' | RequestHandler },
  build: (route: RouterBuilder<AddOpenRoute>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  { auth: ofAll = 'signed-in' }: { readonly auth?: RouterAuth },
  build: (route: never) => void,
): OwnRouter {
  const routes: Route[] = [];
  type Options = RouteOptions & { readonly auth?: RouterAuth };
  const add =
    (method: Route['method']) =>
    (path: string, ...rest: [Handler<never>] | [Options, Handler<never>]) => {
      const [options, handler] = rest.length === 1 ? [{} as Options, rest[0]] : rest;
      routes.push({ method, path, auth: options.auth ?? ofAll, options, handler });
    };
  build(byMethod(add) as never);
  return { prefix, routes };
}
