import type { Request, RequestHandler, Response } from 'express';
import type { RecordId } from '../fields/record-id.js';
import { readJson } from '../http/read-body.js';
import { createCustomRouter, type CustomRouter, type RouterParts } from './custom-router.js';
import { guardOf } from './guard.js';
import {
  entityTag,
  namesTag,
  queryOf,
  refuseMethod,
  sendPage,
  sendTagged,
  sendText,
  sendWritten,
} from './respond.js';
import { StartRefused } from '../settings/settings.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, WriteOptions } from '../model/operations.js';
import { parseId } from '../records/query/parse-filter.js';
import { disconnectSignal } from './route-context.js';

/** A model as it is served. */
interface Served {
  readonly model: ModelInfo;
  readonly custom: CustomRouter | null;
}

/** One request to a generated path. */
interface Call {
  readonly request: Request;
  readonly response: Response;
  readonly records: Operations;
  /** NaN for a path segment that is no id: no record has it. */
  readonly id: RecordId;
  readonly bodyLimit: number;
}

/**
 * Serves every model under its prefix: the developer's endpoints first, then the generated ones. A single map lookup finds
 * the model; as Express layers, 300 models would mean 300 comparisons per request.
 */
export function createRouter(parts: RouterParts): RequestHandler {
  const served = new Map(
    parts.modules.map((module): [string, Served] => {
      const model = parts.engine.model(module.entity.name);
      return [model.prefix, { model, custom: createCustomRouter(module, parts) }];
    }),
  );
  const isAdmitted = guardOf('signed-in', parts.authentication);
  return async (request, response, next) => {
    const [prefix, rest] = splitPath(request.path);
    const found = served.get(prefix);
    // A trailing slash makes it a different path.
    if (!found || rest === '/') return next();
    const elsewhere = found.custom ? await found.custom(request, response, rest) : [];
    if (elsewhere === 'answered') return;
    const operations = rest === '' ? COLLECTION : RECORD_PATH.test(rest) ? RECORD : NOTHING;
    if (operations !== NOTHING) request.pattern = rest === '' ? `/${prefix}` : `/${prefix}/:id`;
    const operation = operations[request.method];
    if (operation) {
      if (!(await isAdmitted(request, response))) return;
      return answer(operation, found.model, rest, request, response, parts);
    }
    const methods = [...Object.keys(operations).filter((name) => name !== 'HEAD'), ...elsewhere];
    if (methods.length === 0) return next();
    refuseMethod(request, response, methods);
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

type Operation = (call: Call) => Promise<void>;
type Methods = Readonly<Record<string, Operation | undefined>>;

async function answer(
  operation: Operation,
  model: ModelInfo,
  rest: string,
  request: Request,
  response: Response,
  { engine, settings, logger }: RouterParts,
): Promise<void> {
  const asked = {
    signal: () => disconnectSignal(response),
    log: () => logger.child({ request_id: request.requestId }),
    response,
  };
  const records = engine.operations(request.currentUser!, asked)(model.entity);
  const id = parseId(rest.slice(1)) ?? NaN;
  await operation({ request, response, records, id, bodyLimit: settings.bodyLimit });
}

const list: Operation = async ({ request, response, records }) =>
  sendPage(response, await records.list(queryOf(request)));

const create: Operation = async ({ request, response, records, bodyLimit }) => {
  records.authorize('create');
  const record = await records.create((await readJson(request, bodyLimit)) as object);
  const { prefix } = records.model;
  const { mountedAt, baseUrl } = request;
  response.setHeader('location', `${mountedAt}${baseUrl}/${prefix}/${record.id}`);
  sendWritten(response, record, 201);
};

const get: Operation = async ({ request, response, records, id }) => {
  const { _expand } = queryOf(request);
  if (_expand === undefined) return sendTagged(request, response, await records.get(id));
  const expanded = await records.get(id, { expand: [_expand].flat() });
  sendText(response, expanded.text);
};

const replace: Operation = async ({ request, response, records, id, bodyLimit }) => {
  records.authorize('edit');
  const body = (await readJson(request, bodyLimit)) as object;
  sendWritten(response, await records.replace(id, body, writeOptions(request)));
};

const update: Operation = async ({ request, response, records, id, bodyLimit }) => {
  records.authorize('edit');
  const body = (await readJson(request, bodyLimit)) as object;
  sendWritten(response, await records.update(id, body, writeOptions(request)));
};

const remove: Operation = async ({ request, response, records, id }) => {
  await records.remove(id, writeOptions(request));
  response.statusCode = 204;
  response.end();
};

const COLLECTION: Methods = { GET: list, HEAD: list, POST: create };
const RECORD: Methods = { GET: get, HEAD: get, PUT: replace, PATCH: update, DELETE: remove };
const NOTHING: Methods = {};

/** One segment without encoding: an id, or something mistaken for one. */
const RECORD_PATH = /^\/[^/%]+$/;

function writeOptions({ headers }: Request): WriteOptions {
  const wanted = headers['if-match'];
  return wanted === undefined ? {} : { ifMatch: (text) => namesTag(wanted, entityTag(text)) };
}

/** `/task/7/complete` as `task` and `/7/complete`. */
function splitPath(path: string): readonly [prefix: string, rest: string] {
  const end = path.indexOf('/', 1);
  return end === -1 ? [path.slice(1), ''] : [path.slice(1, end), path.slice(end)];
}
