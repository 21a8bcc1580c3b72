import type { Request, RequestHandler, Response } from 'express';
import { parseId, type RecordId } from '../fields/record-id.js';
import { readJson } from '../http/read-body.js';
import { requestFields } from '../http/request-log.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, WriteOptions } from '../model/operations.js';
import {
  entityTag,
  namesTag,
  queryOf,
  sendPage,
  sendTagged,
  sendText,
  sendWritten,
} from './respond.js';
import { disconnectSignal, type ContextParts } from './route-context.js';

/** One request to a generated endpoint. */
interface Call {
  readonly request: Request;
  readonly response: Response;
  readonly records: Operations;
  /** NaN for a path segment that is no id: no record has it. */
  readonly id: RecordId;
  readonly bodyLimit: number;
}

type Operation = (call: Call) => Promise<void>;

/** The generated endpoints of a model, each as a handler of Express. */
export function modelEndpoints(
  { entity }: ModelInfo,
  { engine, settings: { bodyLimit }, logger }: ContextParts,
) {
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
      return operation({ request, response, records, id, bodyLimit });
    };
  return {
    list: handler(list),
    create: handler(create),
    get: handler(get),
    replace: handler(changing('replace')),
    update: handler(changing('update')),
    remove: handler(remove),
  };
}

const list: Operation = async ({ request, response, records }) =>
  sendPage(response, await records.list(queryOf(request)));

const create: Operation = async ({ request, response, records, bodyLimit }) => {
  // Nobody's body is read who may not create.
  records.authorize('create');
  const { record, isAsShown } = await records.create(await readJson(request, bodyLimit));
  const { prefix } = records.model;
  const { mountedAt, baseUrl } = request;
  response.setHeader('location', `${mountedAt}${baseUrl}/${prefix}/${record.id}`);
  response.statusCode = 201;
  sendWritten(response, record, isAsShown);
};

const get: Operation = async ({ request, response, records, id }) => {
  const { _expand } = queryOf(request);
  if (_expand === undefined) return sendTagged(request, response, await records.get(id));
  const expanded = await records.get(id, { expand: [_expand].flat() });
  sendText(response, JSON.stringify(expanded));
};

const changing =
  (mode: 'replace' | 'update'): Operation =>
  async ({ request, response, records, id, bodyLimit }) => {
    records.authorize('edit');
    const body = await readJson(request, bodyLimit);
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
