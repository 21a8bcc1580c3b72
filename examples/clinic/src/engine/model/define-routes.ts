import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Action, CurrentUser } from './access-rules.js';
import type { Crud, PageText, Query, RecordText, Records } from './operations.js';

/** What every endpoint of one's own works with. */
export interface RequestContext {
  readonly query: Query;
  /** The JSON that was sent, or what a middleware has read before; undefined for GET and DELETE, and where nothing was sent. */
  readonly body: unknown;
  /** The integer path parameter of that name; throws 404 for anything else. */
  readonly id: (name: string) => number;
  readonly request: Request;
  readonly response: Response;
  /** Writes lines that have the request's id. */
  readonly log: Logger;
  /**
   * TypeORM's own door to the data: `dataSource.getRepository(Task)`, `dataSource.query(sql)`. Everything that is read or
   * written through it bypasses the rules: no role is asked for, no row or field is hidden, no value checked, no hook called.
   * So it is for what the operations cannot say, and the code behind it answers for what the caller gets to see. Inside
   * `dataSource.transaction(...)` the operations of `crud` join the transaction.
   */
  readonly dataSource: DataSource;
}

/** What an endpoint of a model works with. `records` and `crud` obey the caller's rules. */
export interface RouteContext<T> extends RequestContext {
  readonly records: Records<T>;
  readonly crud: Crud;
  readonly user: CurrentUser;
}

/** A page is sent with list headers, a record with 200, any other value as JSON, nothing as 204 unless already answered. */
export type RouteResult = PageText | RecordText | object | undefined | void;
export type RouteHandler<T> = (context: RouteContext<T>) => Promise<RouteResult> | RouteResult;

/** A method and a path. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Relative to the prefix of the model or router, in Express notation. */
  readonly path: string;
}

export interface CustomRoute extends Route {
  /**
   * What the caller must be allowed to do with the model; checked before the handler runs, whatever the method. A role's
   * methods allow actions (GET `list` and `show`, POST `create`, PUT and PATCH `edit`, DELETE `delete`), so roles that may
   * only read can call a POST that states `list`.
   */
  readonly action: Action;
  readonly handler: RouteHandler<never>;
}

export interface ModelRoutes {
  readonly entity: new () => object;
  readonly routes: readonly CustomRoute[];
}

/** What is made for each method, by its name: `route.get(...)`. */
export const byMethod = <Add>(
  make: (method: Route['method']) => Add,
): Readonly<Record<Route['method'], Add>> => ({
  get: make('get'),
  post: make('post'),
  put: make('put'),
  patch: make('patch'),
  delete: make('delete'),
});

type AddRoute<T> = (path: string, action: Action, handler: RouteHandler<T>) => void;
export type RouteBuilder<T> = Readonly<Record<CustomRoute['method'], AddRoute<T>>>;

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
    (method: CustomRoute['method']): AddRoute<T> =>
    (path, action, handler) => {
      routes.push({ method, path, action, handler });
    };
  build(byMethod(add));
  return { entity, routes };
}
