import type { AuthProvider, HttpError } from 'react-admin';
import { request } from './http';
import { endSession, isSignedIn, loadSession, sessionMayDo } from './session';
import type { User } from './session';
import { readCached, writeCached } from './storage';

interface LoginAnswer {
  access_token: string;
  user: User;
}

/** Sign-in against the service; who may do what comes from its role and resource permissions. */
export const authProvider: AuthProvider = {
  async login({ username, password }: { username: string; password: string }) {
    const { data } = await request<LoginAnswer>('/auth/login', {
      method: 'POST',
      body: { username, password },
    });
    endSession();
    writeCached('token', data.access_token);
    writeCached('user', data.user);
    await loadSession();
  },

  logout() {
    // Sent with the token that goes now; nobody waits for the answer, which offline does not come.
    if (isSignedIn())
      request('/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
    endSession();
    return Promise.resolve();
  },

  checkAuth() {
    return isSignedIn() ? Promise.resolve() : Promise.reject(new Error('auth.signed_out'));
  },

  checkError(error: HttpError) {
    return error.status === 401 ? Promise.reject(new Error('auth.expired')) : Promise.resolve();
  },

  async getIdentity() {
    const user = readCached<User>('user') ?? (await request<User>('/auth/me')).data;
    return { ...user, fullName: fullName(user) };
  },

  getPermissions: () => Promise.resolve(readCached<User>('user')?.roles ?? []),

  async canAccess({ action, resource }) {
    await loadSession().catch(() => undefined);
    return sessionMayDo(action, resource);
  },
};

/** `Ada Lovelace`, or the user name where no name is known. */
export function fullName(user: Pick<User, 'username' | 'first_name' | 'last_name'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username;
}
