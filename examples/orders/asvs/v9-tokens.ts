import assert from 'node:assert/strict';
import { DAY, test, waitsFor, type Checks, type Target } from './check.js';
import { createKey } from './keys.js';
import { adminToken, createPerson, expectStatus } from './people.js';
import { forge, forgeWithOwnKey, partsOf } from './tokens.js';

/** Asserts that the service takes its own token, and none of those made of it. */
async function expectNone(
  { service }: Target,
  forged: (token: string) => Readonly<Record<string, string>>,
): Promise<void> {
  const token = await adminToken(service);
  // What is forged without a change counts: the others are refused for their change alone.
  expectStatus(await service.ask('GET', '/auth/me', { token: forge(token, {}) }), 200);
  for (const [what, one] of Object.entries(forged(token))) {
    const { status } = await service.ask('GET', '/auth/me', { token: one });
    assert.equal(status, 401, `a token ${what}: ${status}`);
  }
}

export const tokens: Checks = {
  '9.1.1': test('a token with another user or another signature is 401', async (target) => {
    const other = await createPerson(target.service);
    await expectNone(target, (token) => {
      const [head, claims, signature] = token.split('.') as [string, string, string];
      const ofOther = other.token.split('.')[1]!;
      return {
        'with the claims of another user': `${head}.${ofOther}.${signature}`,
        'with another signature': `${head}.${claims}.${[...signature].reverse().join('')}`,
        'without a signature': `${head}.${claims}.`,
        'of another secret': forge(token, {}, 'x'.repeat(64)),
      };
    });
  }),

  '9.1.2': test('"none" and algorithms other than HS256 are 401', async (target) =>
    expectNone(target, (token) =>
      Object.fromEntries(
        ['none', 'None', 'HS384', 'HS512'].map((alg) => [
          `of the algorithm ${alg}`,
          forge(token, { header: { alg } }),
        ]),
      ),
    )),

  '9.1.3': test('a key that the token brings, or leads to, is not used: 401', async (target) => {
    const evil = 'https://evil.example/keys';
    const leading = { jku: evil, x5u: evil, kid: '../../dev/null' };
    await expectNone(target, (token) => ({
      'with its own public key': forgeWithOwnKey(token),
      'that leads to keys elsewhere': forge(token, { header: leading }, ''),
    }));
  }),

  '9.2.1': [
    test('a token whose time is over, or not yet come, is 401', async (target) => {
      const now = Math.floor(Date.now() / 1000);
      await expectNone(target, (token) => ({
        'that has expired': forge(token, { claims: { exp: now - 1 } }),
        'that begins tomorrow': forge(token, { claims: { nbf: now + 86_400 } }),
      }));
    }),
    waitsFor(
      'api-keys',
      test('an API key is 401 from its end on', async ({ service, later }) => {
        const expires_at = new Date(Date.now() + DAY).toISOString();
        const key = await createKey(service, await createPerson(service), { expires_at });
        expectStatus(await service.ask('GET', '/auth/me', { token: key }), 200);
        await later(DAY);
        expectStatus(await service.ask('GET', '/auth/me', { token: key }), 401);
      }),
    ),
  ],

  '9.2.2': test('a token of another type is 401, although signed with our secret', async (target) =>
    expectNone(target, (token) =>
      Object.fromEntries(
        ['id+jwt', 'logout+jwt', 'factor+jwt', 'JWT'].map((typ) => [
          `of the type ${typ}`,
          forge(token, { header: { typ } }),
        ]),
      ),
    )),

  '9.2.3': test('a token for another audience is 401', async (target) =>
    expectNone(target, (token) => ({
      'for another service': forge(token, { claims: { aud: 'another-service' } }),
      'for nobody': forge(token, { claims: { aud: undefined } }),
    }))),

  '9.2.4': test('each token says whom it is for', async ({ service }) => {
    const { aud } = partsOf(await adminToken(service)).claims;
    assert.equal(aud, 'api');
  }),
};
