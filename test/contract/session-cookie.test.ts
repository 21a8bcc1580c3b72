import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Authenticator } from '../../templates/features/asvs/asvs/authenticator.js';
import { appCode } from '../support/app-code.js';
import { lintDocument } from '../support/lint-document.js';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../support/start-identity-provider.js';
import { CookieJar } from './browser-of.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, send, type Answer, type Client } from './http.js';
import { mailsOf } from './sent-mails.js';
import {
  clientFor,
  freshDatabase,
  logIn,
  onEachDatabase,
  startRefused,
  startService,
} from './use-service.js';

/** Not where the service listens: it must not ask a request where it is. */
const PUBLIC_URL = 'http://localhost:4998';
const HOST = '127.0.0.1';
const PASSWORD = 'long enough for anybody';
const ASKS = { 'x-session': 'cookie' };
const OWN = { ...ASKS, 'sec-fetch-site': 'same-origin' };
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const FEATURES = [
  ...['sessions', 'invitations', 'jobs', 'mail'],
  ...['oidc', 'passkeys', 'two-factor', 'import'],
];

/** A developer's own way in, and what only somebody may read. */
const DOOR = `
import { defineRouter } from '#engine';

export const door = defineRouter('/door', { auth: 'public' }, (route) => {
  route.post('/enter', ({ accounts, body }) =>
    accounts.openSession(Number((body as { id: unknown }).id)),
  );
  route.get('/who', { auth: 'signed-in' }, ({ user }) => ({ id: user.id }));
  route.get('/maybe', ({ user }) => ({ id: user?.id ?? null }));
});
`;
const ROUTERS = `
import type { OwnRouter } from '#engine';
import { door } from './door.js';

export const routers: readonly OwnRouter[] = [door];
`;
const ACCOUNT = `
import { defineAccount } from '#engine';
import type { User } from './user.model.js';

export const userAccount = defineAccount<User>({ signUp: { roles: ['Viewer'], fields: ['email'] } });
`;
const PROVIDERS = `
import { oidcFeature } from '#engine/oidc';

export const oidc = oidcFeature({
  alpha: { creates: () => true, roles: () => ['Viewer'], tenants: () => [] },
});
`;
const FILES = {
  'src/routes/door.ts': DOOR,
  'src/routes/routes.ts': ROUTERS,
  'src/models/user/user.account.ts': ACCOUNT,
  'src/sign-in/providers.ts': PROVIDERS,
};

/** A page in a browser: whose requests have these headers. */
class Page {
  readonly jar: CookieJar;

  constructor(
    readonly url: string,
    headers: Readonly<Record<string, string>> = OWN,
  ) {
    this.jar = new CookieJar(headers);
  }

  send(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.jar.send(method, this.url + path, body);
  }

  /** Sends what must succeed. */
  async make(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer;
  }

  async signIn({ username, password }: Account): Promise<Answer> {
    return this.make('POST', '/auth/login', { username, password });
  }

  get token(): string | null {
    return this.jar.get(HOST, 'session');
  }
}

