import type { RequestHandler } from 'express';
import type { ZodType } from 'zod';
import type { HttpProblem } from '../problem/problem.js';
import type { Action } from './access-rules.js';
import type {
  Input,
  InputOf,
  OpenContext,
  OpenRouteContext,
  RouteContext,
  SignedInContext,
  BodyKind,
  Unchecked,
  Reply,
} from './route-context.js';
import type { ListPage } from './operations.js';

/** A page is sent with list headers, a `Reply` as it is, any other value as JSON, nothing as 204 unless already answered. */
export type RouteResult = ListPage | Reply | object | undefined | void;
type Handler<Context> = (context: Context) => Promise<RouteResult> | RouteResult;
export type RouteHandler<T, I extends Input = Unchecked> = Handler<RouteContext<T, I>>;

/**
 * Who may call: callers with a token of this service, everybody, or those that a handler admits. The handler calls `next()`
 * for them, and throws (`unauthorized(...)`) or responds for all others; if it sets `request.currentUser`, the endpoints have
 * `user` and `crud`.
 */
export type RouterAuth = 'signed-in' | 'public' | RequestHandler;

/** Zod schemas of an endpoint's input. */
type Schema = ZodType | undefined;

/** What an endpoint accepts and how it is described. Input that does not match its schemas is refused before its handler runs. */
export interface RouteOptions<
  B extends Schema = Schema,
  Q extends Schema = Schema,
  P extends Schema = Schema,
  A extends BodyKind = BodyKind,
> {
  /** The schema of the body, or of the text fields of a multipart body. 422 on a mismatch. */
  readonly body?: B;
  /** The schema of the query string, whose values are texts or lists of texts. 400 on a mismatch. */
  readonly query?: Q;
  /** The schema of the path parameters, which are texts. 404 on a mismatch. */
  readonly params?: P;
  /** The kind of body; JSON by default. `raw` are its bytes, `stream` the same as a stream. */
  readonly accept?: A;
  /** Maximum bytes of a body; `BODY_LIMIT` by default. */
  readonly limit?: number;
  /** Maximum files of a multipart body; 10 by default. */
  readonly maxFiles?: number;
  /** Maximum files and fields of a multipart body; 100 by default. */
  readonly maxParts?: number;
  /** The status of the response; 200 by default, and 204 without a result. */
  readonly status?: number;
  /** The summary in `/openapi.json`, where an `@openapi` comment may say more. */
  readonly summary?: string;
  readonly description?: string;
}

/** For a model's endpoint: the action that the caller needs, or an authentication without one. */
interface Guarded {
  readonly action: Action;
  readonly auth?: 'signed-in';
}
interface Open {
  readonly auth: 'public' | RequestHandler;
  readonly action?: undefined;
}

/** A method and a path, with their handler. */
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
   * The action that the caller must be allowed to do with the model; checked before the handler runs, whatever the method. A
   * role's methods allow actions (GET `list` and `show`, POST `create`, PUT and PATCH `edit`, DELETE `delete`), so read-only
   * roles can call a POST that states `list`. Null where others than signed-in users may call, too.
   */
  readonly action: Action | null;
}

export interface ModelRoutes {
  readonly entity: new () => object;
  readonly routes: readonly CustomRoute[];
}

/** One function per method, by its name: `route.get(...)`. */
const byMethod = <Add>(
  make: (method: Route['method']) => Add,
): Readonly<Record<Route['method'], Add>> => ({
  get: make('get'),
  post: make('post'),
  put: make('put'),
  patch: make('patch'),
  delete: make('delete'),
});

/** What handlers receive, by who may call. */
interface Contexts<T, I extends Input> {
  readonly model: RouteContext<T, I>;
  readonly openModel: OpenRouteContext<T, I>;
  readonly signedIn: SignedInContext<I>;
  readonly open: OpenContext<I>;
}

/** Adds an endpoint with options, whose handler receives what their schemas output. */
type AddWith<More, Kind extends keyof Contexts<T, Input>, T = unknown> = <
  B extends Schema = undefined,
  Q extends Schema = undefined,
  P extends Schema = undefined,
  A extends BodyKind = 'json',
