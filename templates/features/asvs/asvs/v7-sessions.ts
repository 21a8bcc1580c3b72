import assert from 'node:assert/strict';
import { HOUR, notApplicable, test, waitsFor, type Checks, type Target } from './check.js';
import { ONE, fetchSession, goThrough, linkTo, linkedSubject } from './linked.js';
import {
  adminToken,
  createPerson,
  expectStatus,
  freshPassword,
  signIn,
  tokenOf,
} from './people.js';
import type { Answer, Service } from './service.js';
import { forge, partsOf } from './tokens.js';

const me = (service: Service, token: string) => service.ask('GET', '/auth/me', { token });

interface ListedSession {
  readonly id: number;
  readonly used_at: string;
  readonly current: boolean;
}

const sessionsIn = (answer: Answer): readonly ListedSession[] =>
  expectStatus(answer, 200).json as ListedSession[];

/** Asserts that a token alone unlinks no account at a provider. */
async function expectKept(on: Target): Promise<void> {
  const person = await createPerson(on.service);
  await linkTo(on, person, ONE);
  const { token } = person;
  const listed = await on.service.ask('GET', '/auth/oidc/identities', { token });
  const [one] = expectStatus(listed, 200).json as [{ readonly id: number }];
  const path = `/auth/oidc/identities/${one.id}/remove`;
  expectStatus(await on.service.ask('POST', path, { token, body: {} }), 422);
}

