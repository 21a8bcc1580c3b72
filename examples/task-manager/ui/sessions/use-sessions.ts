import { request } from '../api/http';
import { useItems } from '../components/use-items';

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
  const { items: sessions, change, ...state } = useItems<UserSession>(path);
  /** Ends those at another path, or all of these; `done` is the key of the message. */
  const end = (target: string, done: string): Promise<void> =>
    change(() => request(target, { method: 'DELETE' }), done);
  return { ...state, sessions, end };
}
