import assert from 'node:assert/strict';
import { test, type Checks } from './check.js';
import { adminToken, createTenant, expectStatus, freshAddress } from './people.js';
import { assertNowhere } from './project.js';
import { everyKind, expectNone } from './responses.js';
import type { Service } from './service.js';
import { ADMIN, ORIGIN } from './settings.js';

const YEAR = 365 * 24 * 60 * 60;

/** What a page of the service sends that has its session in a cookie. */
const OWN_PAGE = { 'x-session': 'cookie', 'sec-fetch-site': 'same-origin' };

/** The cookies of a page that signs the administrator in; none where sessions are in no cookie. */
async function sessionCookies(service: Service): Promise<readonly string[]> {
  const from = freshAddress();
  const answer = await service.ask('POST', '/auth/login', { body: ADMIN, headers: OWN_PAGE, from });
  return expectStatus(answer, 200).headers.getSetCookie();
}

const holdsToken = (cookie: string): boolean => /^[^=]+=[\w-]+\.[\w-]+\.[\w-]+(?:;|$)/.test(cookie);

export const browsers: Checks = {
  '3.2.1':
    test('every response has "nosniff", cannot be framed, and may load nothing that is not listed', async ({
      service,
    }) => {
      const wrong = (await everyKind(service)).filter(({ headers }) => {
        const policy = headers.get('content-security-policy') ?? '';
        const closed = /default-src 'none'/.test(policy) && /frame-ancestors 'none'/.test(policy);
        return !closed || headers.get('x-content-type-options') !== 'nosniff';
      });
      expectNone(wrong);
    }),

  '3.2.2': test('no page puts a text into the document as HTML', async ({ project }) => {
    const pages = project.code('ui', 'web/src');
    assertNowhere(pages, /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML/);
  }),

  '3.3.1':
    test('any cookie is Secure, with the prefix __Host- or __Secure-; that of a session is closed to scripts and other sites', async ({
      service,
    }) => {
      const session = await sessionCookies(service);
      const others = (await everyKind(service)).flatMap(({ headers }) => headers.getSetCookie());
      const weak = [...session, ...others].filter(
        (cookie) => !/^__(?:Host|Secure)-/.test(cookie) || !/;\s*secure\b/i.test(cookie),
      );
      assert.deepEqual(weak, []);
      const isOpen = (cookie: string) =>
        !/;\s*httponly\b/i.test(cookie) || !/;\s*samesite=strict\b/i.test(cookie);
      assert.deepEqual(session.filter(holdsToken).filter(isOpen), []);
    }),

  '3.4.1':
    test('over https every response has Strict-Transport-Security for a year, and for subdomains', async ({
      service,
    }) => {
      const wrong = (await everyKind(service)).filter(({ headers }) => {
        const policy = headers.get('strict-transport-security') ?? '';
        const age = Number(/max-age=(\d+)/.exec(policy)?.[1] ?? 0);
        return age < YEAR || !/;\s*includeSubDomains\b/.test(policy);
      });
      expectNone(wrong);
    }),

  '3.4.2':
    test('only a listed origin is allowed to read responses, and never with cookies', async ({
      service,
    }) => {
      const allowed = async (origin: string) => {
        const { headers } = await service.ask('GET', '/healthz', { headers: { origin } });
        assert.equal(headers.get('access-control-allow-credentials'), null);
        return headers.get('access-control-allow-origin');
      };
      assert.equal(await allowed(ORIGIN), ORIGIN);
      for (const origin of ['https://evil.example', `${ORIGIN}.evil.example`, 'null'])
        assert.equal(await allowed(origin), null, origin);
    }),

  '3.5.1': test('without a token in a header of its own a request does nothing', async (target) => {
    const { service } = target;
    const tenant = await createTenant(service);
    const basic = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
    const sent: readonly Readonly<Record<string, string>>[] = [
      { cookie: `token=${await adminToken(service)}` },
      { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      { authorization: `Basic ${basic}` },
    ];
    const path = `/tenant/${tenant}`;
    for (const headers of sent) expectStatus(await service.ask('DELETE', path, { headers }), 401);
    const cookie = (await sessionCookies(service)).find(holdsToken)?.split(';')[0];
    if (cookie === undefined) return;
    const others: readonly Readonly<Record<string, string>>[] = [
      { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      { 'x-session': 'cookie' },
      ...['none', 'same-site', 'cross-site'].map((site) => ({
        ...{ 'x-session': 'cookie', 'sec-fetch-site': site },
      })),
    ];
    for (const headers of others)
      expectStatus(await service.ask('DELETE', path, { headers: { ...headers, cookie } }), 401);
    const headers = { ...OWN_PAGE, cookie };
    expectStatus(await service.ask('DELETE', path, { headers }), 204);
  }),

  '3.5.2': test('bodies of the types that forms can send are refused', async ({ service }) => {
    const token = await adminToken(service);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'];
    for (const type of types) {
      const headers = { 'content-type': type };
      const body = '{"name":"by a form"}';
      expectStatus(await service.ask('POST', '/tenant', { token, body, headers }), 415);
      expectStatus(await service.ask('POST', '/auth/login', { body, headers }), 415);
    }
  }),

  '3.5.3':
    test('GET with the name of another method, in a header or in the query, changes nothing', async ({
      service,
    }) => {
      const token = await adminToken(service);
      const tenant = await createTenant(service);
      const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
      await service.ask('GET', `/tenant/${tenant}?_method=DELETE`, { token, headers });
      await service.ask('HEAD', `/tenant/${tenant}`, { token, headers });
      expectStatus(await service.ask('GET', `/tenant/${tenant}`, { token }), 200);
      expectStatus(await service.ask('GET', '/auth/logout', { token }), 405);
    }),
};
