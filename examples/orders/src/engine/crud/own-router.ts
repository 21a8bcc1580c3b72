import type { Request, RequestHandler, Response } from 'express';
import type { ModelInfo } from '../model/model-info.js';
import { StartRefused } from '../settings/settings.js';
import type { OwnRoute, OwnRouter, RouterAuth, SignedInContext } from '../model/define-router.js';
import {
  requestContext,
  type RouteAnswer,
  routed,
  type RouterParts,
  sendResult,
} from './custom-router.js';
import { refuseMethod } from './respond.js';

/** Serves routers that belong to no model. */
export function createOwnRouter(
  parts: RouterParts & { readonly routers: readonly OwnRouter[] },
): RequestHandler {
  const wrong = wrongPrefixes(parts.routers, parts.engine.models);
  if (wrong.length > 0) throw new StartRefused(wrong);
  const served = parts.routers.map(({ prefix, auth, routes }) => ({
    prefix,
    router: routed(routes, (route) => answerOf(route, guardOf(auth, parts), parts)),
  }));
  return async (request, response, next) => {
    const methods: string[] = [];
    for (const { prefix, router } of served) {
      const rest = restOf(request.path, prefix);
      if (rest === null) continue;
      const found = await router(request, response, rest);
      if (found === 'answered') return;
      methods.push(...found);
    }
    if (methods.length === 0) return next();
    refuseMethod(request, response, methods);
  };
}

/** First parts of paths that the service itself answers. */
const RESERVED = ['admin', 'api', 'auth', 'config', 'docs', 'healthz', 'openapi.json', 'readyz'];

/** What no request would get to, or would take a path from others. */
function wrongPrefixes(
  routers: readonly OwnRouter[],
  models: readonly ModelInfo[],
): readonly string[] {
  return routers.flatMap(({ prefix }) => {
    const said = `defineRouter: \`${prefix}\``;
    if (!/^(\/[\w.~-]+)+$/.test(prefix))
      return [`${said} is no prefix; write one like \`/reports\``];
    const first = prefix.split('/')[1]!;
    const model = models.find((one) => one.prefix === first);
    if (model)
      return [
        `${said} is where ${model.name} is served; its own endpoints stand in \`defineRoutes\``,
      ];
    return RESERVED.includes(first) ? [`${said} is a path of the service itself`] : [];
  });
}

/** What a path has behind a prefix; null for other paths, and for a trailing slash, which is another path. */
function restOf(path: string, prefix: string): string | null {
  if (path === prefix) return '';
  return path.startsWith(`${prefix}/`) && path !== `${prefix}/` ? path.slice(prefix.length) : null;
}

/** Whether a request may go on; one that may not is answered, or this throws. */
type Guard = (request: Request, response: Response) => Promise<boolean>;

function guardOf(auth: RouterAuth, { authentication }: RouterParts): Guard {
  const { signedIn, maybeSignedIn } = authentication;
  const handler = auth === 'signed-in' ? signedIn : auth === 'public' ? maybeSignedIn : auth;
  return (request, response) =>
    new Promise((resolve, reject) => {
      response.once('close', () => resolve(false));
      const next = (error?: unknown) => (error ? reject(error as Error) : resolve(true));
      Promise.resolve(handler(request, response, next)).catch(reject);
    });
}

function answerOf({ handler }: OwnRoute, guard: Guard, parts: RouterParts): RouteAnswer {
  return async (request, response) => {
    if (!(await guard(request, response))) return;
    const user = request.currentUser;
    const shared = await requestContext(request, response, parts, 'record');
    const context = user ? { ...shared, user, crud: parts.engine.as(user) } : shared;
    sendResult(response, await handler(context as SignedInContext));
  };
}
