import type { Request, RequestHandler, Response } from 'express';
import { pathId, type RecordId } from '../fields/record-id.js';
import { readJson } from '../http/read-body.js';
import { failures } from '../http/send-problem.js';
import type { ModelInfo } from '../model/model-info.js';
import {
  ADDED,
  type ComingWrite,
  type Operations,
  type Row,
  type WriteOptions,
} from '../model/operations.js';
import { refuse } from '../problem/problem.js';
import {
  isVersion,
  queryOf,
  sendGroups,
  sendPage,
  sendRecords,
  sendTagged,
  sendText,
  sendWritten,
} from './respond.js';
import {
  changesOf,
  createOne,
  isAtomic,
  itemsOf,
  refuseTooManyRows,
  refuseUpsert,
  sendOutcomes,
  upsertedAs,
  upsertedOn,
} from './many-records.js';
import { operationContext, type ContextParts } from './route-context.js';
import {
  writesOf,
  type DoWrite,
  type RequestWrites,
  type Write,
  type Written,
} from './request-writes.js';

/** One request to a generated endpoint. */
interface Call {
  readonly request: Request;
  readonly response: Response;
  readonly records: Operations;
  /** The id in the path. `NO_ID` for a path segment that is not an id of the model. */
  readonly id: RecordId;
  readonly settings: ContextParts['settings'];
  readonly engine: ContextParts['engine'];
  /** Whether an endpoint of the developer's changes records in place of the generated one. */
  readonly isPatchReplaced: boolean;
  /** What a failure of one of several writes is told as. */
  readonly refusalOf: ReturnType<typeof failures>;
  /** How it writes; 400 where it asks for that wrongly. */
  readonly writes: () => RequestWrites;
}

/** A call whose body has been read. */
interface WritingCall extends Call {
  readonly doWrite: DoWrite;
}

/** One write, of the item at a position where each is done by itself. */
async function alone(
  { records, doWrite }: Pick<WritingCall, 'records' | 'doWrite'>,
  write: () => Promise<Written>,
  coming: () => readonly ComingWrite[],
  item?: number,
): Promise<Written> {
  const [written] = await doWrite({
    item,
    records: () => records,
    write: async () => [await write()],
    prepare: preparing(records, coming),
  });
  return written!;
}

/** What prepares writes before a transaction; nothing where that is not slow. */
function preparing(
  { prepare }: Operations,
  coming: () => readonly ComingWrite[],
): Write['prepare'] {
  if (!prepare) return undefined;
  return async () => {
    for (const one of coming()) await prepare(one);
  };
}

/** The body of a write: 413 where it is too large, or where it would write too many rows. */
async function bodyOf({ request, records, settings, engine }: Call): Promise<unknown> {
  const body = await readJson(request, settings.bodyLimit);
  const { model } = records;
  const written = Array.isArray(body)
    ? body.map((one) => ({ model, body: one }))
    : [{ model, body }];
  refuseTooManyRows(written, { engine, settings });
  return body;
}

type Operation = (call: Call) => Promise<void>;

