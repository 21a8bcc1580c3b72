import type { Express, Request, RequestHandler, Router } from 'express';
import { pathId, type RecordId } from '../fields/record-id.js';
import { endpoint, firstSegment, strictRouter } from '../http/endpoint.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Row, WriteOptions } from '../model/operations.js';
import type { Scope } from '../records/scope.js';
import { guardsOf } from '../routes/guard.js';
import { isVersion, sendWritten } from '../routes/respond.js';
import { writesOf } from '../routes/request-writes.js';
import { operationContext } from '../routes/route-context.js';
import { ScopedOperations } from '../records/scoped-operations.js';
import type { AppParts } from '../service/project.js';
import { hasTrash } from './bin.js';
import { restoreRecord } from './restore.js';

/** `POST /task/7/_restore`: takes a record out of the trash. An endpoint of the project at this path comes first. */
export function addRestore(app: Express, parts: AppParts): void {
  const routers = new Map(
    parts.engine.models.filter(hasTrash).map((model) => [model.prefix, routerOf(model, parts)]),
  );
  app.use((request, response, next) => {
    const router = routers.get(firstSegment(request.path));
    if (router) router(request, response, next);
    else next();
  });
}

function routerOf(model: ModelInfo, parts: AppParts): Router {
  const router = strictRouter();
  const guards = guardsOf('signed-in', parts.authentication);
  endpoint(router, `/${model.prefix}/:id/_restore`, { post: restoring(model, parts) }, ...guards);
  return router;
}

const restoring =
  (model: ModelInfo, parts: AppParts): RequestHandler =>
  async (request, response) => {
    const id = pathId(String(request.params['id']), model.key);
    const context = operationContext(request, response, parts.logger);
    const scope = parts.engine.scope(request.currentUser!, context)(model.entity);
    const writes = writesOf(request, response, parts.writes?.writer);
    await writes(undefined, async (doWrite) => {
      const [written] = await doWrite({
        records: () => new ScopedOperations(scope),
        write: async () => [await restored(request, scope, id)],
      });
      sendWritten(response, written!.record!, written!.isAsShown);
    });
  };

async function restored(request: Request, scope: Scope, id: RecordId) {
  const record: Row = await restoreRecord(scope, id, expected(request));
  return { status: 200, record, isAsShown: true };
}

function expected({ headers }: Request): WriteOptions {
  const wanted = headers['if-match'];
  return wanted === undefined ? {} : { ifMatch: (record) => isVersion(wanted, record) };
}
