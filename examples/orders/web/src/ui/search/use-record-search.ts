import { useQueries } from '@tanstack/react-query';
import type { Row } from '../api/data-provider';
import { listQuery, request } from '../api/http';
import { sessionMayDo } from '../api/session';
import type { AppResource } from '../application/app-resource';
import { loadDefinition } from '../application/app-resource';
import { useApplication } from '../application/application';
import { useSearchConfig } from './search-config';

const HITS_PER_MODEL = 5;

export interface ModelHits {
  resource: AppResource;
  rows: Row[];
  total: number;
}

/** What every registered model has for a query; a query that was typed over is cancelled. */
export function useRecordSearch(query: string) {
  const { models } = useSearchConfig();
  const { resources } = useApplication();
  const searched = resources.filter(
    ({ model, name }) => models.includes(model) && sessionMayDo('list', name),
  );
  const answers = useQueries({
    queries: searched.map((resource) => ({
      queryKey: ['search', resource.name, query],
      queryFn: ({ signal }: { signal: AbortSignal }) => searchModel(resource, query, signal),
      enabled: query !== '',
      staleTime: 10_000,
      retry: false,
    })),
  });
  return {
    searched,
    groups: answers.flatMap(({ data }) =>
      data !== undefined && data.rows.length > 0 ? [data] : [],
    ),
    isFetching: answers.some(({ isFetching }) => isFetching),
    isFailed: answers.some(({ isError }) => isError),
  };
}

async function searchModel(
  resource: AppResource,
  query: string,
  signal: AbortSignal,
): Promise<ModelHits> {
  const parameters = listQuery({
    pagination: { page: 1, perPage: HITS_PER_MODEL },
    filter: { q: query },
  });
  const { data, headers } = await request<Row[]>(`/${resource.name}?${parameters}`, { signal });
  // In which field it was found is told by the model's own labels, where they can be fetched.
  if (data.length > 0) await loadDefinition(resource).catch(() => undefined);
  return { resource, rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
}
