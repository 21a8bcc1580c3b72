import {
  type HttpError,
  type DataProvider,
  type GetListParams,
  type Identifier,
  type QueryFunctionContext,
} from 'react-admin';
import { knownDefinition, recordPath, type Row } from '../application';
import { listQuery, problemError, request, type Problem } from './http';
import { foundQuery } from './persons';
import { changedFields, sendable, type Values } from './record-values';
import { ofTenant } from './tenants';

/** Maximum references per request, so that its URL stays short. */
const REFERENCES_PER_REQUEST = 100;
const WRITES_AT_ONCE = 4;

/** The service's list, record and write endpoints for react-admin. */
export const dataProvider: ServiceProvider = {
  supportAbortSignal: true,

  getList: async (
    resource: string,
    { filter, ...params }: GetListParams & QueryFunctionContext,
  ) => {
    const all = { ...ofTenant(resource), ...filter };
    const query = await foundQuery({ ...params, resource, filter: all });
    return fetchList(resource, query, params.signal);
  },

  getManyReference: (resource, { target, id, filter, ...params }) =>
    fetchList(
      resource,
      listQuery({ ...params, resource, filter: { ...filter, [target]: id } }),
      params.signal,
    ),

  getOne: async (resource, { id, meta, signal }) => {
    const { expand, ifNoneMatch } = (meta ?? {}) as Meta;
    const { data, headers } = await request<Row>(recordPath(resource, id) + expanding(expand), {
      ...signalOf(signal),
      ...(ifNoneMatch !== undefined && { ifNoneMatch }),
    });
    return { data: { ...data, _etag: headers.get('etag') } };
  },

  getMany: async (resource, { ids, signal }) => {
    const pages = await Promise.all(
      chunks(ids, REFERENCES_PER_REQUEST).map((some) =>
        fetchList(resource, listQuery({ filter: { id: some } }), signal),
      ),
    );
    return { data: pages.flatMap((page) => page.data) };
  },

  create: async (resource, { data }) => {
    const { data: created } = await request<Row>(`/${resource}`, {
      method: 'POST',
      body: {
        ...ofTenant(resource),
        ...sendable(given(resource, data as Values)),
        ...givenId(resource, data as Values),
      },
      unanswered: 'app.maybe_created',
    });
    return { data: created };
  },

  update: async (resource, { id, data, previousData }) => {
    const path = recordPath(resource, id);
    const changes = changedFields(previousData ?? {}, data as Values);
    const etag = data['_etag'] ?? previousData?.['_etag'];
    return patch(path, changes, ifMatchOf(etag)).catch((error: HttpError) =>
      unlessSaved(path, changes, error),
    );
  },

  updateMany: (resource, { ids, data }) =>
    writeMany(ids, (some) => dataProvider.updateEach(resource, some, data)),

  delete: async (resource, { id, previousData }) => {
    await remove(recordPath(resource, id), ifMatchOf(previousData?.['_etag']));
    return { data: previousData ?? { id } };
  },

  deleteMany: (resource, { ids }) =>
    writeMany(ids, (some) => dataProvider.deleteEach(resource, some)),
  /** Sets these values in each row, by itself. */
  updateEach: (
    resource: string,
    ids: readonly Identifier[],
    data: Values,
    onVersion?: OnVersion,
  ) => {
    const values = sendable(data);
    const body = ids.map((id) => ({ ...values, id }));
    const one = (id: Identifier) => patch(recordPath(resource, id), values);
    return writeEach({ path: `/${resource}`, method: 'PATCH', body, onVersion }, ids, one);
  },

  /** Deletes each row, by itself. */
  deleteEach: (resource: string, ids: readonly Identifier[]) => {
    const body = ids.map((id) => ({ method: 'DELETE', path: recordPath(resource, id) }));
    const one = (id: Identifier) => remove(recordPath(resource, id));
    return writeEach({ path: '/_batch', method: 'POST', body }, ids, one);
  },
} as ServiceProvider;

/** What react-admin asks for, and writes of many rows; an error is thrown where nobody is signed in any more. */
export interface ServiceProvider extends DataProvider {
  updateEach: (
    resource: string,
    ids: readonly Identifier[],
    data: Values,
    onVersion?: OnVersion,
  ) => Promise<Outcomes>;
  deleteEach: (resource: string, ids: readonly Identifier[]) => Promise<Outcomes>;
}

/** The id of a new record, if the user gives it: a key called `id` is a field of its form. */
const givenId = (resource: string, { id }: Values): Values =>
  knownDefinition(resource)?.fields.some(({ source }) => source === 'id') ? { id } : {};

