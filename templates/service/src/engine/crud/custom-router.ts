import express, { type RequestHandler, type Request, type Response } from 'express';
import type { ModelModule } from '../model/model-module.js';
import type { Engine, PageText, RecordText } from '../model/operations.js';
import { notFound } from '../problem/problem.js';
import { readOptionalJson } from '../http/read-json.js';
import type { CustomRoute, RouteContext, RouteResult } from '../model/define-routes.js';
import { parseId } from './parse-text.js';
import { queryOf, sendPage, sendRecord, sendText } from './respond.js';

/** What a router of models works with. */
export interface RouterParts {
  readonly engine: Engine;
  readonly modules: readonly ModelModule[];
  /** Sets the request's `currentUser`, or throws 401. */
  readonly authentication: { readonly signedIn: RequestHandler };
  readonly settings: { readonly bodyLimit: number };
}

/**
 * Tries the owner's endpoints of one model. When none answers, gives the methods that they have at this path, for the
 * `Allow` of a 405.
 */
export type CustomRouter = (
  request: Request,
  response: Response,
  rest: string,
) => Promise<'answered' | readonly string[]>;

/** The owner's endpoints of one model as a router of Express, in whose notation their paths are; null without any. */
export function createCustomRouter(module: ModelModule, parts: RouterParts): CustomRouter | null {
  const routes = module.routes?.routes ?? [];
  if (routes.length === 0) return null;
  const router = express.Router({ caseSensitive: true, strict: true });
  const methodsOf = new WeakMap<Request, string[]>();
  const answered = new WeakMap<Request, () => void>();
  for (const route of routes) {
    const handle = handlerOf(route, module, parts);
    router.all(route.path, async (request, response, next) => {
      const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
      if (method === route.method) {
        await handle(request, response);
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

/** The caller and the action come first, then the body, then the owner's code. */
function handlerOf(
  { action, handler, method }: CustomRoute,
  module: ModelModule,
  { engine, authentication, settings }: RouterParts,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    await authentication.signedIn(request, response, () => undefined);
    const user = request.currentUser!;
    const crud = engine.as(user);
    const records = crud(module.entity);
    records.demand(action);
    const hasBody = method !== 'get' && method !== 'delete';
    const context: RouteContext<object> = {
      records,
      crud,
      user,
      query: queryOf(request),
      body: hasBody ? await readOptionalJson(request, settings.bodyLimit) : undefined,
      id: (name) => idOf(request, name, records.model.name),
      request,
      response,
    };
    sendResult(response, await handler(context as RouteContext<never>));
  };
}

function idOf(request: Request, name: string, model: string): number {
  const text = String(request.params[name]);
  const id = parseId(text);
  if (id === null) throw notFound(`There is no ${model} with the id ${text.slice(0, 40)}.`);
  return id;
}

function sendResult(response: Response, result: RouteResult): void {
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
