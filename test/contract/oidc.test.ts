import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../support/start-identity-provider.js';
import { CookieJar } from './browser-of.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Answer } from './http.js';
import { HOST, PUBLIC_URL, callbackOf, comeOf, settingsOf, signInAt } from './provider-ways.js';
import { mailsOf } from './sent-mails.js';
import {
  clientFor,
  clientOf,
  freshDatabase,
  logIn,
  onEachDatabase,
  startRefused,
} from './use-service.js';

/** Alpha makes users of its staff, and decides about their roles and tenants; of beta everybody is linked by hand. */
const RULES = `import { listClaim, oidcFeature } from '#engine/oidc';

export const oidc = oidcFeature({
  alpha: {
    creates: (claims) => listClaim(claims, 'groups').includes('staff'),
    roles: (claims) => [
      ...(listClaim(claims, 'groups').includes('admins') ? ['Admin'] : []),
      ...(listClaim(claims, 'groups').includes('staff') ? ['Viewer'] : []),
    ],
    tenants: (claims) => listClaim(claims, 'groups').map((group) => group.replace('tenant ', '')),
  },
});
`;

interface Beginning {
  readonly path?: string;
  readonly token?: string;
  readonly password?: string;
  readonly invitation?: string;
}

onEachDatabase((database) => {
  describe('sign-in by providers', () => {
    let alpha: IdentityProvider;
    let beta: IdentityProvider;
    let service: Service;

    beforeAll(async () => {
      alpha = await startIdentityProvider([callbackOf('alpha')]);
      beta = await startIdentityProvider([callbackOf('beta')]);
      service = await launchService({
        example: 'task-manager',
        features: ['oidc', 'invitations', 'jobs', 'mail'],
        databaseUrl: await freshDatabase(database),
        env: {
          PUBLIC_URL,
          OIDC_PROVIDERS: 'alpha,beta',
          ...settingsOf('alpha', alpha),
          ...settingsOf('beta', beta),
          OIDC_BETA_LABEL: 'Beta & Co.',
        },
        files: { 'src/sign-in/providers.ts': RULES },
      });
      await service.ready();
    }, 120_000);

    afterAll(async () => {
      await service?.dispose();
      await alpha?.stop();
      await beta?.stop();
    });

    beforeEach(async () => {
      for (const one of [alpha, beta])
        await one.tell({ override: {}, unsigned: false, forged: false, skew: 0 });
    });

    const admin = () => clientFor(service.url, ADMIN.username, ADMIN.password);
    const urlOf = (path: string) => service.url + path;

    /** Begins, and answers where the provider sends the browser back to. */
    async function throughProvider(
      browser: CookieJar,
      name: string,
      login: string,
      { path = 'start', token, password, invitation }: Beginning = {},
      to?: string,
    ): Promise<URL> {
      const begun = await browser.send(
        'POST',
        urlOf(`/auth/oidc/${name}/${path}`),
        { to, password, invitation },
        token,
      );
      expect(begun.status, begun.text).toBe(200);
      return signInAt((begun.body as { url: string }).url, login);
    }

    const comeBack = (browser: CookieJar, back: URL): Promise<Answer> =>
      browser.send('GET', urlOf(back.pathname + back.search));

    const exchange = (browser: CookieJar, code: string | undefined): Promise<Answer> =>
      browser.send('POST', urlOf('/auth/oidc/session'), { code });

    /** The whole way: what the service answers the page with. */
    async function signIn(name: string, login: string): Promise<Answer> {
      const browser = new CookieJar();
      const come = comeOf(await comeBack(browser, await throughProvider(browser, name, login)));
      expect(come.error).toBeUndefined();
      return exchange(browser, come.code);
    }

    async function refusal(name: string, login: string): Promise<string | undefined> {
      const browser = new CookieJar();
      return comeOf(await comeBack(browser, await throughProvider(browser, name, login))).error;
    }

    const codeOf = (answer: Answer) => (answer.body as { code?: string }).code;

    /** Somebody of the staff at alpha. */
    async function staff(...groups: string[]): Promise<string> {
      const login = mark();
      await alpha.tell({ claims: { [login]: { groups: ['staff', ...groups] } } });
      return login;
    }

    test('the sign-in page learns of the providers, and of no secret', async () => {
      const answer = await clientOf(service.url).get('/auth/oidc');
      expect(answer.body).toEqual([
        { name: 'alpha', label: 'Alpha' },
        { name: 'beta', label: 'Beta & Co.' },
      ]);
      expect(answer.header('cache-control')).toBe('no-store');
    });

    test('somebody of the rules gets an account, and the same one again', async () => {
      const login = mark();
      const claims = {
        ...{ groups: ['staff'], preferred_username: `${login}@example.com` },
        ...{ given_name: 'Ada', email: `${login}@example.com`, email_verified: true },
      };
      await alpha.tell({ claims: { [login]: claims } });
      const first = await signIn('alpha', login);
      expect(first.status, first.text).toBe(200);
      expect(first.header('cache-control')).toBe('no-store');
      const { user, access_token } = first.body as { user: object; access_token: string };
      expect(user).toMatchObject({
        ...{ username: login, first_name: 'Ada', email: `${login}@example.com` },
        roles: ['Viewer'],
      });
      expect((await clientOf(service.url, access_token).get('/task')).status).toBe(200);
      const second = await signIn('alpha', login);
      expect(second.body).toMatchObject({ user });
    });

    test('of many first sign-ins of somebody at once all come in, as one user', async () => {
      const login = await staff();
      const claims = { groups: ['staff'], preferred_username: login };
      await alpha.tell({ claims: { [login]: claims } });
      const ways = await Promise.all(
        // As many as may hash a password for one name.
        Array.from({ length: 4 }, async () => {
          const browser = new CookieJar();
          return { browser, back: await throughProvider(browser, 'alpha', login) };
        }),
      );
      const come = await Promise.all(
        ways.map(async ({ browser, back }) => comeOf(await comeBack(browser, back)).error ?? 'in'),
      );
      expect(come).toEqual(Array(4).fill('in'));
      expect((await (await admin()).get(`/user?username=${login}`)).rows).toHaveLength(1);
    });

    test('strangers get none, and no user with their address is theirs', async () => {
      const boss = await admin();
      const email = `${mark()}@example.com`;
      await boss.create('/user', { username: mark(), email, password: 'long enough for anybody' });
      const login = mark();
      const claims = { email, email_verified: true, groups: ['guests'] };
      await alpha.tell({ claims: { [login]: claims } });
      await beta.tell({ claims: { [login]: { ...claims, groups: ['staff', 'admins'] } } });
      expect(await refusal('alpha', login)).toBe('unknown');
      expect(await refusal('beta', login)).toBe('unknown');
    });

    test('whoever has an account with their address is told to link it, and gets no other', async () => {
      const boss = await admin();
      const email = `${mark()}@example.com`;
      await boss.create('/user', { username: mark(), email, password: 'long enough for anybody' });
      const login = mark();
      const claims = { email: email.toUpperCase(), groups: ['staff'] };
      await alpha.tell({ claims: { [login]: { ...claims, email_verified: true } } });
      expect(await refusal('alpha', login)).toBe('account-exists');
      // What nobody has confirmed may be anybody's, and says nothing of who there is.
      await alpha.tell({ claims: { [login]: claims } });
      expect((await signIn('alpha', login)).body).toMatchObject({ user: { email: null } });
    });

    test('a name that somebody has already gets a number', async () => {
      const names = [];
      for (let count = 0; count < 2; count++) {
        const login = await staff();
        await alpha.tell({
          claims: { [login]: { groups: ['staff'], preferred_username: ADMIN.username } },
        });
        names.push(((await signIn('alpha', login)).body as { user: { username: string } }).user);
      }
      expect(names).toMatchObject([{ username: 'admin2' }, { username: 'admin3' }]);
    });

    test('roles and tenants are as the provider says, each time', async () => {
      const boss = await admin();
      const tenant = await boss.create('/tenant', { name: mark() });
      const login = await staff(`tenant ${String(tenant.name)}`);
      const first = (await signIn('alpha', login)).body as { user: { id: number } };
      expect(first.user).toMatchObject({ roles: ['Viewer'], tenants: [tenant.id] });
      await boss.change(`/user/${first.user.id}`, { roles: ['Manager'], tenants: [] });
      const second = (await signIn('alpha', login)).body as { user: object };
      expect(second.user).toMatchObject({ roles: ['Viewer'], tenants: [tenant.id] });
      await alpha.tell({ claims: { [login]: { groups: [] } } });
      const third = (await signIn('alpha', login)).body as { user: object };
      expect(third.user).toMatchObject({ id: first.user.id, roles: [], tenants: [] });
    });

    test('a user who is not active does not come in', async () => {
      const boss = await admin();
      const login = await staff();
      const { user } = (await signIn('alpha', login)).body as { user: { id: number } };
      await boss.change(`/user/${user.id}`, { status: 'Inactive' });
      const refused = await signIn('alpha', login);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'inactive-user']);
    });

    test('a code is good for one browser, and once', async () => {
      const login = await staff();
      const browser = new CookieJar();
      const back = await throughProvider(browser, 'alpha', login);
      const { code } = comeOf(await comeBack(browser, back));
      const other = await exchange(new CookieJar(), code);
      expect([other.status, codeOf(other)]).toEqual([401, 'flow-expired']);
      const stranger = new CookieJar();
      await throughProvider(stranger, 'alpha', login);
      expect((await exchange(stranger, code)).status).toBe(401);
      const flow = browser.get(HOST, 'oidc')!;
      const copy = new CookieJar();
      copy.set(HOST, 'oidc', flow);
      const both = await Promise.all([exchange(browser, code), exchange(copy, code)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      copy.set(HOST, 'oidc', flow);
      expect(comeOf(await comeBack(copy, back)).error).toBe('refused');
    });

    test('an answer of another browser signs nobody in', async () => {
      const login = await staff();
      const attacker = new CookieJar();
      const back = await throughProvider(attacker, 'alpha', login);
      const victim = new CookieJar();
      expect(comeOf(await comeBack(victim, back)).error).toBe('expired');
      await throughProvider(victim, 'alpha', login);
      expect(comeOf(await comeBack(victim, back)).error).toBe('refused');
    });

    test('signing out leads to the page of the provider for that, and back to the sign-in page', async () => {
      const page = `${PUBLIC_URL}/admin/login`;
      await beta.tell({ signedOutUris: [page] });
      const browser = new CookieJar();
      const answer = await browser.send('GET', urlOf('/auth/oidc/beta/sign-out?to=https://evil'));
      expect(answer.status).toBe(303);
      const target = new URL(answer.header('location'));
      expect(target.origin).toBe(beta.issuer);
      expect(Object.fromEntries(target.searchParams)).toEqual({
        client_id: beta.clientId,
        post_logout_redirect_uri: page,
      });
      expect((await browser.send('GET', target.href)).text).toContain('/session/end/confirm');
      const unknown = await clientOf(service.url).get('/auth/oidc/gamma/sign-out');
      expect(unknown.status).toBe(404);
    });

    test('one provider does not answer for another', async () => {
      const login = await staff();
      const browser = new CookieJar();
      const back = await throughProvider(browser, 'alpha', login);
      const elsewhere = new URL(back);
      elsewhere.pathname = '/auth/oidc/beta/callback';
      expect(comeOf(await comeBack(browser, elsewhere)).error).toBe('expired');
      const again = new CookieJar();
      const mixed = await throughProvider(again, 'alpha', login);
      mixed.searchParams.set('iss', beta.issuer);
      expect(comeOf(await comeBack(again, mixed)).error).toBe('refused');
    });

    test.each([
      ['of another nonce', { nonce: 'another' }],
      ['for another client', { aud: 'another' }],
      ['of another issuer', { iss: 'http://localhost:1' }],
      ['that has expired', { exp: 1_000_000_000 }],
      ['of the future', { iat: 9_999_999_999 }],
      ['of nobody', { sub: '' }],
    ])('an ID token %s is refused', async (_what, override) => {
      const login = await staff();
      await alpha.tell({ override });
      expect(await refusal('alpha', login)).toBe('refused');
    });

    test('an ID token without a signature, or signed by others, is refused', async () => {
      const login = await staff();
      await alpha.tell({ unsigned: true });
      expect(await refusal('alpha', login)).toBe('refused');
      await alpha.tell({ unsigned: false, forged: true });
      expect(await refusal('alpha', login)).toBe('refused');
    });

    test('a changed state, a missing code and errors are refused', async () => {
      const login = await staff();
      const changes: [string, string][] = [
        ['state', 'another'],
        ['code', 'another'],
      ];
      for (const [name, value] of changes) {
        const browser = new CookieJar();
        const back = await throughProvider(browser, 'alpha', login);
        back.searchParams.set(name, value);
        expect(comeOf(await comeBack(browser, back)).error).toBe('refused');
      }
      expect(await refusal('alpha', '')).toBe('cancelled');
      const browser = new CookieJar();
      const back = await throughProvider(browser, 'alpha', '');
      back.searchParams.set('error', 'server_error');
      expect(comeOf(await comeBack(browser, back)).error).toBe('refused');
    });

    test('keys may be changed, and clocks differ a little', async () => {
      const login = await staff();
      expect((await signIn('alpha', login)).status).toBe(200);
      await alpha.tell({ rotate: true });
      expect((await signIn('alpha', login)).status).toBe(200);
      await alpha.tell({ skew: -150 });
      expect((await signIn('alpha', login)).status).toBe(200);
      await alpha.tell({ skew: -600 });
      expect(await refusal('alpha', login)).toBe('refused');
    });

    test('pages of the back-office are all that a sign-in leads to', async () => {
      const login = await staff();
      const pages = [
        ['/task/3?tab=1', '/task/3?tab=1'],
        ['//evil.example', '/'],
        ['/\\evil.example', '/'],
        ['https://evil.example', '/'],
        [7, '/'],
      ] as const;
      for (const [to, expected] of pages) {
        const browser = new CookieJar();
        const back = await throughProvider(browser, 'alpha', login, {}, to as string);
        expect(comeOf(await comeBack(browser, back)).to).toBe(expected);
      }
    });

    test('users link and unlink accounts, but not the last way in', async () => {
      const boss = await admin();
      const name = mark();
      const password = 'long enough for anybody';
      const { id } = await boss.create('/user', { username: name, password, roles: ['Viewer'] });
      const token = (await tokenOf(name, password))!;
      const own = clientOf(service.url, token);
      const login = mark();
      expect((await link(login, token, 'a wrong one')).status).toBe(400);
      expect((await link(login, token)).status).toBe(422);
      const linked = await link(login, token, password);
      expect(linked.status, linked.text).toBe(204);
      expect((await signIn('beta', login)).body).toMatchObject({ user: { id } });
      const chief = (await tokenOf(ADMIN.username, ADMIN.password))!;
      const taken = await link(login, chief, ADMIN.password);
      expect([taken.status, codeOf(taken)]).toEqual([409, 'identity-taken']);
      const [mine] = (await own.get('/auth/oidc/identities')).rows;
      expect(mine).toMatchObject({ provider: 'beta', label: 'Beta & Co.', removable: true });
      expect((await boss.get(`/auth/users/${id}/identities`)).rows).toHaveLength(1);
      expect((await own.get(`/auth/users/${id}/identities`)).status).toBe(403);
      const unlink = `/auth/oidc/identities/${mine!.id}/remove`;
      expect((await boss.post(unlink, { password: ADMIN.password })).status).toBe(404);
      expect((await own.post(unlink, {})).status).toBe(422);
      expect((await own.post(unlink, { password: 'a wrong one' })).status).toBe(400);
      expect((await own.get('/auth/oidc/identities')).rows).toHaveLength(1);
      expect((await own.post(unlink, { password })).status).toBe(204);
      expect(await refusal('beta', login)).toBe('unknown');
    });

    test('an invitation is accepted by an account at a provider, once', async () => {
      const boss = await admin();
      const email = `${mark()}@example.com`;
      const username = mark();
      const invited = await boss.post('/auth/invitations', { email, username, roles: ['Manager'] });
      expect(invited.status, invited.text).toBe(201);
      const mail = () => mailsOf(service).find(({ to }) => to[0]?.address === email);
      await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
      const invitation = /#token=([\w-]+)/.exec(mail()!.text)![1]!;
      const login = mark();
      await beta.tell({ claims: { [login]: { preferred_username: mark(), given_name: 'Ines' } } });
      const accept = async (name: string) => {
        const browser = new CookieJar();
        const back = await throughProvider(browser, 'beta', name, { invitation });
        return { browser, come: comeOf(await comeBack(browser, back)) };
      };
      const { browser, come } = await accept(login);
      expect(come.error).toBeUndefined();
      const answer = await exchange(browser, come.code);
      expect(answer.body).toMatchObject({
        user: { username, email, first_name: 'Ines', roles: ['Manager'] },
      });
      expect((await accept(mark())).come.error).toBe('link-expired');
      expect(((await signIn('beta', login)).body as { user: object }).user).toMatchObject({
        username,
      });
    });

    test('whoever has no password keeps their only account', async () => {
      const login = await staff();
      const signedIn = (await signIn('alpha', login)).body as { access_token: string };
      const own = clientOf(service.url, signedIn.access_token);
      const [mine] = (await own.get('/auth/oidc/identities')).rows;
      expect(mine).toMatchObject({ removable: false, decides: ['roles', 'tenants'] });
      const refused = await own.post(`/auth/oidc/identities/${mine!.id}/remove`, {});
      expect([refused.status, codeOf(refused)]).toEqual([409, 'last-way-in']);
      expect((await logIn(service.url, login, 'any')).status).toBe(401);
      expect((await own.get('/auth/proof')).body).toEqual({
        ...{ proof_by: ['provider'], has_password: false },
      });
      const others = { proof_by: [], has_password: true };
      expect((await (await admin()).get('/auth/proof')).body).toEqual(others);
    });

    test('a link is for the user who has begun it, and no session', async () => {
      const boss = (await tokenOf(ADMIN.username, ADMIN.password))!;
      const [name, password] = [mark(), 'long enough for anybody'];
      await (await admin()).create('/user', { username: name, password, roles: ['Viewer'] });
      const victim = (await tokenOf(name, password))!;
      const browser = new CookieJar();
      const login = mark();
      const beginning = { path: 'link', token: boss, password: ADMIN.password };
      const back = await throughProvider(browser, 'beta', login, beginning);
      const { code, kind } = comeOf(await comeBack(browser, back));
      expect(kind).toBe('link');
      const add = urlOf('/auth/oidc/identities');
      expect((await browser.send('POST', add, { code }, victim)).status).toBe(401);
      expect((await exchange(browser, code)).status).toBe(401);
      const begun = await new CookieJar().send('POST', urlOf('/auth/oidc/beta/link'), {});
      expect(begun.status).toBe(401);
    });

    /** Links an account; what refused that where it is not even begun. */
    async function link(login: string, token: string, password?: string): Promise<Answer> {
      const browser = new CookieJar();
      const path = urlOf('/auth/oidc/beta/link');
      const begun = await browser.send('POST', path, { password }, token);
      if (begun.status !== 200) return begun;
      const back = await signInAt((begun.body as { url: string }).url, login);
      const { code } = comeOf(await comeBack(browser, back));
      return browser.send('POST', urlOf('/auth/oidc/identities'), { code }, token);
    }

    async function tokenOf(name: string, password: string): Promise<string | undefined> {
      const answer = await logIn(service.url, name, password);
      return (answer.body as { access_token?: string }).access_token;
    }

    test('the last administrator stays one, whatever the provider says', async () => {
      const login = await staff('admins');
      const { user } = (await signIn('alpha', login)).body as { user: { id: number } };
      expect(user).toMatchObject({ roles: ['Admin', 'Viewer'] });
      const boss = await admin();
      const { id } = (await boss.get('/auth/me')).record;
      await boss.change(`/user/${id}`, { status: 'Inactive' });
      await alpha.tell({ claims: { [login]: { groups: ['staff'] } } });
      const kept = (await signIn('alpha', login)).body as { access_token: string; user: object };
      expect(kept.user).toMatchObject({ roles: ['Admin', 'Viewer'] });
      const last = clientOf(service.url, kept.access_token);
      await last.change(`/user/${id}`, { status: 'Active' });
      const taken = (await signIn('alpha', login)).body as { user: object };
      expect(taken.user).toMatchObject({ roles: ['Viewer'] });
    });

    // The last one: nobody from here begins any more.
    test('ways to a provider, and back, are counted by address', async () => {
      const browser = new CookieJar();
      const [login, start] = [mark(), urlOf('/auth/oidc/beta/start')];
      const back = await throughProvider(browser, 'beta', login);
      const flow = browser.get(HOST, 'oidc')!;
      const errors = new Set<string | undefined>();
      for (let count = 0; count < 201; count++) {
        browser.set(HOST, 'oidc', flow);
        errors.add(comeOf(await comeBack(browser, back)).error);
      }
      expect([...errors]).toEqual(['unknown', 'refused', 'too-many-tries']);
      // Of another browser, which has not begun anything: not counted, not asked about.
      expect(comeOf(await comeBack(new CookieJar(), back)).error).toBe('expired');
      let answer = await browser.send('POST', start, {});
      for (let count = 0; count < 201 && answer.status === 200; count++)
        answer = await browser.send('POST', start, {});
      expect([answer.status, codeOf(answer)]).toEqual([429, 'too-many-tries']);
      expect(Number(answer.header('retry-after'))).toBeGreaterThan(0);
    });
  });

  test('a service does not start with weak settings of a provider', async () => {
    const { code, output } = await startRefused({
      example: 'task-manager',
      features: ['oidc'],
      database,
      env: {
        LOG_LEVEL: 'info',
        OIDC_PROVIDERS: 'google,entra',
        OIDC_GOOGLE_ISSUER: 'http://accounts.google.com',
        OIDC_GOOGLE_CLIENT_ID: 'an id',
        OIDC_GOOGLE_CLIENT_SECRET: 'short',
        OIDC_GOOGLE_SCOPES: 'profile',
      },
    });
    expect(code).not.toBe(0);
    const names = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];
    for (const name of names.flatMap((one) => [`OIDC_GOOGLE_${one}:`, `OIDC_ENTRA_${one}:`]))
      expect(output).toContain(name);
    expect(output).toContain('OIDC_GOOGLE_SCOPES:');
    expect(output).not.toContain('short');
  });
});
