import { QueryClient } from '@tanstack/react-query';
import type { HttpError } from 'react-admin';

/** Refusals by the service are final; only a lost connection or a failing server is asked again, once. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = (error as HttpError).status ?? 500;
  return failures < 1 && (status === 0 || status >= 500);
}

/** The cache of everything that was read. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000 } },
});
