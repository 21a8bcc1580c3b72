import type { RequestHandler, Router } from 'express';
import {
  addEndpoint,
  endpoint,
  firstSegment,
  refuseOtherMethods,
  strictRouter,
  type Method,
} from '../http/endpoint.js';
import type { Action } from '../model/access-rules.js';
import type { ModelInfo } from '../model/model-info.js';
import type { ModelModule } from '../model/model-module.js';
import { StartRefused } from '../settings/settings.js';
import { BATCH, batchRouter } from './batch/batch-router.js';
import { addCustomEndpoints, type RouterParts } from './custom-router.js';
import { guardsOf } from './guard.js';
import { modelEndpoints } from './model-endpoints.js';
import { AGGREGATE, hasFigures, isReplaced } from './replaced-endpoints.js';

/**
 * Serves every model under its prefix. A single map lookup finds its router: as layers of Express, 300 models would mean 300
 * comparisons per request.
 */
export function createRouter(parts: RouterParts): RequestHandler {
  const routers = new Map(
    parts.modules.map((module) => [
      parts.engine.model(module.entity.name).prefix,
      routerOf(module, parts),
    ]),
  );
  routers.set(BATCH, batchRouter(parts));
  return (request, response, next) => {
    const router = routers.get(firstSegment(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

/** Serves these models alone, to be mounted anywhere: `app.use('/v2', modelRouter(parts, Task))` has `/v2/task`. */
export function modelRouter(
  parts: RouterParts,
  ...entities: readonly (new () => object)[]
): RequestHandler {
  const modules = entities.map((entity) => {
    const found = parts.modules.find((module) => module.entity === entity);
    if (found) return found;
    throw new StartRefused([`modelRouter: ${entity.name} is not in models.gen.ts`]);
  });
  return createRouter({ ...parts, modules });
}

/** The endpoints of one model: the developer's first, which may stand in for a generated one, then the generated ones. */
function routerOf({ entity, routes }: ModelModule, parts: RouterParts): Router {
  const router = strictRouter();
  const model = parts.engine.model(entity.name);
  const path = `/${model.prefix}`;
  const own = routes?.routes ?? [];
  const guards = guardsOf('signed-in', parts.authentication);
  const isPatchReplaced = isReplaced(own, 'patch');
  const { list, aggregate, create, updateMany, get, replace, update, remove } = modelEndpoints(
    model,
    parts,
    isPatchReplaced,
  );
  // Before an endpoint of the developer's that takes any one segment, such as a slug.
  if (hasFigures(own)) endpoint(router, path + AGGREGATE, { get: aggregate }, ...guards);
  addCustomEndpoints(router, path, own, parts, entity);
  const ofActions = (...endpoints: readonly GeneratedEndpoint[]) =>
    Object.fromEntries(
      endpoints
        .filter(([, action]) => model.actions.includes(action))
        .map(([method, , handler]) => [method, [...guards, handler]]),
    );
  const ofList = ofActions(
    ['get', 'list', list],
    ['post', 'create', create],
    ...(isPatchReplaced ? [] : [['patch', 'edit', updateMany] as const]),
  );
  addEndpoint(router, path, ({ baseUrl }) => baseUrl + path, ofList);
  const ofRecord = ofActions(
    ['get', 'show', get],
    ['put', 'edit', replace],
    ['patch', 'edit', update],
    ['delete', 'delete', remove],
  );
  addEndpoint(router, recordPath(model), ({ baseUrl }) => `${baseUrl}${path}/:id`, ofRecord);
  return router.use(refuseOtherMethods);
}

/** A generated endpoint at a path, with the action without which the path has no such method. */
type GeneratedEndpoint = readonly [method: Method, action: Action, handler: RequestHandler];

/** One segment: an id, or something mistaken for one. Only an id that is a text may be encoded. */
const recordPath = ({ prefix, key }: ModelInfo): RegExp =>
  new RegExp(`^/${prefix}/(?<id>${key.type === 'string' ? '[^/]+' : '[^/%]+'})$`);
