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
  '/api/auth/tenants': {
    tenants: [],
    fields: {},
    every_tenant: [],
    filled: {},
    required: {},
    by_name: {},
  },
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

describe('a session in a cookie', () => {
  /** A browser that keeps what the service sets, as far as scripts see it. */
  let cookies: string;
  beforeEach(() => {
    cookies = 'other=1';
    vi.stubGlobal('document', {
      get cookie() {
        return cookies;
      },
      set cookie(text: string) {
        const [name = ''] = text.split('=');
        const kept = cookies.split('; ').filter((one) => !one.startsWith(`${name}=`));
        cookies = (/max-age=0/i.test(text) ? kept : [...kept, text.split(';')[0]]).join('; ');
      },
    });
    asked = fakeService(({ url }) => {
      if (url === '/api/auth/login') document.cookie = '__Host-session-user=1; Path=/; Secure';
      return { body: url === '/api/auth/login' ? { user: USER } : ANSWERS[url] };
    });
    return () => vi.unstubAllGlobals();
  });
  const isStored = () => stored().some((text) => text !== null);

  test('is asked for by a header, and nothing of it is stored', async () => {
    await signIn();
    expect(isStored()).toBe(false);
    for (const { headers } of asked) {
      expect(headers).toMatchObject({ 'x-session': 'cookie' });
      expect(headers).not.toHaveProperty('authorization');
    }
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 1, fullName: 'Ada' });
    expect(isRefused('create', 'task')).toBe(false);
    expect(isRefused('edit', 'task')).toBe(true);
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  test('is there when the page is loaded again, which asks whose it is', async () => {
    await authProvider.logout({});
    document.cookie = 'session-user=1';
    asked.length = 0;
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 1, fullName: 'Ada' });
    expect(await authProvider.getPermissions?.({})).toEqual(['Manager']);
    expect(asked.filter(({ url }) => url === '/api/auth/me')).toHaveLength(1);
    expect(isStored()).toBe(false);
  });

  test('is over when another tab has signed out, and after signing out, as far as a page can tell', async () => {
    await signIn();
    cookies = 'other=1';
    await expect(authProvider.checkAuth({})).rejects.toThrow();
    await signIn();
    await authProvider.logout({});
    expect(asked.at(-1)).toMatchObject({ method: 'POST', url: '/api/auth/logout' });
    expect(cookies).toBe('other=1');
    await expect(authProvider.checkAuth({})).rejects.toThrow();
  });

  test('a token that is stored goes before it: the service looks at no cookie then', async () => {
    await signIn();
    localStorage.setItem('jm_access_token', 'of another tab');
    asked.length = 0;
    await authProvider.logout({});
    expect(asked).toMatchObject([{ headers: { authorization: 'Bearer of another tab' } }]);
    expect(asked[0]?.headers).not.toHaveProperty('x-session');
  });
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
