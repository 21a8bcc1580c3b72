import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { request } from '../api/http';
import { useErrorText } from './texts';

/** What the service lists at a path, such as sessions or keys, and what changes it. */
export function useItems<T>(path: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const queryKey = ['items', path];
  const {
    data: items,
    error,
    isPending,
    dataUpdatedAt: now,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<T[]>(path, { signal })).data,
  });
  /** Changes something, and reads all again; throws what the service says. */
  const write = async <R>(work: () => Promise<R>): Promise<R> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey });
    }
  };
  /** Changes something from a place without a form: a message says what came of it. */
  const change = (work: () => Promise<unknown>, done: string, messageArgs = {}): Promise<void> =>
    write(work).then(
      () => notify(done, { type: 'success', messageArgs }),
      (reason: unknown) => notify(errorText(reason as Error), { type: 'error' }),
    );
  return { items, now, error, isPending, busy, write, change };
}
