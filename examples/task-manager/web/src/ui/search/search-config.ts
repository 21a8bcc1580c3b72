import { useQuery } from '@tanstack/react-query';
import { request } from '../api/http';

/** What `config/search.json` registers: classes of models, and names of fields. */
export interface SearchConfig {
  models: string[];
  fields: string[];
}

const NOTHING: SearchConfig = { models: [], fields: [] };

/** The search configuration, read once when the back-office starts. */
export function useSearchConfig(): SearchConfig {
  const { data = NOTHING } = useQuery({
    queryKey: ['search-config'],
    queryFn: async () => (await request<SearchConfig>('/config/search')).data,
    staleTime: Infinity,
  });
  return data;
}

/** Whether a field is searched: its key is a listed name or ends with `_<name>`; all are when none is listed. */
export function isSearched(source: string, names: readonly string[]): boolean {
  if (names.length === 0) return true;
  return names.some((name) => source === name || source.endsWith(`_${name}`));
}