interface Account {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

interface Place {
  readonly admin: Client;
  readonly service: Service;
  readonly provider: IdentityProvider;
  newUser(): Promise<Account>;
}

/** From a page of nobody into a session; answers what the service has said last. */
type WayIn = (page: Page, place: Place) => Promise<Answer>;

const addPasskey = async (page: Page, { password }: Account): Promise<Authenticator> => {
  const begun = await page.make('POST', '/auth/passkeys/options', { password });
  const authenticator = new Authenticator(PUBLIC_URL);
  const credential = authenticator.create(begun.body as Asked);
  await page.make('POST', '/auth/passkeys', { name: 'Laptop', credential });
  return authenticator;
};
type Asked = Parameters<Authenticator['get']>[0];

const questionOf = (answer: Answer) => {
  const { factor } = answer.body as { factor: { token: string } };
  return factor.token;
};

const WAYS: Readonly<Record<string, WayIn>> = {
  password: async (page, { newUser }) => page.signIn(await newUser()),

  'sign-up': (page) => page.send('POST', '/auth/sign-up', { username: mark(), password: PASSWORD }),

  'new password': async (page, { newUser }) => {
    const user = await newUser();
    await page.signIn(user);
    const before = page.token;
    const change = { current_password: user.password, new_password: 'another that is long enough' };
    const answer = await page.send('PUT', '/auth/change-password', change);
    expect(page.token).not.toBe(before);
    return answer;
  },

  'code of the project': async (page, { newUser }) =>
    page.send('POST', '/door/enter', { id: (await newUser()).id }),

  invitation: async (page, { admin, service }) => {
    const email = `${mark()}@example.com`;
    const invited = await admin.post('/auth/invitations', { email, roles: ['Viewer'] });
    expect(invited.status, invited.text).toBe(201);
    const mail = () => mailsOf(service).find(({ to }) => to[0]?.address === email);
    await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
    const [, token] = /#token=([\w-]+)/.exec(mail()!.text) ?? [];
    const body = { token, username: mark(), password: PASSWORD };
    return page.send('POST', '/auth/invitations/accept', body);
  },

  provider: async (page, { provider }) => {
    const login = mark();
    await provider.tell({ claims: { [login]: {} } });
    const begun = await page.make('POST', '/auth/oidc/alpha/start', {});
    const there = new CookieJar();
    let url = new URL((begun.body as { url: string }).url);
    let answer = await there.send('GET', url.href);
    for (let step = 0; step < 10 && url.origin !== PUBLIC_URL; step++) {
      const target = answer.header('location');
      if (target !== '') url = new URL(target, url);
      if (url.origin === PUBLIC_URL) break;
      answer = await (target === ''
        ? there.send('POST', url.href, `prompt=login&login=${login}&password=any`)
        : there.send('GET', url.href));
    }
    const back = await page.send('GET', url.pathname + url.search);
    const { hash } = new URL(back.header('location'));
    const code = new URLSearchParams(hash.slice(1)).get('code');
    return page.send('POST', '/auth/oidc/session', { code });
  },

  passkey: async (page, { service, newUser }) => {
    const before = new Page(service.url);
    const user = await newUser();
    await before.signIn(user);
    const authenticator = await addPasskey(before, user);
    const asked = await page.make('POST', '/auth/passkeys/sign-in/options');
    const credential = authenticator.get(asked.body as Asked);
    return page.send('POST', '/auth/passkeys/sign-in', { credential });
  },

  'passkey after the password': async (page, { service, newUser }) => {
    const before = new Page(service.url);
    const user = await newUser();
    await before.signIn(user);
    const authenticator = await addPasskey(before, user);
    const token = questionOf(await page.signIn(user));
    expect(page.token).toBeNull();
    const asked = await page.make('POST', '/auth/passkeys/factor/options', { token });
    const credential = authenticator.get(asked.body as Asked);
    return page.send('POST', '/auth/passkeys/factor', { token, credential });
  },

  'code of an app after the password': async (page, { service, newUser }) => {
    const before = new Page(service.url);
    const user = await newUser();
    await before.signIn(user);
    const begun = await before.make('POST', '/auth/two-factor/enrol', { password: user.password });
    const { secret } = begun.body as { secret: string };
    await before.make('POST', '/auth/two-factor/confirm', { code: appCode(secret, -1) });
    const token = questionOf(await page.signIn(user));
    expect(page.token).toBeNull();
    const code = appCode(secret);
    return page.send('POST', '/auth/factor', { token, kind: 'totp', code });
  },
};

/** Requests that a browser could be made to send, or that do not say where they are from. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of another site': { ...ASKS, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'of another site that names our origin': {
    ...{ ...ASKS, 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
  },
  'of another host of the site': { ...ASKS, 'sec-fetch-site': 'same-site' },
  'of the address bar': { ...ASKS, 'sec-fetch-site': 'none' },
  'of an old browser elsewhere': { ...ASKS, origin: 'https://evil.example' },
  'of an old browser in a frame without an origin': { ...ASKS, origin: 'null' },
  'of an origin that begins like ours': { ...ASKS, origin: `${PUBLIC_URL}0` },
  'that says nothing of where it is from': ASKS,
};
const UNASKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of our page without the header': { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL },
  'of our page with another header': { 'x-session': 'token', 'sec-fetch-site': 'same-origin' },
  'of a link': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
};

/** One of each kind of endpoint that asks who the caller is. */
const READS = ['/auth/me', '/task', '/api/task', '/door/who', '/_export/task', '/openapi.json'];

onEachDatabase((database) => {
  describe('6 Access: sessions in a cookie', () => {
    const env = { AUTH_COOKIE: '1', PUBLIC_URL, DOCS: 'signed-in' };
    let place: Place;
    let url: string;

    beforeAll(async () => {
      const provider = await startIdentityProvider([`${PUBLIC_URL}/auth/oidc/alpha/callback`]);
      const service = await launchService({
        ...{ example: 'task-manager', features: FEATURES, files: FILES },
        databaseUrl: await freshDatabase(database),
        env: {
          ...env,
          OIDC_PROVIDERS: 'alpha',
          OIDC_ALPHA_ISSUER: provider.issuer,
          OIDC_ALPHA_CLIENT_ID: provider.clientId,
          OIDC_ALPHA_CLIENT_SECRET: provider.clientSecret,
        },
      });
      await service.ready();
      ({ url } = service);
      const admin = await clientFor(url, ADMIN.username, ADMIN.password);
      const newUser = async (): Promise<Account> => {
        const account = { username: mark(), password: PASSWORD };
        return { ...account, id: (await admin.create('/user', { ...account, ...VIEWER })).id };
      };
      place = { admin, service, provider, newUser };
    }, 180_000);
    afterAll(async () => {
      await place?.service.dispose();
      await place?.provider.stop();
    });

    /** Somebody's page, signed in. */
    const newPage = async (): Promise<Page> => {
      const page = new Page(url);
      await page.signIn(await place.newUser());
      return page;
    };
    /** The same browser, in which something else sends a request. */
    const withCookiesOf = (page: Page, headers: Readonly<Record<string, string>>): Page => {
      const other = new Page(url, headers);
      other.jar.set(HOST, 'session', page.token!);
      return other;
    };

    describe.each(Object.entries(WAYS))('by %s', (_name, enter) => {
      test('a page of our own gets its session in a cookie, and never the token', async () => {
        const page = new Page(url);
        const answer = await enter(page, place);
        expect(answer.status, answer.text).toBeLessThan(300);
        const { user, ...rest } = answer.body as { user: { id: number } };
        expect(rest).not.toHaveProperty('access_token');
        expect(rest).not.toHaveProperty('token_type');
        expect(page.token).toMatch(TOKEN);
        expect(answer.text).not.toContain(page.token);
        expect(page.jar.get(HOST, 'session-user')).toBe(String(user.id));
        const me = await page.send('GET', '/auth/me');
        expect(me.body).toMatchObject({ id: user.id });
      });
    });

    test.each(['password', 'code of the project', 'provider'])(
      'whoever asks for no cookie gets a token by %s',
      async (way) => {
        const page = new Page(url, {});
        const answer = await WAYS[way]!(page, place);
        expect(answer.body).toMatchObject({ access_token: expect.stringMatching(TOKEN) as string });
        expect(page.token).toBeNull();
      },
    );

    test('the cookie opens everything to our pages, by what browsers of any age say of them', async () => {
      const page = await newPage();
      const old = withCookiesOf(page, { ...ASKS, origin: PUBLIC_URL });
      for (const path of READS)
        for (const one of [page, old]) {
          const answer = await one.send('GET', path);
          expect(answer.status, `${path}: ${answer.text.slice(0, 200)}`).toBe(200);
          expect(answer.header('vary')).toContain('Cookie');
        }
      expect((await page.send('GET', '/door/maybe')).body).not.toEqual({ id: null });
      expect((await page.send('GET', '/docs')).status).toBe(200);
    });

    describe.each(Object.entries(ELSEWHERE))('a request %s', (_name, headers) => {
      test('is refused, whatever it asks for, and sets no cookie', async () => {
        const other = withCookiesOf(await newPage(), headers);
        for (const path of [...READS, '/door/maybe'])
          expectProblem(await other.send('GET', path), 401);
        const { username, password } = await place.newUser();
        const login = await other.send('POST', '/auth/login', { username, password });
        expect(expectProblem(login, 401)).toMatchObject({ code: 'not-same-origin' });
        expect(login.header('set-cookie')).toBe('');
        expectProblem(await other.send('POST', '/auth/logout'), 401);
        expect(login.text).not.toContain('access_token');
      });
    });

    describe.each(Object.entries(UNASKED))('a request %s', (_name, headers) => {
      test('is one of nobody, and signs in by a token', async () => {
        const page = await newPage();
        const other = withCookiesOf(page, headers);
        for (const path of READS) expectProblem(await other.send('GET', path), 401);
        expect((await other.send('GET', '/door/maybe')).body).toEqual({ id: null });
        expectProblem(await other.send('POST', '/auth/logout'), 401);
        const { username, password } = await place.newUser();
        const login = await other.send('POST', '/auth/login', { username, password });
        expect(login.header('set-cookie')).toBe('');
        expect((await page.send('GET', '/auth/me')).status).toBe(200);
      });
    });

    test.each([
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ])('a form of another site as %s changes nothing', async (type) => {
      const page = await newPage();
      const cookie = `session=${page.token}`;
      const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const title = mark();
      const raw = JSON.stringify({ title });
      const headers = { ...from, cookie, 'content-type': type };
      for (const path of ['/task', '/auth/logout', '/auth/change-password'])
        expect((await send(url, 'POST', path, { raw, headers })).status).toBeGreaterThan(400);
      expect(await place.admin.list(`/task?title=${title}`)).toEqual([]);
      expect((await page.send('GET', '/auth/me')).status).toBe(200);
    });

    test('no other origin may send the header, or read an answer to a cookie', async () => {
      const page = await newPage();
      const preflight = await send(url, 'OPTIONS', '/task', {
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'x-session',
        },
      });
      expect(preflight.header('access-control-allow-headers')).not.toMatch(/x-session/i);
      for (const answer of [preflight, await page.send('GET', '/task')])
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    test('with credentials of its own a request is theirs, whatever its cookies say', async () => {
      const page = await newPage();
      const login = await logIn(url, ADMIN.username, ADMIN.password);
      const { access_token: token } = login.body as { access_token: string };
      const own = await page.jar.send('GET', `${url}/auth/me`, undefined, token);
      expect(own.body).toMatchObject({ username: ADMIN.username });
      const wrong = await page.jar.send('GET', `${url}/auth/me`, undefined, 'a.b.c');
      expectProblem(wrong, 401);
    });

    test('a cookie holds sessions alone, and of this service', async () => {
      for (const value of ['key_1_abc', 'a.b.c', '', 'a.b.c d', `"${'x'.repeat(5000)}"`]) {
        const headers = { ...OWN, cookie: `session=${value}` };
        expectProblem(await send(url, 'GET', '/auth/me', { headers }), 401);
      }
    });

    test('signing out ends the session and takes the cookies away, also once it has ended', async () => {
      const page = await newPage();
      const copy = withCookiesOf(page, OWN);
      expect((await page.send('POST', '/auth/logout')).status).toBe(204);
      expect([page.token, page.jar.get(HOST, 'session-user')]).toEqual([null, null]);
      expectProblem(await copy.send('GET', '/auth/me'), 401);
      expect((await copy.send('POST', '/auth/logout')).status).toBe(204);
      expect(copy.token).toBeNull();
      copy.jar.set(HOST, 'session', 'a.b.c');
      expectProblem(await copy.send('POST', '/auth/logout'), 401);
      expect(copy.token).toBeNull();
    });

    test('is a session like any other: listed, ended by an administrator, in every process', async () => {
      const { folder, databaseUrl } = place.service;
      const options = { database, databaseUrl, example: 'task-manager', folder } as const;
      const two = await startService({ ...options, env });
      const page = await newPage();
      const there = new Page(two.url);
      there.jar.set(HOST, 'session', page.token!);
      const me = (await there.send('GET', '/auth/me')).body as { id: number };
      const listed = await there.send('GET', '/auth/sessions');
      expect(listed.body).toMatchObject([{ way: 'password', current: true }]);
      expect((await place.admin.delete(`/auth/users/${me.id}/sessions`)).status).toBe(204);
      await expect
        .poll(async () => (await there.send('GET', '/auth/me')).status, { timeout: 5000 })
        .toBe(401);
      // The first one goes on with its files: with a database that is gone, it would answer 503 a moment later.
      await two.dispose();
      expect(existsSync(folder)).toBe(true);
    });

    test('the document says so', async () => {
      const page = await newPage();
      const { components, security, paths } = (await page.send('GET', '/openapi.json')).body as Doc;
      expect(components.securitySchemes).toMatchObject({
        cookie: { in: 'cookie', name: 'session' },
      });
      expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
      expect(components.schemas['session']!.required).toEqual(['expires_in', 'user']);
      expect(paths['/door/maybe']!['get']!.security).toContainEqual({ cookie: [] });
      expect(paths['/auth/login']!['post']!.security).toEqual([]);
    });
  });

  describe('6 Access: the settings of sessions in a cookie', () => {
    const project = { example: 'task-manager', database } as const;
    const production = { NODE_ENV: 'production', AUTH_COOKIE: '1' };

    test('with https the cookies are of this host alone, and never sent without it', async () => {
      const shop = { ...production, PUBLIC_URL: 'https://shop.example.com' };
      const service = await startService({ ...project, env: shop });
      const answer = await send(service.url, 'POST', '/auth/login', { body: ADMIN, headers: OWN });
      const lines = answer.headers['set-cookie'] ?? [];
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        ...['__Host-session', '__Host-session-user'],
      ]);
      for (const line of lines)
        for (const attribute of ['Max-Age=43200', 'Path=/', 'Secure', 'SameSite=Strict'])
          expect(line.split('; ')).toContain(attribute);
      expect(lines.map((line) => /httponly/i.test(line))).toEqual([true, false]);
      expect(lines.join()).not.toMatch(/domain/i);
      expect(answer.header('cache-control')).toBe('no-store');
      const document = await send(service.url, 'GET', '/openapi.json');
      expect(document.text).toContain('"__Host-session"');
      expect(await lintDocument(document.text)).toEqual([]);
    });

    test.each([null, 'http://localhost:3000'])(
      'production refuses to start where PUBLIC_URL is %s',
      async (address) => {
        const env = { ...production, PUBLIC_URL: address };
        const { code, output } = await startRefused({ ...project, env });
        expect(code).not.toBe(0);
        expect(output).toContain('AUTH_COOKIE=1 needs PUBLIC_URL');
      },
    );

    test('without the setting a cookie is nothing, and the answer is as ever', async () => {
      const service = await startService({ ...project, env: { PUBLIC_URL } });
      const page = new Page(service.url);
      const login = await page.signIn({ ...ADMIN, id: 1 });
      const { access_token: token } = login.body as { access_token: string };
      expect(login.header('set-cookie')).toBe('');
      page.jar.set(HOST, 'session', token);
      expectProblem(await page.send('GET', '/auth/me'), 401);
      const { components } = (await page.send('GET', '/openapi.json')).body as Doc;
      expect(components.securitySchemes).not.toHaveProperty('cookie');
    });
  });
});

const VIEWER = { roles: ['Viewer'] };

interface Doc {
  readonly security: readonly object[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>>;
  };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>
  >;
}
