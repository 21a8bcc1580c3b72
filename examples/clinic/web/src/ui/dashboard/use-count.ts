import { useQueries, useQuery } from '@tanstack/react-query';
import { listQuery, request } from '../api/http';

type Filter = Record<string, unknown>;

const FRESH_FOR = 10_000;

/** How many records of a resource a filter finds; no record is transferred. */
export function useCount(resource: string, filter: Filter, enabled = true) {
  return useQuery({ ...countQuery(resource, filter), enabled });
}

/** The same for many filters; null for those that are still on their way. */
export function useCounts(resource: string, filters: readonly Filter[]): (number | null)[] {
  const answers = useQueries({ queries: filters.map((filter) => countQuery(resource, filter)) });
  return answers.map(({ data }) => data ?? null);
}

/** How many records each of several resources has; 0 while that is on its way. */
export function useTotals(resources: readonly string[]): number[] {
  const answers = useQueries({ queries: resources.map((resource) => countQuery(resource, {})) });
  return answers.map(({ data }) => data ?? 0);
}

function countQuery(resource: string, filter: Filter) {
  return {
    queryKey: [resource, 'count', filter],
    queryFn: ({ signal }: { signal: AbortSignal }) => fetchCount(resource, filter, signal),
    staleTime: FRESH_FOR,
  };
}

async function fetchCount(resource: string, filter: Filter, signal: AbortSignal): Promise<number> {
  const query = listQuery({ pagination: { page: 1, perPage: 0 }, filter });
  const { headers } = await request<unknown>(`/${resource}?${query}`, { signal });
  return Number(headers.get('x-total-count') ?? 0);
}

/** The starts of the last weeks (Monday, local time), oldest first, this week's last. */
export function weekStarts(now: Date, count: number): string[] {
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(monday);
    start.setDate(start.getDate() - (count - 1 - index) * 7);
    return start.toISOString();
  });
}

/** The same time of day a week later, which is an hour more or less where the clocks change. */
export function weekLater(start: string): string {
  const later = new Date(start);
  later.setDate(later.getDate() + 7);
  return later.toISOString();
}
