import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  authProvider,
  fullName,
  isRefused,
  loadSession,
} from '../../../templates/features/admin/ui/api/session';
import { fakeService, type Asked } from './fake-service';

const USER = {
  id: 1,
  username: 'ada',
  first_name: 'Ada',
  last_name: null,
  roles: ['Manager'],
  tenants: [],
};
const ANSWERS: Record<string, unknown> = {
  '/api/auth/login': { access_token: 'abc', user: USER },
  '/api/auth/me': USER,
  '/api/auth/roles': [{ id: 2, name: 'Manager', allowed_actions: ['list', 'show', 'create'] }],
  '/api/auth/resource-permissions': { invoices: { Manager: ['list'] } },
  '/api/auth/field-permissions': {},
  '/api/auth/tenants': { tenants: [], fields: {}, every_tenant: [], filled: {}, required: {} },
};
const KEYS = ['jm_access_token', 'jm_user', 'jm_role_permissions', 'jm_resource_permissions'];

let asked: Asked[];
beforeEach(() => {
  asked = fakeService(({ url }) => ({ body: ANSWERS[url] }));
});

const stored = () => KEYS.map((key) => localStorage.getItem(key));
const signIn = () => authProvider.login({ username: 'ada', password: 'secret' });

describe('signing in', () => {
  test('keeps token, user and both kinds of permissions under their four keys', async () => {
    await signIn();
    expect(asked[0]).toMatchObject({
      method: 'POST',
      body: { username: 'ada', password: 'secret' },
    });
    expect(stored()).toEqual([
      'abc',
      JSON.stringify(USER),
      JSON.stringify({ Manager: ['list', 'show', 'create'] }),
      JSON.stringify({ invoices: { Manager: ['list'] } }),
    ]);
  });

  test('somebody is signed in as long as the token is there', async () => {
    await expect(authProvider.checkAuth({})).rejects.toThrow();
    await signIn();
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  test('signing out ends the session at the service, and removes all four', async () => {
    await signIn();
    asked.length = 0;
    await authProvider.logout({});
    expect(stored()).toEqual([null, null, null, null]);
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/api/auth/logout',
        headers: { authorization: 'Bearer abc' },
        body: null,
      },
    ]);
  });

  test.each([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the service does not answer', () => new Promise(() => undefined)],
    ['the token has expired', () => Promise.resolve(new Response('{}', { status: 401 }))],
  ])('%s: signing out removes all four, too', async (_, fetch) => {
    await signIn();
    vi.stubGlobal('fetch', fetch);
    await authProvider.logout({});
    expect(stored()).toEqual([null, null, null, null]);
    // What fails later is nobody's business.
    await new Promise((resolve) => setTimeout(resolve));
  });

  test('who is not signed in has nothing to end', async () => {
    await authProvider.logout({});
    expect(asked).toEqual([]);
  });
});

test('a session that was asked for before somebody signed in does not take the place of theirs', async () => {
  await authProvider.logout({});
  localStorage.setItem('jm_access_token', 'of Bob');
  let answerBob = (): void => undefined;
  const bob = new Promise<void>((resolve) => (answerBob = resolve));
  const of = async (given: unknown) => {
    const isBob = JSON.stringify(given).includes('of Bob');
    if (isBob) await bob;
    return isBob ? { ...USER, id: 2, username: 'bob', roles: ['Admin'] } : USER;
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const body = url === '/api/auth/me' ? await of(headers) : ANSWERS[url];
    return Response.json(body);
  });
  const early = loadSession();
  await signIn();
  answerBob();
  await early;
  expect(JSON.parse(localStorage.getItem('jm_user')!)).toEqual(USER);
  expect(isRefused('delete', 'invoices')).toBe(true);
  localStorage.removeItem('jm_access_token');
  expect(isRefused('delete', 'invoices')).toBe(false);
});

describe('what follows from it', () => {
  test('a 401 ends the session, a 403 does not', async () => {
    await expect(authProvider.checkError({ status: 401 })).rejects.toThrow();
    await expect(authProvider.checkError({ status: 403 })).resolves.toBeUndefined();
  });

  test('permissions are the roles, the identity comes from the cache', async () => {
    await signIn();
    const before = asked.length;
    expect(await authProvider.getPermissions?.({})).toEqual(['Manager']);
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 1, fullName: 'Ada' });
    expect(asked).toHaveLength(before);
  });

  test('access is the role, narrowed by the model, and never the access control', async () => {
    await signIn();
    const may = (action: string, resource: string) =>
      authProvider.canAccess?.({ action, resource });
    expect(await may('create', 'task')).toBe(true);
    expect(await may('edit', 'task')).toBe(false);
    expect(await may('create', 'invoices')).toBe(false);
    expect(await may('list', 'invoices')).toBe(true);
    expect(await may('list', 'user')).toBe(false);
  });

  test('a user without a name is called by the user name', () => {
    expect(fullName({ username: 'ada', first_name: null, last_name: null })).toBe('ada');
  });
});
