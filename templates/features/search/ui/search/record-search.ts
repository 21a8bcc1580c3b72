import { useQueries, useQuery } from '@tanstack/react-query';
import { listQuery, request } from '../api/http';
import { sessionMayDo } from '../api/session';
import { ofTenant } from '../api/tenants';
import {
  type AppResource,
  loadDefinition,
  recordId,
  type RecordId,
  type Row,
  useApplication,
} from '../application';
import { useLabels } from '../components/texts';

/** What `config/search.json` registers: model classes, and names of fields. */
export interface SearchConfig {
  models: string[];
  fields: string[];
}

const NOTHING: SearchConfig = { models: [], fields: [] };

/** The search configuration, loaded once when the back-office starts. */
export function useSearchConfig(): SearchConfig {
  const { data = NOTHING } = useQuery({
    queryKey: ['search-config'],
    queryFn: async () => (await request<SearchConfig>('/config/search')).data,
    staleTime: Infinity,
  });
  return data;
}

/** Whether a field is searched: its key is a listed name or ends with `_<name>`; all are if none is listed. */
export function isSearched(source: string, names: readonly string[]): boolean {
  // A path leads to a field of another record.
  const own = names.filter((name) => !name.includes('.'));
  if (own.length === 0) return true;
  return own.some((name) => source === name || source.endsWith(`_${name}`));
}

const HITS_PER_MODEL = 5;

export interface ModelHits {
  resource: AppResource;
  rows: Row[];
}

/**
 * The matches of every registered model, and the record with the given id: of the named model, or of the registered ones.
 * An outdated query is cancelled.
 */
export function useRecordSearch(query: string) {
  const { models } = useSearchConfig();
  const { resources } = useApplication();
  const labels = useLabels();
  const asked = resources
    .filter(({ name }) => sessionMayDo('list', name))
    .map((resource) => {
      const text = models.includes(resource.model);
      return { resource, text, id: idIn(query, resource, labels.one(resource.name), text) };
    });
  const answers = useQueries({
    queries: asked
      .filter(({ text, id }) => text || id !== null)
      .map((one) => ({
        queryKey: ['search', one.resource.name, query, one.id],
        queryFn: ({ signal }: { signal: AbortSignal }) => searchModel(one, query, signal),
        enabled: query !== '',
        staleTime: 10_000,
        retry: false,
      })),
  });
  const searched = asked.filter(({ text }) => text).map(({ resource }) => resource);
  return {
    searched,
    groups: answers.flatMap(({ data }) =>
      data !== undefined && data.rows.length > 0 ? [data] : [],
    ),
    isFetching: answers.some(({ isFetching }) => isFetching),
    isFailed: answers.some(({ isError }) => isError),
  };
}

/** A model, whether its text is searched, and the requested id. */
interface ModelQuery {
  resource: AppResource;
  text: boolean;
  id: RecordId | null;
}

async function hitsOf({ name }: AppResource, query: object, signal: AbortSignal): Promise<Row[]> {
  const filter = { ...ofTenant(name), ...query };
  const parameters = listQuery({ pagination: { page: 1, perPage: HITS_PER_MODEL }, filter });
  return (await request<Row[]>(`/${name}?${parameters}`, { signal })).data;
}

async function searchModel(
  { resource, text, id }: ModelQuery,
  query: string,
  signal: AbortSignal,
): Promise<ModelHits> {
  const [first, found] = await Promise.all([
    id === null ? [] : hitsOf(resource, { id }, signal),
    text ? hitsOf(resource, { q: query }, signal) : [],
  ]);
  const rows = [
    ...first,
    ...found.filter((row) => first.every(({ id: known }) => known !== row.id)),
  ];
  // The matching field is named by the model's own labels, if these can be loaded.
  if (rows.length > 0) await loadDefinition(resource).catch(() => undefined);
  return { resource, rows };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id in a query for a model of this name; null if there is none. Without the name, only the ids of searched models are sought. */
export function idIn(
  query: string,
  resource: Pick<AppResource, 'key'>,
  name: string,
  isSearched: boolean,
): RecordId | null {
  const { key = 'integer' } = resource;
  const model = name.toLowerCase();
  if (key === 'integer' || key === 'bigint') {
    const numbered = numberedQuery(query);
    if (numbered === null) return null;
    const isMeant = numbered.name === '' ? isSearched : model.startsWith(numbered.name);
    return isMeant ? recordId(resource, numbered.id) : null;
  }
  const isNamed = query.toLowerCase().startsWith(`${model} `);
  const id = isNamed ? query.slice(model.length).trim() : query;
  return (isNamed || isSearched) && (key !== 'uuid' || UUID.test(id)) ? id : null;
}

/** A record by its number, as people write it: `#42`, `42`, `order line 42`. */
export interface NumberedQuery {
  /** A prefix of its model's name; empty if none is given. */
  name: string;
  id: number;
}

/** Parses a query that ends in a record's number; null for any other. */
export function numberedQuery(query: string): NumberedQuery | null {
  const [, name = '', id] = /^(.*?)\s*#?\s*(\d{1,15})$/.exec(query) ?? [];
  return id === undefined ? null : { name: name.toLowerCase(), id: Number(id) };
}