export const sessions: Checks = {
  '7.1.1': test('SECURITY.md, "Sessions", names AUTH_TOKEN_TTL', async ({ project }) =>
    project.documents('SECURITY.md', 'Sessions', /AUTH_TOKEN_TTL/)),
  '7.1.2': test('SECURITY.md, "Sessions", says the number of sessions', async ({ project }) =>
    project.documents('SECURITY.md', 'Sessions', /number of\s+sessions/)),
  '7.1.3': waitsFor(
    'oidc',
    test('docs/oidc.md, "Sessions and sign-out"', async ({ project }) =>
      project.documents('docs/oidc.md', 'Sessions and sign-out')),
  ),

  '7.2.1': test('without a token, and with one that was not signed here, 401', async (target) => {
    const { service } = target;
    const token = await adminToken(service);
    expectStatus(await me(service, token), 200);
    expectStatus(await service.ask('GET', '/auth/me'), 401);
    expectStatus(
      await me(service, forge(token, {}, 'another secret of forty characters, no less')),
      401,
    );
  }),

  '7.2.2': test('two sign-ins of one user have two tokens and two sessions', async (target) => {
    const { service } = target;
    const { username, password, token } = await createPerson(service);
    const second = tokenOf(await signIn(service, username, password));
    assert.notEqual(second, token);
    assert.notEqual(partsOf(second).claims['sid'], partsOf(token).claims['sid']);
  }),

  '7.2.3': notApplicable('tokens are signed: they hold what they say, and refer to nothing'),

  '7.2.4':
    test('a new password has a new token, the earlier one is void; a sign-in never takes over a token that was sent', async ({
      service,
    }) => {
      const { username, password, token } = await createPerson(service);
      const body = { username, password };
      const again = tokenOf(await service.ask('POST', '/auth/login', { token, body }));
      assert.notEqual(again, token);
      const change = { current_password: password, new_password: freshPassword() };
      const fresh = tokenOf(
        await service.ask('PUT', '/auth/change-password', { token, body: change }),
      );
      expectStatus(await me(service, token), 401);
      expectStatus(await me(service, fresh), 200);
    }),

  '7.3.1': waitsFor(
    'sessions',
    test('sessions note their last use, and one that was not used for nine hours is void, as docs/sessions.md says', async (target) => {
      const { service, project } = target;
      project.documents('docs/sessions.md', 'How long a session lasts', /SESSION_IDLE/);
      const { token } = await createPerson(service);
      const [own] = sessionsIn(await service.ask('GET', '/auth/sessions', { token }));
      assert.ok(own && Date.now() - Date.parse(own.used_at) < 120_000, 'a use was not noted');
      await target.later(9 * HOUR);
      expectStatus(await me(service, token), 401);
    }),
  ),

  '7.3.2': test('a token ends after AUTH_TOKEN_TTL: one whose time is over is 401', async (on) => {
    const { service } = on;
    const token = await adminToken(service);
    const { iat, exp } = partsOf(token).claims as { iat: number; exp: number };
    assert.ok(exp > iat && exp - iat <= 24 * 60 * 60, 'a session lasts longer than a day');
    const over = { iat: iat - 100_000, exp: iat - 1 };
    expectStatus(await me(service, forge(token, { claims: over })), 401);
  }),

  '7.4.1': test('a token is void once its session was signed out', async ({ service }) => {
    const { token } = await createPerson(service);
    expectStatus(await me(service, token), 200);
    expectStatus(await service.ask('POST', '/auth/logout', { token }), 204);
    expectStatus(await me(service, token), 401);
  }),

  '7.4.2': test('tokens of users who are made inactive, or deleted, are void', async (target) => {
    const { service } = target;
    const admin = await adminToken(service);
    const [one, other] = [await createPerson(service), await createPerson(service)];
    const body = { status: 'Inactive' };
    expectStatus(await service.ask('PATCH', `/user/${one.id}`, { token: admin, body }), 200);
    expectStatus(await service.ask('DELETE', `/user/${other.id}`, { token: admin }), 204);
    expectStatus(await me(service, one.token), 401);
    expectStatus(await me(service, other.token), 401);
  }),

  '7.4.3': test('a new password ends every other session of the user', async ({ service }) => {
    const { username, password, token } = await createPerson(service);
    const elsewhere = tokenOf(await signIn(service, username, password));
    const body = { current_password: password, new_password: freshPassword() };
    expectStatus(await service.ask('PUT', '/auth/change-password', { token, body }), 200);
    expectStatus(await me(service, elsewhere), 401);
  }),

  '7.4.4': test('the header of the back-office has the way out', async ({ project }) => {
    const pages = project.code('ui', 'web/src');
    if (pages.size === 0) return notApplicable('there is no back-office');
    const layout = [...pages].filter(([file]) => file.includes('/layout/'));
    assert.ok(
      layout.some(([, text]) => /useLogout\(\)|<Logout\b/.test(text)),
      'no file of the layout signs out',
    );
  }),

  '7.4.5': waitsFor(
    'sessions',
    test('an administrator ends the sessions of a user, and users those of nobody', async (on) => {
      const { service } = on;
      const [one, other] = [await createPerson(service), await createPerson(service)];
      const path = `/auth/users/${one.id}/sessions`;
      expectStatus(await service.ask('DELETE', path, { token: other.token }), 403);
      expectStatus(await me(service, one.token), 200);
      const admin = await adminToken(service);
      expectStatus(await service.ask('DELETE', path, { token: admin }), 204);
      expectStatus(await me(service, one.token), 401);
    }),
  ),

  '7.5.1':
    test('with a token alone nobody changes their name or address, or adds or ends a way in', async (on) => {
      const { service } = on;
      const { token } = await createPerson(service);
      for (const [path, body] of [
        ['/auth/api-keys', { name: 'mine' }],
        [`/auth/oidc/${ONE}/link`, {}],
      ] as const)
        expectStatus(await service.ask('POST', path, { token, body }), 404, 422);
      if (on.project.features.has('oidc')) await expectKept(on);
      for (const body of [{ email: 'other@service.example' }, { username: 'other' }]) {
        const answer = await service.ask('PATCH', '/auth/me', { token, body });
        expectStatus(answer, 405, 422);
      }
    }),

  '7.5.2': waitsFor(
    'sessions',
    test('users see their sessions, and end each of them', async ({ service }) => {
      const { username, password, token } = await createPerson(service);
      const elsewhere = tokenOf(await signIn(service, username, password));
      const listed = sessionsIn(await service.ask('GET', '/auth/sessions', { token }));
      assert.equal(listed.length, 2);
      const other = listed.find(({ current }) => !current);
      expectStatus(await service.ask('DELETE', `/auth/sessions/${other?.id}`, { token }), 204);
      expectStatus(await me(service, elsewhere), 401);
      expectStatus(await me(service, token), 200);
    }),
  ),
  '7.6.1': waitsFor(
    'oidc',
    test('a session by a provider ends as all others do, and its sign-out leads to that of the provider', async (on) => {
      const { service } = on;
      const subject = await linkedSubject(on);
      const { way, found } = await goThrough(on, ONE, subject);
      const token = tokenOf(await fetchSession(on, way, found['code']));
      const { iat, exp } = partsOf(token).claims as { iat: number; exp: number };
      assert.ok(exp - iat <= 24 * 60 * 60, 'a session lasts longer than a day');
      expectStatus(await service.ask('POST', '/auth/logout', { token }), 204);
      expectStatus(await me(service, token), 401);
      const left = await service.ask('GET', `/auth/oidc/${ONE}/sign-out`);
      const target = new URL(expectStatus(left, 303).headers.get('location')!);
      assert.equal(target.origin, new URL(way.url).origin);
      const back = target.searchParams.get('post_logout_redirect_uri');
      assert.equal(new URL(back!).origin, 'https://service.example');
    }),
  ),

  '7.6.2': test('no GET signs anybody in', async ({ service }) => {
    const query = 'username=chief&password=whatever';
    expectStatus(await service.ask('GET', `/auth/login?${query}`), 405);
    expectStatus(await service.ask('POST', `/auth/login?${query}`), 400, 415, 422);
  }),
};
