import type { Request, RequestHandler, Response } from 'express';
import { parseId, type RecordId } from '../fields/record-id.js';
import { readJson } from '../http/read-body.js';
import { requestFields } from '../http/request-log.js';
import { failures } from '../http/send-problem.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, WriteOptions } from '../model/operations.js';
import {
  entityTag,
  namesTag,
  queryOf,
  sendPage,
  sendRecords,
  sendTagged,
  sendText,
  sendWritten,
} from './respond.js';
import { changesOf, isAtomic, itemsOf, sendOutcomes } from './many-records.js';
import { disconnectSignal, type ContextParts } from './route-context.js';

/** One request to a generated endpoint. */
interface Call {
  readonly request: Request;
  readonly response: Response;
  readonly records: Operations;
  /** NaN for a path segment that is no id: no record has it. */
  readonly id: RecordId;
  readonly settings: ContextParts['settings'];
  /** What a failure of one of several writes is told as. */
  readonly refusalOf: ReturnType<typeof failures>;
}

type Operation = (call: Call) => Promise<void>;

/** The generated endpoints of a model, each as a handler of Express. */
export function modelEndpoints(
  { entity }: ModelInfo,
  { engine, settings, logger, database }: ContextParts,
) {
  const refusalOf = failures(logger, database);
  const handler =
    (operation: Operation): RequestHandler =>
    (request, response) => {
      const context = {
        signal: () => disconnectSignal(response),
        log: () => logger.child(requestFields(request)),
        response,
      };
      const records = engine.operations(request.currentUser!, context)(entity);
      const id = parseId(String(request.params['id'])) ?? NaN;
      return operation({ request, response, records, id, settings, refusalOf });
    };
  return {
    list: handler(list),
    create: handler(create),
    get: handler(get),
    replace: handler(changing('replace')),
    update: handler(changing('update')),
    updateMany: handler(updateMany),
    remove: handler(remove),
  };
}

const list: Operation = async ({ request, response, records }) =>
  sendPage(response, await records.list(queryOf(request)));

const create: Operation = async (call) => {
  const { request, response, records, settings } = call;
  // Nobody's body is read who may not create.
  records.authorize('create');
  const atomic = isAtomic(request);
  const body = await readJson(request, settings.bodyLimit);
  if (Array.isArray(body)) return createMany(itemsOf(body), atomic, call);
  const { record, isAsShown } = await records.create(body);
  const { prefix } = records.model;
  const { mountedAt, baseUrl } = request;
  response.setHeader('location', `${mountedAt}${baseUrl}/${prefix}/${record.id}`);
  response.statusCode = 201;
  sendWritten(response, record, isAsShown);
};

async function createMany(items: readonly unknown[], atomic: boolean, call: Call): Promise<void> {
  const { response, records } = call;
  if (atomic) {
    const created = await records.createMany(items);
    response.statusCode = 201;
    return sendRecords(response, created.records);
  }
  await sendOutcomes(items, call, async (item) => {
    const { record, isAsShown } = await records.create(item);
    return { status: 201, record, ...(isAsShown && { etag: entityTag(record) }) };
  });
}

const updateMany: Operation = async (call) => {
  const { request, response, records, settings } = call;
  records.authorize('edit');
  const atomic = isAtomic(request);
  const changes = changesOf(itemsOf(await readJson(request, settings.bodyLimit)));
  if (atomic) return sendRecords(response, await records.updateMany(changes));
  await sendOutcomes(changes, call, async ({ id, values, options }) => {
    const record = await records.update(id, values, options);
    return { status: 200, record, etag: entityTag(record) };
  });
};

const get: Operation = async ({ request, response, records, id }) => {
  const { _expand } = queryOf(request);
  if (_expand === undefined) return sendTagged(request, response, await records.get(id));
  const expanded = await records.get(id, { expand: [_expand].flat() });
  sendText(response, JSON.stringify(expanded));
};

const changing =
  (mode: 'replace' | 'update'): Operation =>
  async ({ request, response, records, id, settings }) => {
    records.authorize('edit');
    const body = await readJson(request, settings.bodyLimit);
    sendWritten(response, await records[mode](id, body, writeOptions(request)));
  };

const remove: Operation = async ({ request, response, records, id }) => {
  await records.remove(id, writeOptions(request));
  response.statusCode = 204;
  response.end();
};

function writeOptions({ headers }: Request): WriteOptions {
  const wanted = headers['if-match'];
  return wanted === undefined ? {} : { ifMatch: (record) => namesTag(wanted, entityTag(record)) };
}
