import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { isPassing, OUTDATED_BY_WRITES } from './api/http';

/** Refusals by the service are final; only a lost connection or a failing server is asked again, once. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && onlineManager.isOnline() && isPassing(error);
}

const mutationCache = new MutationCache({
  onSuccess: () =>
    void queryClient.invalidateQueries({
      predicate: ({ meta }) => meta === OUTDATED_BY_WRITES,
    }),
});

/**
 * The cache of everything that was read. Nothing waits for a connection: what cannot be asked or written now fails now.
 * A write that waited would be sent after its form was left, and one that is sent twice may be done twice.
 */
export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: () => onlineManager.isOnline(),
      retry: shouldRetry,
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

// A page may also be opened without a connection; from here on the browser's events tell.
onlineManager.setOnline(navigator.onLine);
