import express, { type RequestHandler, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { ModelModule } from '../model/model-module.js';
import type { Engine, PageText, RecordText } from '../model/operations.js';
import { notFound } from '../problem/problem.js';
import { readOptionalJson } from '../http/read-json.js';
import type {
  CustomRoute,
  RequestContext,
  Route,
  RouteContext,
  RouteResult,
} from '../model/define-routes.js';
import { parseId } from './parse-text.js';
import { queryOf, sendPage, sendRecord, sendText } from './respond.js';

/** What routers work with. */
export interface RouterParts {
  readonly engine: Engine;
  readonly modules: readonly ModelModule[];
  readonly authentication: {
    /** Sets the request's `currentUser`, or throws 401. */
    readonly signedIn: RequestHandler;
    /** The same where a token is sent. */
    readonly maybeSignedIn: RequestHandler;
  };
  readonly settings: { readonly bodyLimit: number };
  readonly database: Pick<Database, 'dataSource'>;
  readonly logger: Logger;
}

/**
 * Tries endpoints of the developer's own. When none answers, gives the methods that they have at this path, for the `Allow`
 * of a 405.
 */
export type CustomRouter = (
  request: Request,
  response: Response,
  rest: string,
) => Promise<'answered' | readonly string[]>;

/** Answers one request to an endpoint of the developer's own. */
export type RouteAnswer = (request: Request, response: Response) => Promise<void>;

/** The endpoints of one model beside the generated ones; null without any. */
export function createCustomRouter(module: ModelModule, parts: RouterParts): CustomRouter | null {
  const routes = module.routes?.routes ?? [];
  return routes.length === 0 ? null : routed(routes, (route) => answerOf(route, module, parts));
}

/** Endpoints as a router of Express, in whose notation their paths are. */
export function routed<Of extends Route>(
  routes: readonly Of[],
  answerOf: (route: Of) => RouteAnswer,
): CustomRouter {
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsOf = new WeakMap<Request, string[]>();
  const answered = new WeakMap<Request, () => void>();
  for (const route of routes) {
    const answer = answerOf(route);
    router.all(route.path, async (request, response, next) => {
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

/** The caller and the action come first, then the body, then the developer's code. */
function answerOf(route: CustomRoute, module: ModelModule, parts: RouterParts): RouteAnswer {
  return async (request, response) => {
    await parts.authentication.signedIn(request, response, () => undefined);
    const user = request.currentUser!;
    const crud = parts.engine.as(user);
    const records = crud(module.entity);
    records.authorize(route.action);
    const shared = await requestContext(request, response, parts, records.model.name);
    const context: RouteContext<object> = { ...shared, records, crud, user };
    sendResult(response, await route.handler(context as RouteContext<never>));
  };
}

/** What every endpoint works with; reads the body. `noun` is what its ids are of. */
export async function requestContext(
  request: Request,
  response: Response,
  { settings, database, logger }: RouterParts,
  noun: string,
): Promise<RequestContext> {
  const hasBody = !['GET', 'HEAD', 'DELETE'].includes(request.method);
  const isRead = request.body !== undefined || !hasBody;
  const body: unknown = isRead ? request.body : await readOptionalJson(request, settings.bodyLimit);
  return {
    query: queryOf(request),
    body,
    id: (name) => idOf(request, name, noun),
    request,
    response,
    log: logger.child({ request_id: request.requestId }),
    dataSource: database.dataSource,
  };
}

function idOf(request: Request, name: string, model: string): number {
  const text = String(request.params[name]);
  const id = parseId(text);
  if (id === null) throw notFound(`There is no ${model} with the id ${text.slice(0, 40)}.`);
  return id;
}

/** Answers with what a handler gave, in the way that its kind has. */
export function sendResult(response: Response, result: RouteResult): void {
  if (response.headersSent || response.writableEnded) return;
  if (result === undefined) {
    response.statusCode = 204;
    response.end();
  } else if (isText(result, 'page')) {
    sendPage(response, result as PageText);
  } else if (isText(result, 'record')) {
    sendRecord(response, result as RecordText);
  } else {
    sendText(response, JSON.stringify(result));
  }
}

function isText(result: object, kind: 'page' | 'record'): boolean {
  const { kind: given, text } = result as Partial<PageText>;
  return (given as string) === kind && typeof text === 'string';
}
