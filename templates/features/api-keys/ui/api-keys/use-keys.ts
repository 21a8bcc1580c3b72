import { request } from '../api/http';
import { useItems } from '../components/use-items';

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
  const { items: keys, write, change, ...state } = useItems<ApiKey>(path);
  /** The key itself; throws what the service says of a wrong field, or proof. */
  const create = (key: NewKey, proof: object): Promise<string> =>
    write(async () => {
      const body = { ...key, proof };
      return (await request<{ key: string }>(path, { method: 'POST', body })).data.key;
    });
  const remove = ({ id }: ApiKey): Promise<void> =>
    change(() => request(`${path}/${id}`, { method: 'DELETE' }), 'api-keys.removed');
  const removeAll = (): Promise<void> =>
    change(() => request(path, { method: 'DELETE' }), 'api-keys.all_removed');
  return { ...state, keys, create, remove, removeAll };
}
