import assert from 'node:assert/strict';
import { notApplicable, test, waitsFor, type Checks, type Settled, type Trial } from './check.js';
import {
  ONE,
  OTHER,
  begin,
  comeBack,
  expectLiesRefused,
  fetchSession,
  goThrough,
  linkTo,
  linkedSubject,
  providersOf,
} from './linked.js';
import { createPerson, expectStatus } from './people.js';
import { POSING } from './providers.js';

const asClient = (check: Trial | Settled) => waitsFor('oidc', check);
const NO_SERVER = 'the service is no authorization server, and no provider for others';
const asServer = notApplicable(NO_SERVER);
const asResource = notApplicable('the service accepts tokens of its own alone (chapter 9)');

const all = (check: typeof asServer, ...numbers: readonly string[]): Checks =>
  Object.fromEntries(numbers.map((number) => [number, check]));

/** A time long ago, in seconds. */
const PAST = 1_000_000_000;

const asks: Checks = {
  '10.1.1': asClient(
    test('no token of a provider, and none of a session, is in an address or in an answer', async (on) => {
      const subject = await linkedSubject(on);
      const { way, found } = await goThrough(on, ONE, subject);
      assert.deepEqual(Object.keys(found).sort(), ['code', 'kind', 'provider', 'to']);
      const { text } = expectStatus(await fetchSession(on, way, found['code']), 200);
      assert.doesNotMatch(text, /id_token|refresh_token|"unused"/);
    }),
  ),
  '10.1.2': asClient(
    test('an answer counts in the browser that has begun, and its code there alone, once', async (on) => {
      const subject = await linkedSubject(on);
      const [mine, another] = [await begin(on, ONE), await begin(on, ONE)];
      const query = providersOf(on).signIn(mine.url, subject);
      const nobody = { name: ONE, cookie: '' };
      assert.equal((await comeBack(on, nobody, query))['error'], 'expired');
      assert.equal((await comeBack(on, another, query))['error'], 'refused');
      const { code } = await comeBack(on, mine, query);
      expectStatus(await fetchSession(on, another, code), 401);
      expectStatus(await fetchSession(on, mine, code), 200);
      expectStatus(await fetchSession(on, mine, code), 401);
    }),
  ),
  '10.2.1': asClient(
    test('PKCE by S256 and a state, new each time; another state is refused', async (on) => {
      const ways = [await begin(on, ONE), await begin(on, ONE)].map(({ url }) => new URL(url));
      for (const { searchParams } of ways)
        assert.equal(searchParams.get('code_challenge_method'), 'S256');
      for (const name of ['state', 'nonce', 'code_challenge'])
        assert.equal(new Set(ways.map((url) => url.searchParams.get(name) ?? '')).size, 2);
      await expectLiesRefused(on, [{ query: { state: 'another' } }]);
      const { asked } = providersOf(on);
      const isProven = (form: URLSearchParams) => (form.get('code_verifier') ?? '').length >= 43;
      assert.ok(asked.length > 0 && asked.every(isProven), 'a code goes without PKCE');
    }),
  ),
  '10.2.2': asClient(
    test('an answer of one provider counts for no other, also where it says that it is of that one', async (on) => {
      const subject = await linkedSubject(on);
      const { url, cookie } = await begin(on, ONE);
      const query = providersOf(on).signIn(url, subject);
      assert.equal((await comeBack(on, { name: OTHER, cookie }, query))['error'], 'expired');
      const { origin } = new URL(url);
      await expectLiesRefused(on, [{ query: { iss: `${origin}/${OTHER}` } }]);
    }),
  ),
  '10.5.1': asClient(
    test('an ID token of another nonce, without one, or whose time is over, is refused', async (on) =>
      expectLiesRefused(on, [
        { claims: { nonce: 'another' } },
        { claims: { nonce: undefined } },
        { claims: { iat: PAST, exp: PAST + 60 } },
      ])),
  ),
  '10.5.2': asClient(
    test('whoever has the address and the name of a user at a provider is not that user', async (on) => {
      const person = await createPerson(on.service);
      await linkTo(on, person, ONE);
      const claims = {
        ...{ preferred_username: person.username, email_verified: true },
        email: `${person.username}@service.example`,
      };
      const { way, found } = await goThrough(on, ONE, 'somebody-else', { claims });
      if (found['error']) return assert.equal(found['error'], 'unknown');
      const { json } = await fetchSession(on, way, found['code']);
      assert.notEqual((json as { user?: { id: number } }).user?.id, person.id);
    }),
  ),
  '10.5.3': asClient(
    test('metadata, and ID tokens, of another issuer than that of the settings are refused', async (on) => {
      const { origin } = new URL((await begin(on, ONE)).url);
      await expectLiesRefused(on, [
        { claims: { iss: `${origin}/${OTHER}` } },
        { claims: { iss: 'https://accounts.example' } },
      ]);
      const posing = await on.service.ask('POST', `/auth/oidc/${POSING}/start`, { body: {} });
      expectStatus(posing, 503);
    }),
  ),
  '10.5.4': asClient(
    test('an ID token for another client, or for several, is refused', async (on) =>
      expectLiesRefused(on, [{ claims: { aud: 'another' } }, { claims: { aud: ['another'] } }])),
  ),
  '10.5.5': asClient(notApplicable('providers cannot sign anybody out here')),
};

export const oauth: Checks = {
  ...asks,
  ...all(asResource, '10.3.1', '10.3.2', '10.3.3', '10.3.4'),
  ...all(asServer, '10.4.1', '10.4.2', '10.4.3', '10.4.4', '10.4.5', '10.4.6', '10.4.7'),
  ...all(asServer, '10.4.8', '10.4.9', '10.4.10', '10.4.11'),
  ...all(asServer, '10.6.1', '10.6.2', '10.7.1', '10.7.2', '10.7.3'),
};
