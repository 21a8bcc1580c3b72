import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { request } from '../api/http';
import { useErrorText } from '../components/texts';

/** An API key as the service tells of it. */
export interface ApiKey {
  id: number;
  prefix: string;
  name: string;
  roles: string[] | null;
  models: string[] | null;
  read_only: boolean;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** What a new key is to be. */
export interface NewKey {
  name: string;
  roles: string[] | null;
  models: string[] | null;
  read_only: boolean;
  expires_at: string | null;
}

/** The keys at a path of the service, and what makes and removes them. */
export function useKeys(path: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const queryKey = ['api-keys', path];
  const {
    data,
    error,
    isPending,
    dataUpdatedAt: now,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<ApiKey[]>(path, { signal })).data,
  });
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey });
    }
  };
  /** The key itself; throws what the service says of a wrong field, or proof. */
  const create = (key: NewKey, proof: object): Promise<string> =>
    write(async () => {
      const body = { ...key, ...proof };
      return (await request<{ key: string }>(path, { method: 'POST', body })).data.key;
    });
  const remove = ({ id }: ApiKey): Promise<void> =>
    write(async () => {
      try {
        await request(`${path}/${id}`, { method: 'DELETE' });
        notify('api-keys.removed', { type: 'success' });
      } catch (reason) {
        notify(errorText(reason as Error), { type: 'error' });
      }
    });
  return { keys: data, now, error, isPending, busy, create, remove };
}
