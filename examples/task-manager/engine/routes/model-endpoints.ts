import type { Request, RequestHandler, Response } from 'express';
import { parseId, type RecordId } from '../fields/record-id.js';
import { readJson } from '../http/read-body.js';
import { requestFields } from '../http/request-log.js';
import { failures } from '../http/send-problem.js';
import type { ModelInfo } from '../model/model-info.js';
import type { Operations, UpsertedRecord, WriteOptions } from '../model/operations.js';
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
import { refusedAlone } from '../records/writing/check-each.js';
import { changesOf, isAtomic, itemsOf, sendOutcomes, upsertedOn } from './many-records.js';
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
  const on = upsertedOn(request);
  if (on) records.assertUnique(on);
  const atomic = isAtomic(request);
  const body = await readJson(request, settings.bodyLimit);
  if (Array.isArray(body)) return createMany(itemsOf(body), { on, atomic }, call);
  const { record, created, isAsShown } = await createOne(body, on, records);
  if (created) {
    const { mountedAt, baseUrl } = request;
    const path = `${mountedAt}${baseUrl}/${records.model.prefix}/${record.id}`;
    response.setHeader('location', path);
    response.statusCode = 201;
  }
  sendWritten(response, record, isAsShown);
};

/** The unique fields by which records are found that exist already, or null where all are new. */
type UpsertedOn = readonly string[] | null;

async function createOne(
  body: unknown,
  on: UpsertedOn,
  records: Operations,
): Promise<UpsertedRecord> {
  if (!on) return { ...(await records.create(body)), created: true };
  const [upserted] = await records.upsertMany([body], on).catch((error: unknown) => {
    throw refusedAlone(error);
  });
  return upserted!;
}

async function createMany(
  items: readonly unknown[],
  { on, atomic }: { readonly on: UpsertedOn; readonly atomic: boolean },
  call: Call,
): Promise<void> {
  const { response, records } = call;
  if (!atomic)
    return sendOutcomes(items, call, async (item) => {
      const { record, created, isAsShown } = await createOne(item, on, records);
      const etag = isAsShown ? { etag: entityTag(record) } : {};
      return { status: created ? 201 : 200, record, ...etag };
    });
  const written = on ? await records.upsertMany(items, on) : null;
  const rows = written
    ? written.map(({ record }) => record)
    : (await records.createMany(items)).records;
  response.statusCode = !written || written.some(({ created }) => created) ? 201 : 200;
  await sendRecords(response, rows);
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
