import type { HttpError, Identifier } from 'react-admin';
import { loadDefinition, type AppResource } from '../application';
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

/** What is deleted with some records. */
export interface Cascades {
  /** Of models that the user may list; without those that have none. */
  known: readonly Cascade[];
  /** Whether there may be records of models that the user may not list. */
  hidden: boolean;
}

/** Beyond this number of records a query would be too long to count by: the models are named without a number. */
const MAX_COUNTED = 500;

/** What is deleted with records of a model, by one count for each reference to it; `ids` is null for unknown ones. */
export async function findCascades(
  resources: readonly AppResource[],
  resource: string,
  ids: readonly Identifier[] | null,
  signal: AbortSignal,
): Promise<Cascades> {
  const references = await cascadingReferences(resources);
  const found = references
    .filter(({ target }) => target === resource)
    .map(async ({ resource: name, source }): Promise<Cascade | null> => {
      if (!sessionMayDo('list', name)) return null;
      const goesOn = references.some(({ target }) => target === name);
      const count = await countOf(name, source, ids, signal);
      return count === 'refused' ? null : { resource: name, source, goesOn, count };
    });
  const all = await Promise.all(found);
  return {
    known: all.filter((one) => one !== null).filter(({ count }) => count !== 0),
    hidden: all.includes(null),
  };
}

interface CascadingReference {
  resource: string;
  source: string;
  /** The model that it refers to. */
  target: string;
}

async function cascadingReferences(
  resources: readonly AppResource[],
): Promise<CascadingReference[]> {
  const definitions = await Promise.all(resources.map(loadDefinition));
  return definitions.flatMap(({ fields }, at) =>
    fields.flatMap(({ source, reference, onDelete }) =>
      reference !== undefined && onDelete === 'cascade'
        ? [{ resource: resources[at]!.name, source, target: reference }]
        : [],
    ),
  );
}

/** The user may not read the reference of some models whose records they may list. */
async function countOf(
  resource: string,
  source: string,
  ids: readonly Identifier[] | null,
  signal: AbortSignal,
): Promise<number | 'refused' | null> {
  if (ids === null || ids.length > MAX_COUNTED) return null;
  const pagination = { page: 1, perPage: 0 };
  const query = listQuery({ pagination, filter: { [`${source}__in`]: ids.join() } });
  try {
    const { headers } = await request<unknown[]>(`/${resource}?${query}`, { signal });
    return Number(headers.get('x-total-count'));
  } catch (error) {
    if ([400, 403].includes((error as HttpError).status)) return 'refused';
    throw error;
  }
}
