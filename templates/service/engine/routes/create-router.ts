import type { RequestHandler, Router } from 'express';
import {
  addEndpoint,
  endpoint,
  firstSegment,
  refuseOtherMethods,
  strictRouter,
} from '../http/endpoint.js';
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
  addEndpoint(router, path, ({ baseUrl }) => baseUrl + path, {
    get: [...guards, list],
    post: [...guards, create],
    ...(!isPatchReplaced && { patch: [...guards, updateMany] }),
  });
  addEndpoint(router, recordPath(model), ({ baseUrl }) => `${baseUrl}${path}/:id`, {
    get: [...guards, get],
    put: [...guards, replace],
    patch: [...guards, update],
    delete: [...guards, remove],
  });
  return router.use(refuseOtherMethods);
}

/** One segment: an id, or something mistaken for one. Only an id that is a text may be encoded. */
const recordPath = ({ prefix, key }: ModelInfo): RegExp =>
  new RegExp(`^/${prefix}/(?<id>${key.type === 'string' ? '[^/]+' : '[^/%]+'})$`);