/** The values of a new record without empty ones that the database fills in. */
function given(resource: string, row: Values): Values {
  const filled = knownDefinition(resource)?.fields.filter((field) => field.filled) ?? [];
  const isOpen = (name: string) => filled.some(({ source }) => source === name);
  const all = Object.entries(row);
  return Object.fromEntries(all.filter(([name, value]) => value !== null || !isOpen(name)));
}

const patch = (path: string, body: object, version: { ifMatch?: string } = {}) =>
  request<Row>(path, { method: 'PATCH', body, unanswered: 'app.maybe_changed', ...version });

const remove = (path: string, version: { ifMatch?: string } = {}) =>
  request(path, { method: 'DELETE', unanswered: 'app.maybe_changed', ...version });

/** A conflict with a record that already has the values to save is none: the first attempt succeeded, and its response was lost. */
async function unlessSaved(path: string, values: Values, error: HttpError) {
  if (error.status !== 412) throw error;
  const { data } = await request<Row>(path);
  if (Object.keys(changedFields(data, values)).length > 0) throw error;
  return { data };
}

interface Meta {
  /** Relations with which a record is read. */
  readonly expand?: readonly string[];
  /** A version of it: it is read only if there is another one, and 304 is thrown otherwise. */
  readonly ifNoneMatch?: string;
}

const expanding = (expand: readonly string[] = []): string =>
  expand.length > 0 ? `?_expand=${expand.join()}` : '';

async function fetchList(resource: string, query: string, signal?: AbortSignal) {
  const { data, headers } = await request<Row[]>(`/${resource}?${query}`, signalOf(signal));
  const total = Number(headers.get('x-total-count') ?? data.length);
  return { data, total, meta: { isRestricted: headers.get('x-rows') === 'some' } };
}

/** What became of each row, in the order of their ids: null where it was written. */
export type Outcomes = readonly (Error | null)[];

/** As many rows as one request writes: its sender sees how far it is, and can stop between two. */
export const WRITES_TOGETHER = 25;

interface Together {
  readonly path: string;
  readonly method: string;
  readonly body: readonly object[];
  readonly onVersion?: OnVersion | undefined;
}

/** Is told the version that a write has made of a row, where the service tells it. */
export type OnVersion = (id: Identifier, etag: string) => void;

/** Statuses of what the service does not take together: an endpoint of the project's own does the writing, or it is too much. */
const NOT_TOGETHER = [404, 405, 413];

/** By one request, or row by row where the service does not take them together. */
async function writeEach(
  { path, method, body, onVersion }: Together,
  ids: readonly Identifier[],
  one: (id: Identifier) => Promise<unknown>,
): Promise<Outcomes> {
  try {
    const unanswered = 'app.maybe_changed';
    const { data } = await request<Outcome[]>(`${path}?_atomic=false`, {
      method,
      body,
      unanswered,
    });
    return await Promise.all(
      data.map(({ status, problem = {}, etag }, at) => {
        if (status === 405) return errorOf(() => one(ids[at]!));
        if (etag !== undefined) onVersion?.(ids[at]!, etag);
        return status < 400 ? null : problemError(status, problem);
      }),
    );
  } catch (error) {
    const { status } = error as HttpError;
    if (status === 401) throw error;
    if (!NOT_TOGETHER.includes(status)) return ids.map(() => error as Error);
  }
  const outcomes = new Map<Identifier, Error | null>();
  await inTurns(ids, WRITES_AT_ONCE, async (id) => outcomes.set(id, await errorOf(() => one(id))));
  return ids.map((id) => outcomes.get(id)!);
}

interface Outcome {
  readonly status: number;
  readonly problem?: Partial<Problem>;
  readonly etag?: string;
}

const errorOf = (write: () => Promise<unknown>): Promise<Error | null> =>
  write().then(
    () => null,
    (error: unknown) => error as Error,
  );

/** Writes every row; after all attempts the first error is thrown. */
async function writeMany(
  ids: Identifier[],
  write: (some: readonly Identifier[]) => Promise<Outcomes>,
) {
  const errors: Error[] = [];
  for (const some of chunks(ids, WRITES_TOGETHER))
    errors.push(...(await write(some)).filter((error) => error !== null));
  if (errors[0] !== undefined) throw errors[0];
  return { data: ids };
}

function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

function ifMatchOf(etag: unknown): { ifMatch?: string } {
  return typeof etag === 'string' ? { ifMatch: etag } : {};
}

/** Lists of at most `size` of the items, in their order. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

/** Runs `work` on every item, at most `width` at a time. */
async function inTurns<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
