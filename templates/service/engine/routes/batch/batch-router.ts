import type { Request, RequestHandler, Response, Router } from 'express';
import { gather } from '../../database/scoped-data-source.js';
import { addEndpoint, refuseOtherMethods, strictRouter } from '../../http/endpoint.js';
import { readJson } from '../../http/read-body.js';
import { failures } from '../../http/send-problem.js';
import { checkEach } from '../../records/writing/check-each.js';
import type { RouterParts } from '../custom-router.js';
import { guardsOf } from '../guard.js';
import { isAtomic, itemsOf, outcomeOf, refuseTooManyRows, sendOutcomes } from '../many-records.js';
import { isReplaced } from '../replaced-endpoints.js';
import { sendRecords } from '../respond.js';
import { operationContext } from '../route-context.js';
import { writesOf, type DoWrite } from '../request-writes.js';
import { ACTION, operationOf, type BatchModels, type BatchOperation } from './batch-operation.js';
import { doAll, doOne, type Making } from './do-operations.js';
import { prepareAll } from './prepare-operations.js';

/** The first segment of the path; no prefix of a model begins so. */
export const BATCH = '_batch';

/** `POST /_batch`: writes of several models, which may refer to each other's records; all of them or, where one is refused, none. */
export function batchRouter(parts: RouterParts): Router {
  const { authentication, settings, database, logger } = parts;
  const refusalOf = failures(logger, database);
  const modelsFor = modelsOf(parts);
  const handler: RequestHandler = async (request, response) => {
    const atomic = isAtomic(request);
    const writes = writesOf(request, response, parts.writes?.writer);
    const body = await readJson(request, settings.bodyLimit);
    const operations = await allowed(itemsOf(body, 'operations'), modelsFor(request, response));
    refuseTooManyRows(operations, parts);
    const work = async (doWrite: DoWrite) => {
      if (!atomic) {
        const made: Making = new Map();
        const call = { request, response, refusalOf, settings };
        return sendOutcomes(operations, call, (one) => doOne(one, made, doWrite));
      }
      const prepare = onceOnly(() => prepareAll(operations));
      const written = await doWrite({
        records: (at) => operations[at]!.records,
        write: async () => {
          await prepare();
          return database.write(
            () => {
              gather(database.dataSource);
              return doAll(operations, settings);
            },
            { name: 'a batch' },
          );
        },
        prepare,
      });
      await sendRecords(response, written.map(outcomeOf));
    };
    await writes(body, work, !atomic);
  };
  const router = strictRouter();
  addEndpoint(router, `/${BATCH}`, ({ baseUrl }) => `${baseUrl}/${BATCH}`, {
    post: [...guardsOf('signed-in', authentication), handler],
  });
  return router.use(refuseOtherMethods);
}

/** Calls some work once; gives one promise each time. */
function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** The operations of a batch; 403 for those that the user may not do at all, 400 for those that find no record by what they name. */
async function allowed(
  items: readonly unknown[],
  models: BatchModels,
): Promise<readonly BatchOperation[]> {
  const operations = await checkEach(
    items.map((item, index) => ({ item, index })),
    async ({ item, index }) => operationOf(item, index, models),
  );
  await checkEach(operations, async ({ records, method, on }) => {
    records.authorize(ACTION[method]);
    if (on) records.authorize('edit');
  });
  await checkEach(operations, async ({ records, on }) => on && records.assertUnique(on, 'on'));
  return operations;
}

/** The models that are served here, for the user of each request. */
function modelsOf({ engine, modules, logger }: RouterParts) {
  const served = modules.map((module) => ({ ...module, model: engine.model(module.entity.name) }));
  const models = new Map(served.map(({ model }) => [model.prefix, model]));
  const routes = new Map(served.map(({ model, routes: own }) => [model, own?.routes ?? []]));
  return (request: Request, response: Response): BatchModels => {
    const context = operationContext(request, response, logger);
    const operations = engine.operations(request.currentUser!, context);
    return {
      models,
      operations: ({ entity }) => operations(entity),
      contained: engine.contained,
      isReplaced: (model, method) => isReplaced(routes.get(model)!, method),
    };
  };
}