/** The generated endpoints of a model, each as a handler of Express. */
export function modelEndpoints(
  model: ModelInfo,
  { engine, settings, logger, database, writes: added, view }: ContextParts,
  isPatchReplaced: boolean,
) {
  const refusalOf = failures(logger, database);
  const handler =
    (operation: Operation): RequestHandler =>
    (request, response) => {
      const context = operationContext(request, response, logger);
      const records =
        view?.operationsOf(request, context, model) ??
        engine.operations(request.currentUser!, context)(model.entity);
      const id = pathId(String(request.params['id']), model.key);
      const writes = () => writesOf(request, response, added?.writer);
      // Not by a spread of what all calls have in common: it takes longer than all else here.
      return operation({
        request,
        response,
        records,
        id,
        settings,
        engine,
        isPatchReplaced,
        refusalOf,
        writes,
      });
    };
  return {
    list: handler(list),
    aggregate: handler(aggregate),
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

const aggregate: Operation = async ({ request, response, records }) =>
  sendGroups(response, await records.aggregate(queryOf(request)));

const create: Operation = async (call) => {
  const { request, records } = call;
  // Nobody's body is read who may not create.
  records.authorize('create');
  const on = upsertedOn(request, call.isPatchReplaced);
  if (on) records.assertUnique(on);
  const atomic = isAtomic(request);
  const writes = call.writes();
  const body = await bodyOf(call);
  const work = (doWrite: DoWrite) =>
    Array.isArray(body)
      ? createMany(itemsOf(body, 'records'), { on, atomic }, { ...call, doWrite })
      : createAlone(body, on, call, doWrite);
  await writes(body, work, !atomic);
};

/** The unique fields by which records are found that exist already, or null where all are new. */
type UpsertedOn = readonly string[] | null;

async function createAlone(
  body: unknown,
  on: UpsertedOn,
  { request, response, records }: Call,
  doWrite: DoWrite,
): Promise<void> {
  const { status, record, isAsShown } = await alone(
    { records, doWrite },
    () => createOne(body, on, records),
    () => [newRecord(body, on)],
  );
  if (status === 201) {
    const { mountedAt, baseUrl } = request;
    const path = `${mountedAt}${baseUrl}/${records.model.prefix}/${encodeURIComponent(record!.id)}`;
    response.setHeader('location', path);
  }
  response.statusCode = status;
  sendWritten(response, record!, isAsShown);
}

async function createMany(
  items: readonly unknown[],
  { on, atomic }: { readonly on: UpsertedOn; readonly atomic: boolean },
  call: WritingCall,
): Promise<void> {
  const { response, records, doWrite } = call;
  if (!atomic)
    return sendOutcomes(items, call, (item, at) =>
      alone(
        call,
        () => createOne(item, on, records),
        () => [newRecord(item, on)],
        at,
      ),
    );
  const written = await doWrite({
    records: () => records,
    write: async () => {
      if (on) return (await records.upsertMany(items, on)).map(upsertedAs);
      const { records: rows, isAsShown } = await records.createMany(items);
      return rows.map((record) => ({ status: 201, record, isAsShown }));
    },
    prepare: preparing(records, () => items.map((item) => newRecord(item, on))),
  });
  response.statusCode = !on || written.some(({ status }) => status === 201) ? 201 : 200;
  await sendRecords(response, rowsOf(written));
}

const newRecord = (values: unknown, on: UpsertedOn): ComingWrite => ({
  mode: 'create',
  id: null,
  values,
  on,
});

const rowsOf = (written: readonly Written[]): readonly Row[] =>
  written.map(({ record }) => record!);

const CHANGES = 'changes, each with its id; to change a single record, use its own path';

const updateMany: Operation = async (call) => {
  const { request, response, records } = call;
  records.authorize('edit');
  refuseUpsert(request);
  const atomic = isAtomic(request);
  const writes = call.writes();
  const body = await bodyOf(call);
  const changes = changesOf(itemsOf(body, CHANGES), records.model);
  const work = async (doWrite: DoWrite) => {
    if (!atomic)
      return sendOutcomes(changes, call, ({ id, values, options }, at) =>
        alone(
          { records, doWrite },
          async () => changed(await records.update(id, values, options)),
          () => [{ mode: 'update', id, values }],
          at,
        ),
      );
    const written = await doWrite({
      records: () => records,
      write: async () => (await records.updateMany(changes)).map(changed),
      prepare: preparing(records, () =>
        changes.map(({ id, values }) => ({ mode: 'update', id, values })),
      ),
    });
    await sendRecords(response, rowsOf(written));
  };
  await writes(body, work, !atomic);
};

const changed = (record: Row): Written => ({ status: 200, record, isAsShown: true });

const get: Operation = async ({ request, response, records, id }) => {
  const { _expand, _fields, _count } = queryOf(request);
  if (_count !== undefined)
    throw refuse('_count', 'unknown-parameter', '_count is allowed with lists only');
  if (_expand === undefined && _fields === undefined)
    return sendTagged(request, response, await records.get(id));
  const fields = _fields === undefined ? undefined : [_fields].flat();
  const record = await records.get(id, { expand: [_expand ?? []].flat(), fields });
  // A tag is the version of a whole record, which other fields have not been read for.
  if (record[ADDED] && !fields) return sendTagged(request, response, record);
  sendText(response, JSON.stringify(record));
};

const changing =
  (mode: 'replace' | 'update'): Operation =>
  async (call) => {
    const { request, response, records, id } = call;
    records.authorize('edit');
    const writes = call.writes();
    const body = await bodyOf(call);
    await writes(body, async (doWrite) => {
      const { record, isAsShown } = await alone(
        { records, doWrite },
        async () => changed(await records[mode](id, body, writeOptions(request))),
        () => [{ mode, id, values: body }],
      );
      sendWritten(response, record!, isAsShown);
    });
  };

const remove: Operation = async ({ request, response, records, id, writes }) => {
  records.authorize('delete');
  await writes()(undefined, async (doWrite) => {
    await alone(
      { records, doWrite },
      async () => {
        await records.remove(id, writeOptions(request));
        return { status: 204 };
      },
      () => [],
    );
    response.statusCode = 204;
    response.end();
  });
};

function writeOptions({ headers }: Request): WriteOptions {
  const wanted = headers['if-match'];
  return wanted === undefined ? {} : { ifMatch: (record) => isVersion(wanted, record) };
}
