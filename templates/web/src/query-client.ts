import { MutationCache, QueryClient } from '@tanstack/react-query';
import type { HttpError } from 'react-admin';

/** Refusals by the service are final; only a lost connection or a failing server is asked again, once. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = (error as HttpError).status ?? 500;
  return failures < 1 && (status === 0 || status >= 500);
}

/** What trees read beside react-admin, which knows nothing of it; every write makes it out of date. */
const TREE_QUERIES: readonly unknown[] = ['children', 'lineage'];
const mutationCache = new MutationCache({
  onSuccess: () =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => TREE_QUERIES.includes(queryKey[1]),
    }),
});

/** The cache of everything that was read. */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000 } },
});