>(
  path: string,
  options: RouteOptions<B, Q, P, A> & More,
  handler: Handler<Contexts<T, InputOf<B, Q, P, A>>[Kind]>,
) => void;

/** Adds an endpoint without options. */
type AddPlain<Context> = (path: string, handler: Handler<Context>) => void;

/** Adds an endpoint of a model. */
type AddRoute<T> = ((path: string, action: Action, handler: RouteHandler<T>) => void) &
  AddWith<Guarded, 'model', T> &
  AddWith<Open, 'openModel', T>;

export type RouteBuilder<T> = Readonly<Record<Route['method'], AddRoute<T>>>;

/**
 * The custom endpoints of a model, under its prefix and matched before `/{id}`. Each states its action, which the caller's
 * role must allow, rather than the method. What an endpoint does through `records` and `crud` is checked again there;
 * anything else that it changes is open to whoever may do the action.
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
        throw new TypeError(`${entity.name}: ${method.toUpperCase()} ${path} names no action`);
      routes.push({ method, path, action, auth, options, handler });
    };
  build(byMethod(add) as RouteBuilder<T>);
  return { entity, routes };
}

/** Adds an endpoint that only signed-in users reach by default. */
type AddSignedInRoute = AddPlain<SignedInContext> &
  AddWith<{ readonly auth?: 'signed-in' }, 'signedIn'> &
  AddWith<Open, 'open'>;

/** Adds an endpoint that others reach, too, by default. */
type AddOpenRoute = AddPlain<OpenContext> &
  AddWith<{ readonly auth: 'signed-in' }, 'signedIn'> &
  AddWith<{ readonly auth?: 'public' | RequestHandler }, 'open'>;

type RouterBuilder<Add> = Readonly<Record<Route['method'], Add>>;

/** What an error looks like in an API of its own form; status and headers are the problem's unless stated. */
export interface ErrorAnswer {
  readonly status?: number;
  /** Sent as JSON. */
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form of a router's errors: of refusals and failures alike, before, in and after its handlers. */
export type ErrorForm = (problem: HttpProblem) => ErrorAnswer;

/** The options that hold for all endpoints of a router. */
export interface RouterOptions {
  /** Statuses of success by method, where an endpoint states none: `{ post: 201 }`. */
  readonly statuses?: Readonly<Partial<Record<Route['method'], number>>>;
  /** The form of errors; problem documents (RFC 9457) by default. */
  readonly errors?: ErrorForm;
}

/** Endpoints without a model, as `defineRouter` creates them. */
export interface OwnRouter {
  /** The beginning of their paths, such as `/reports`; `/` for none. */
  readonly prefix: string;
  readonly routes: readonly Route[];
  readonly errors?: ErrorForm;
}

/**
 * Endpoints under a prefix that does not belong to a model, for signed-in users unless `auth` says otherwise. Under `/` they have the paths
 * that nothing else has.
 */
export function defineRouter(
  prefix: string,
  options: RouterOptions & { readonly auth?: 'signed-in' },
  build: (route: RouterBuilder<AddSignedInRoute>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  options: RouterOptions & { readonly auth: 'public' | RequestHandler },
  build: (route: RouterBuilder<AddOpenRoute>) => void,
): OwnRouter;
export function defineRouter(
  prefix: string,
  {
    auth: ofAll = 'signed-in',
    statuses = {},
    errors,
  }: RouterOptions & { readonly auth?: RouterAuth },
  build: (route: never) => void,
): OwnRouter {
  const routes: Route[] = [];
  type Options = RouteOptions & { readonly auth?: RouterAuth };
  const add =
    (method: Route['method']) =>
    (path: string, ...rest: [Handler<never>] | [Options, Handler<never>]) => {
      const [given, handler] = rest.length === 1 ? [{} as Options, rest[0]] : rest;
      const status = given.status ?? statuses[method];
      const options = status === undefined ? given : { ...given, status };
      routes.push({ method, path, auth: options.auth ?? ofAll, options, handler });
    };
  build(byMethod(add) as never);
  return { prefix, routes, ...(errors && { errors }) };
}
