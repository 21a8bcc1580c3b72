import type { Express, Request, RequestHandler } from 'express';
import { pathId, type RecordId } from '../fields/record-id.js';
import { addEndpoint, refuseOtherMethods, strictRouter } from '../http/endpoint.js';
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
  const byPrefix = new Map(
    parts.engine.models.filter(hasTrash).map((model) => [model.prefix, model]),
  );
  const router = strictRouter();
  const guards = guardsOf('signed-in', parts.authentication);
  addEndpoint(router, PATH, ({ path }) => path.replace(PATH, '/$1/:id/_restore'), {
    post: [...guards, restoring(byPrefix, parts)],
  });
  router.use(refuseOtherMethods);
  app.use((request, response, next) => {
    const [, prefix = ''] = PATH.exec(request.path) ?? [];
    if (byPrefix.has(prefix)) router(request, response, next);
    else next();
  });
}

const PATH = /^\/(?<prefix>[^/]+)\/(?<id>[^/]+)\/_restore$/;

const restoring =
  (byPrefix: ReadonlyMap<string, ModelInfo>, parts: AppParts): RequestHandler =>
  async (request, response) => {
    const model = byPrefix.get(String(request.params['prefix']))!;
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
