import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { HttpError } from 'react-admin';
import { isTransient, request } from '../api/http';
import { useApplication } from '../application';
import { askOften } from './ask-often';
import { isAttended, watchInput } from './presence';

/**
 * Asks as often as the service says while somebody is at the page, until `ask` says that it knows enough; anew for each `subject`,
 * and nothing without one.
 */
export function useAsking(
  subject: string | null,
  ask: (signal: AbortSignal) => Promise<boolean>,
): void {
  const every = useEvery() * 1000;
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (every === 0 || subject === null) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const endWatching = watchInput();
    void askOften(() => askNow(signal), { every, isAttended, mayPass, signal });
    return () => {
      ending.abort();
      endWatching();
    };
  }, [every, subject]);
}

const TOO_MANY_REQUESTS = 429;

const mayPass = (error: unknown): boolean =>
  isTransient(error as Error) || (error as HttpError).status === TOO_MANY_REQUESTS;

/** Seconds between two questions, as the service was set up (`LIVE_EVERY`); 0 for none, and until it has said so. */
function useEvery(): number {
  const { data } = useQuery({
    queryKey: ['live'],
    queryFn: async ({ signal }) =>
      (await request<{ every: number }>('/config/live', { signal })).data.every,
    staleTime: Infinity,
  });
  return data ?? 0;
}

/** Whether changes of these records are told: those of features, such as jobs, are refreshed by their own pages. */
export function useIsFollowed(resource: string): boolean {
  const { resources, accessControl } = useApplication();
  return [...resources, ...accessControl].some(({ name }) => name === resource);
}
