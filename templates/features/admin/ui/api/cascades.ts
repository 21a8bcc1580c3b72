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
  const to = (target: string) => references.filter((one) => one.target === target);
  const all = await countsOf(to(resource), ids, signal);
  const deleted = all.filter(isCascade);
  const known = deleted.flatMap((one): Deleted[] =>
    one.count === 'refused' || one.count === 0
      ? []
      : [{ ...one, count: one.count, goesOn: to(one.resource).some(isCascade) }],
  );
  const behind = await Promise.all(
    known.map((one) => preventingBehind(one, to(one.resource).filter(isPreventing), ids, signal)),
  );
  return {
    known: known.map(({ resource: name, source, goesOn, count }) => ({
      ...{ resource: name, source, goesOn, count },
    })),
    hidden: deleted.some(({ count }) => count === 'refused'),
    preventing: [...told(all.filter(isPreventing)), ...behind.flat()],
    cleared: told(all.filter(({ onDelete }) => onDelete === undefined)),
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
const isPreventing = ({ onDelete }: Reference): boolean => onDelete === 'restrict';

type Deleted = Reference & Cascade;

/** A reference with the number of records that have it; null where it is not counted. */
type Counted = Reference & { readonly count: number | 'refused' | null };

/** How many records there are by each reference, as far as the user may list them. */
const countsOf = (
  references: readonly Reference[],
  ids: Ids,
  signal: AbortSignal,
): Promise<Counted[]> =>
  Promise.all(
    references.map(async (one) => ({
      ...one,
      count: sessionMayDo('list', one.resource)
        ? await countOf(one, ids, signal)
        : ('refused' as const),
    })),
  );

/** References with at least one record; nothing can be said of unknown counts. */
const told = (all: readonly Counted[]): Referring[] =>
  all.flatMap(({ resource, source, count }) =>
    typeof count === 'number' && count > 0 ? [{ resource, source, count }] : [],
  );

/** What prevents the deletion of those that are deleted as well; of many no number, as only the first are looked at. */
async function preventingBehind(
  by: Deleted,
  preventing: readonly Reference[],
  ids: Ids,
  signal: AbortSignal,
): Promise<Referring[]> {
  if (preventing.length === 0 || ids === null || by.count === null) return [];
  const deleted = await idsOf(by, ids, signal);
  const found = told(await countsOf(preventing, deleted, signal));
  const isWhole = deleted.length === by.count;
  return found.map((one) => ({ ...one, source: null, count: isWhole ? one.count : null }));
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
