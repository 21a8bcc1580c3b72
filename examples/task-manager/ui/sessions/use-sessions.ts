import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { request } from '../api/http';
import { useErrorText } from '../components/texts';

/** A session as the service tells of it. */
export interface UserSession {
  id: number;
  way: string;
  address: string;
  agent: string;
  created_at: string;
  used_at: string;
  expires_at: string;
  current: boolean;
}

/** The sessions at a path of the service, and what ends one or several of them. */
export function useSessions(path: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const key = ['sessions', path];
  const {
    data,
    error,
    isPending,
    dataUpdatedAt: now,
  } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<UserSession[]>(path, { signal })).data,
  });
  /** Ends those at another path, or all of these; `done` is the key of the message. */
  const end = async (target: string, done: string): Promise<void> => {
    setBusy(true);
    try {
      await request(target, { method: 'DELETE' });
      notify(done, { type: 'success' });
    } catch (reason) {
      notify(errorText(reason as Error), { type: 'error' });
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: key });
  };
  return { sessions: data, now, error, isPending, busy, end };
}
