import type { HttpError, Identifier } from 'react-admin';
import { loadDefinition, type AppResource, type FieldFact, type Row } from '../application';
import { listQuery, request } from './http';
import { sessionMayDo } from './session';

/** Records of one model that are deleted with others. */
export interface Cascade {
  resource: string;
  /** Their field that refers to what is deleted. */
  source: string;
  /** Whether records of further models are deleted with these. */
  goesOn: boolean;
  /** The number of those that the user may list; null where it is not counted. */
  count: number | null;
}

/** Records of one model that refer to others, and their number; null where it is not counted. */
export interface Referring {
  resource: string;
  /** Their field that refers to what is deleted; null where that are records deleted with others. */
  source: string | null;
  count: number | null;
}

/** What the deletion of some records does to others. */
export interface Cascades {
  /** What is deleted as well, of models that the user may list; without those that have none. */
  known: readonly Cascade[];
  /** Whether there may be records of models that the user may not list. */
  hidden: boolean;
  /** What prevents the deletion: of what refers to the records, or to those that are deleted as well. */
  preventing: readonly Referring[];
  /** What no longer refers to anything. */
  cleared: readonly Referring[];
}

/** Beyond this number of records, or of characters of their ids, a query would be too long to count by: the models are named without a number. */
const MAX_COUNTED = 500;
const MAX_CHARACTERS = 6_000;

/** What is deleted as well is read up to this number of records, to look for what depends on them. */
const MAX_FOLLOWED = 100;

type Ids = readonly Identifier[] | null;

/** What the deletion of records of a model does, by one count for each reference to it; `ids` is null for unknown ones. */
export async function findCascades(
  resources: readonly AppResource[],
  resource: string,
  ids: Ids,
  signal: AbortSignal,
): Promise<Cascades> {
  const references = await referencesOf(resources);
  const to = references.filter(({ target }) => target === resource);
  const [cascading, preventing, cleared] = await Promise.all([
    Promise.all(to.filter(isCascade).map((one) => cascadeOf(one, references, ids, signal))),
    preventingOf(references, resource, ids, signal),
    referringOf(
      to.filter(({ onDelete }) => onDelete === undefined),
      ids,
      signal,
    ),
  ]);
  const known = cascading.filter((one) => one !== null).filter(({ count }) => count !== 0);
  const further = await Promise.all(
    known.map((one) => preventingBehind(one, references, ids, signal)),
  );
  return {
    known,
    hidden: cascading.includes(null),
    preventing: [...preventing, ...further.flat()],
    cleared: counted(cleared),
  };
}

interface Reference extends Pick<FieldFact, 'onDelete' | 'keyField'> {
  resource: string;
  source: string;
  /** The model that it refers to. */
  target: string;
}

async function referencesOf(resources: readonly AppResource[]): Promise<Reference[]> {
  const definitions = await Promise.all(resources.map(loadDefinition));
  return definitions.flatMap(({ fields }, at) =>
    fields.flatMap(({ source, type, reference, keyField, onDelete }) =>
      type === 'ref' && reference !== undefined
        ? [{ resource: resources[at]!.name, source, target: reference, keyField, onDelete }]
        : [],
    ),
  );
}

const isCascade = ({ onDelete }: Reference): boolean => onDelete === 'cascade';

/** What is deleted by a reference; null where the user may not know. */
async function cascadeOf(
  reference: Reference,
  references: readonly Reference[],
  ids: Ids,
  signal: AbortSignal,
): Promise<Cascade | null> {
  const { resource, source } = reference;
  if (!sessionMayDo('list', resource)) return null;
  const goesOn = references.some((one) => isCascade(one) && one.target === resource);
  const count = await countOf(reference, ids, signal);
  return count === 'refused' ? null : { resource, source, goesOn, count };
}

const counted = (all: readonly Referring[]): Referring[] =>
  all.filter(({ count }) => count !== null);

/** What prevents the deletion of records; nothing can be said of unknown ones. */
async function preventingOf(
  references: readonly Reference[],
  resource: string,
  ids: Ids,
  signal: AbortSignal,
): Promise<Referring[]> {
  const preventing = references.filter(
    ({ target, onDelete }) => target === resource && onDelete === 'restrict',
  );
  return counted(await referringOf(preventing, ids, signal));
}

/** What prevents the deletion of those that are deleted as well; of many no number, as only the first are looked at. */
async function preventingBehind(
  { resource, source, count }: Cascade,
  references: readonly Reference[],
  ids: Ids,
  signal: AbortSignal,
): Promise<Referring[]> {
  const isPrevented = references.some(
    ({ target, onDelete }) => target === resource && onDelete === 'restrict',
  );
  if (!isPrevented || ids === null || count === null) return [];
  const by = references.find((one) => one.resource === resource && one.source === source)!;
  const deleted = await idsOf(by, ids, signal);
  const found = await preventingOf(references, resource, deleted, signal);
  const isWhole = deleted.length === count;
  return found.map((one) => ({ ...one, source: null, count: isWhole ? one.count : null }));
}

/** How many records there are by each reference, without those that there are none of, or that the user may not list. */
async function referringOf(
  references: readonly Reference[],
  ids: Ids,
  signal: AbortSignal,
): Promise<Referring[]> {
  const all = references
    .filter(({ resource }) => sessionMayDo('list', resource))
    .map(async (one) => {
      const count = await countOf(one, ids, signal);
      return { resource: one.resource, source: one.source, count };
    });
  return (await Promise.all(all)).flatMap(({ count, ...one }) =>
    count === 'refused' || count === 0 ? [] : [{ ...one, count }],
  );
}

/** The user may not read the reference of some models whose records they may list. */
async function countOf(
  reference: Reference,
  ids: Ids,
  signal: AbortSignal,
): Promise<number | 'refused' | null> {
  if (ids === null || ids.length > MAX_COUNTED || ids.join().length > MAX_CHARACTERS) return null;
  try {
    const keys = await keysOf(reference, ids, signal);
    if (keys.length === 0) return 0;
    const { headers } = await listOf(reference, keys, 0, signal);
    return Number(headers.get('x-total-count'));
  } catch (error) {
    if ([400, 403].includes((error as HttpError).status)) return 'refused';
    throw error;
  }
}

async function idsOf(
  reference: Reference,
  ids: readonly Identifier[],
  signal: AbortSignal,
): Promise<Identifier[]> {
  const keys = await keysOf(reference, ids, signal);
  const { data } = await listOf(reference, keys, MAX_FOLLOWED, signal);
  return data.map(({ id }) => id);
}

/** What a reference has in place of the ids of records: the values of their field to which it leads. */
async function keysOf(
  { target, keyField }: Reference,
  ids: readonly Identifier[],
  signal: AbortSignal,
): Promise<readonly Identifier[]> {
  if (keyField === undefined) return ids;
  const { data } = await listOf({ resource: target, source: 'id' }, ids, ids.length, signal);
  return data.flatMap((row) => (row[keyField] as Identifier | null) ?? []);
}

function listOf(
  { resource, source }: Pick<Reference, 'resource' | 'source'>,
  ids: readonly Identifier[],
  perPage: number,
  signal: AbortSignal,
) {
  const list = ids.join();
  // An id with a comma or a percent sign is no plain item of a list: the parameter is repeated instead.
  const isList = ids.every((id) => !/[,%]/.test(String(id)));
  const filter = isList ? { [`${source}__in`]: list } : { [source]: ids };
  const query = listQuery({ pagination: { page: 1, perPage }, filter });
  return request<Row[]>(`/${resource}?${query}`, { signal });
}
