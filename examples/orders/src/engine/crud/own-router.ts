import type { RequestHandler } from 'express';
import type { OwnRouter, Route } from '../model/define-routes.js';
import type { ModelInfo } from '../model/model-info.js';
import { StartRefused } from '../settings/settings.js';
import {
  guardOf,
  type RouteAnswer,
  routed,
  type RouterParts,
  runHandler,
} from './custom-router.js';
import { refuseMethod } from './respond.js';

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
  const served = routers.map(({ prefix, routes }) => ({
    prefix,
    router: routed(prefix, routes, (route) => answerOf(route, parts)),
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

/** First path segments that the service itself uses. */
const RESERVED = ['admin', 'api', 'auth', 'config', 'docs', 'healthz', 'openapi.json', 'readyz'];

/** Throws for invalid prefixes, and for those that `taken` gives a reason against. */
function refuseWrong(
  routers: readonly OwnRouter[],
  taken: (prefix: string) => string | null,
): void {
  const wrong = routers.flatMap(({ prefix }) => {
    const isPrefix = /^(\/[\w.~-]+)+$/.test(prefix);
    const reason = isPrefix ? taken(prefix) : 'is not a valid prefix; write one like `/reports`';
    return reason === null ? [] : [`defineRouter: \`${prefix}\` ${reason}`];
  });
  if (wrong.length > 0) throw new StartRefused(wrong);
}

/** Why requests would never reach a prefix, or it would shadow other paths. */
function whoseIs(prefix: string, models: readonly ModelInfo[]): string | null {
  const first = prefix.split('/')[1]!;
  const model = models.find((one) => one.prefix === first);
  if (model) return `belongs to ${model.name}, whose endpoints go into \`defineRoutes\``;
  return RESERVED.includes(first) ? 'is a path of the service itself' : null;
}

/** The rest of a path behind a prefix; null for other paths, and for a trailing slash, which makes it a different path. */
function restOf(path: string, prefix: string): string | null {
  if (path === prefix) return '';
  return path.startsWith(`${prefix}/`) && path !== `${prefix}/` ? path.slice(prefix.length) : null;
}

function answerOf(route: Route, parts: RouterParts): RouteAnswer {
  const passes = guardOf(route.auth, parts);
  return async (request, response) => {
    if (!(await passes(request, response))) return;
    await runHandler(route, request, response, parts, 'record');
  };
}
