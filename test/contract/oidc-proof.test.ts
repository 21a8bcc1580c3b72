import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appCode } from '../support/app-code.js';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../support/start-identity-provider.js';
import { CookieJar } from './browser-of.js';
import { expectFields, expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Answer, type Client } from './http.js';
import { HOST, PUBLIC_URL, callbackOf, comeOf, settingsOf, signInAt } from './provider-ways.js';
import { runSql } from './run-sql.js';
import { clientFor, clientOf, freshDatabase, onEachDatabase } from './use-service.js';

/** Of alpha and beta everybody gets a user; a sign-in anew at gamma proves nothing. */
const RULES = `import { oidcFeature } from '#engine/oidc';

const creates = () => true;
const roles = () => ['Viewer'];
export const oidc = oidcFeature({
  alpha: { creates, roles },
  beta: { creates },
  gamma: { creates, proves: false },
});
`;
const NAMES = ['alpha', 'beta', 'gamma'] as const;
type Name = (typeof NAMES)[number];

const PASSWORD = 'long enough for anybody';
const DAY = 86_400;

/** What shows who somebody is. */
interface Proof {
  readonly kind: string;
  readonly code: string;
}

/** Somebody who comes in by a provider. */
interface Person {
  readonly login: string;
  readonly id: number;
  readonly token: string;
  readonly own: Client;
}

onEachDatabase((database) => {
  describe('a sign-in anew at a provider as a proof', () => {
    let providers: Record<Name, IdentityProvider>;
    let one: Service;
    /** Another process on the same database. */
    let two: Service;
    let admin: Client;

    beforeAll(async () => {
      const [alpha, beta, gamma] = await Promise.all(
        NAMES.map((name) => startIdentityProvider([callbackOf(name)])),
      );
      providers = { alpha: alpha!, beta: beta!, gamma: gamma! };
      const options = {
        example: 'task-manager',
        features: ['oidc', 'api-keys', 'two-factor', 'security-log'],
        databaseUrl: await freshDatabase(database),
        env: {
          PUBLIC_URL,
          LOG_LEVEL: 'info',
          TWO_FACTOR_ROLES: 'Manager',
          OIDC_PROVIDERS: NAMES.join(),
          ...Object.assign({}, ...NAMES.map((name) => settingsOf(name, providers[name]))),
        },
        files: { 'src/sign-in/providers.ts': RULES },
        edits: {
          'src/models/user/user.account.ts': (text: string) =>
            text.replace('edits: []', "edits: ['username', 'email']"),
        },
      } as const;
      one = await (await launchService(options)).ready();
      two = await (await launchService({ ...options, folder: one.folder })).ready();
      admin = await clientFor(one.url, ADMIN.username, ADMIN.password);
    }, 240_000);

    afterAll(async () => {
      await two?.dispose();
      await one?.dispose();
      for (const provider of Object.values(providers ?? {})) await provider.stop();
    });

    beforeEach(async () => {
      // Ways to providers are counted by address, of which all tests have the same.
      await runSql(one, 'DELETE FROM auth_failure');
      for (const name of NAMES) await providers[name].tell({ override: {}, without: [] });
    });

    const path = (rest: string) => `${one.url}/auth/oidc/${rest}`;
    const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
    const kindsOf = async ({ own }: Pick<Person, 'own'>) => (await own.get('/auth/proof')).body;

    /** Goes to a provider and back; what the page finds. */
    async function way(
      { login, token }: { readonly login: string; readonly token?: string },
      name: Name,
      purpose: 'start' | 'link' | 'prove',
      { browser = new CookieJar(), body = {} }: { browser?: CookieJar; body?: object } = {},
    ) {
      const begun = await browser.send('POST', path(`${name}/${purpose}`), body, token);
      expect(begun.status, begun.text).toBe(200);
      const back = await signInAt((begun.body as { url: string }).url, login);
      return { browser, back, come: comeOf(await comeBack(browser, back)) };
    }

    const comeBack = (browser: CookieJar, back: URL): Promise<Answer> =>
      browser.send('GET', one.url + back.pathname + back.search);

    async function signedIn(login: string, name: Name): Promise<Person> {
      const { browser, come } = await way({ login }, name, 'start');
      const answer = await browser.send('POST', path('session'), { code: come.code });
      expect(answer.status, answer.text).toBe(200);
      const { access_token: token, user } = answer.body as {
        access_token: string;
        user: { id: number };
      };
      return { login, id: user.id, token, own: clientOf(one.url, token) };
    }

    const newcomer = (name: Name = 'alpha'): Promise<Person> => signedIn(mark(), name);

    /** Somebody who has a password, and the account of that name at beta. */
    async function both(): Promise<Person> {
      const login = mark();
      const made = await admin.create('/user', { username: login, password: PASSWORD });
      const own = await clientFor(one.url, login, PASSWORD);
      const answer = await own.post('/auth/login', { username: login, password: PASSWORD });
      const { access_token: token } = answer.body as { access_token: string };
      const { browser, come } = await way({ login, token }, 'beta', 'link', {
        body: { password: PASSWORD },
      });
      const { code } = come;
      const linked = await browser.send('POST', path('identities'), { code }, token);
      expect(linked.status, linked.text).toBe(204);
      return { login, id: made.id, token, own: clientOf(one.url, token) };
    }

    const give = (browser: CookieJar, code: string | undefined, token?: string): Promise<Answer> =>
      browser.send('POST', path('proof'), { code }, token);

    /** The proof of somebody who signs in anew. */
    async function proofOf(person: Person, name: Name = 'alpha'): Promise<Proof> {
      const { browser, come } = await way(person, name, 'prove');
      expect(come).toMatchObject({ kind: 'proof', provider: name });
      const answer = await give(browser, come.code, person.token);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.header('cache-control')).toBe('no-store');
      const { proof, ...rest } = answer.body as { proof: Proof };
      expect(rest).toEqual({ expires_in: 300 });
      return proof;
    }

    /** What the page is told of a way that proves nothing. */
    async function refusal(person: Person, login = person.login): Promise<string | undefined> {
      const { come } = await way({ ...person, login }, 'alpha', 'prove');
      expect(come.code).toBeUndefined();
      return come.error;
    }

    const makeKey = ({ own }: Pick<Person, 'own'>, proof: object): Promise<Answer> =>
      own.post('/auth/api-keys', { name: 'nightly', ...proof });

    const expectWrong = (answer: Answer) => {
      expectProblem(answer, 400);
      expect(answer.body).toMatchObject({ problems: [{ field: 'code', code: 'wrong-code' }] });
    };

    test('who has no password makes a key by it, once', async () => {
      const ada = await newcomer();
      expect(await kindsOf(ada)).toEqual({ proof_by: ['provider'], has_password: false });
      expectFields(await makeKey(ada, {}), 422, 'kind');
      expectFields(await makeKey(ada, { password: 'any' }), 422, 'kind');
      const proof = await proofOf(ada);
      const made = await makeKey(ada, proof);
      expect(made.status, made.text).toBe(201);
      expectWrong(await makeKey(ada, proof));
    });

    test('and links another account, changes the address, and unlinks one', async () => {
      const ada = await newcomer();
      const [mine] = (await ada.own.get('/auth/oidc/identities')).rows;
      expect(mine).toMatchObject({ provider: 'alpha', proves: true });
      const { browser, come } = await way({ ...ada, login: mark() }, 'beta', 'link', {
        body: await proofOf(ada),
      });
      const { code } = come;
      const linked = await browser.send('POST', path('identities'), { code }, ada.token);
      expect(linked.status, linked.text).toBe(204);
      const email = `${mark()}@example.com`;
      expectFields(await ada.own.send('PATCH', '/auth/me', { body: { email } }), 422, 'kind');
      // One whose change is refused is as good as before, and after that of no use.
      const proof = await proofOf(ada);
      const rename = (username: string) =>
        ada.own.send('PATCH', '/auth/me', { body: { username, email, proof } });
      expectProblem(await rename(ADMIN.username), 409);
      const answers = await Promise.all([rename(mark()), rename(mark())]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await ada.own.get('/auth/me')).body).toMatchObject({ email });
      expectFields(await rename(mark()), 400, 'code');
      const unlink = `/auth/oidc/identities/${mine!.id}/remove`;
      expect((await ada.own.post(unlink, await proofOf(ada))).status).toBe(204);
      const [left] = (await ada.own.get('/auth/oidc/identities')).rows;
      expect(left).toMatchObject({ provider: 'beta', proves: true });
    });

    test('and sets a first password, with which they change it from then on', async () => {
      const ada = await newcomer();
      const set = (body: object, { own }: Pick<Person, 'own'> = ada) =>
        own.send('PUT', '/auth/change-password', { body });
      const body = { new_password: PASSWORD };
      expectFields(await set(body), 422, 'current_password');
      expectProblem(await set({ ...body, current_password: 'any' }), 400);
      expectFields(await set({ ...body, proof: {} }), 422, 'kind');
      expectFields(await set({ ...body, proof: 'any' }), 422, '');
      expectFields(await set({ ...body, proof: { password: 'any' } }), 422, 'kind');
      const proof = await proofOf(ada);
      // A password that is refused uses no proof up.
      expectFields(await set({ new_password: 'password', proof }), 422, 'new_password');
      const answer = await set({ ...body, proof });
      expect(answer.status, answer.text).toBe(200);
      expect((await ada.own.get('/auth/me')).status).toBe(401);
      const { access_token: token, user } = answer.body as {
        access_token: string;
        user: { username: string };
      };
      const now = { ...ada, token, own: clientOf(one.url, token) };
      expect(await kindsOf(now)).toEqual({
        proof_by: ['password', 'provider'],
        has_password: true,
      });
      const next = { new_password: `${PASSWORD} else`, proof: await proofOf(now) };
      expectFields(await set(next, now), 422, 'current_password');
      const changed = await set({ ...next, current_password: PASSWORD }, now);
      expect(changed.status, changed.text).toBe(200);
      await clientFor(one.url, user.username, next.new_password);
    });

    test('who has a password may show either', async () => {
      const bob = await both();
      expect(await kindsOf(bob)).toEqual({
        proof_by: ['password', 'provider'],
        has_password: true,
      });
      expect((await makeKey(bob, { password: PASSWORD })).status).toBe(201);
      expect((await makeKey(bob, { kind: 'password', password: PASSWORD })).status).toBe(201);
      expectProblem(await makeKey(bob, { password: 'a wrong one' }), 400);
      expect((await makeKey(bob, await proofOf(bob, 'beta'))).status).toBe(201);
    });

    test('who has a factor shows that, and no proof from before it', async () => {
      const ada = await newcomer();
      const held = await proofOf(ada);
      const browser = new CookieJar();
      const begun = await browser.send('POST', path('alpha/prove'), {}, ada.token);
      const enrolled = await ada.own.post('/auth/two-factor/enrol', await proofOf(ada));
      expect(enrolled.status, enrolled.text).toBe(200);
      const { secret } = enrolled.body as { secret: string };
      const confirmed = await ada.own.post('/auth/two-factor/confirm', { code: appCode(secret) });
      const { access_token: token } = confirmed.body as { access_token: string };
      const now = { ...ada, token, own: clientOf(one.url, token) };
      expect(await kindsOf(now)).toEqual({
        ...{ proof_by: ['totp', 'recovery-code'], has_password: false },
      });
      expectFields(await makeKey(now, held), 422, 'kind');
      const refused = await new CookieJar().send('POST', path('alpha/prove'), {}, token);
      expect(codeOf(refused)).toEqual([409, 'other-proof']);
      // Nor one whose way was begun before, in a session that the factor has ended.
      const back = await signInAt((begun.body as { url: string }).url, ada.login);
      const { code } = comeOf(await comeBack(browser, back));
      expect(codeOf(await give(browser, code, token))).toEqual([401, 'flow-expired']);
    });

    test('a factor that a role requires is not made up for by a provider', async () => {
      const { id, own } = await newcomer();
      await admin.change(`/user/${id}`, { roles: ['Manager'] });
      const state = await own.get('/auth/two-factor');
      expect(state.body).toMatchObject({ required: true, proof_by: ['provider'] });
    });

    test('is good for whoever has begun, in that session and browser', async () => {
      const ada = await newcomer();
      const eve = await newcomer();
      const again = await signedIn(ada.login, 'alpha');
      expect(again.id).toBe(ada.id);
      const proof = await proofOf(ada);
      expectWrong(await makeKey(eve, proof));
      expectWrong(await makeKey(again, proof));
      expectWrong(await makeKey(eve, { ...proof, code: 'x'.repeat(43) }));
      expect((await makeKey(ada, proof)).status).toBe(201);
      const { browser, come } = await way(ada, 'alpha', 'prove');
      expect((await give(browser, come.code)).status).toBe(401);
      const strangers = [
        [browser, eve.token],
        [browser, again.token],
        [new CookieJar(), ada.token],
      ] as const;
      for (const [jar, token] of strangers)
        expect(codeOf(await give(jar, come.code, token))).toEqual([401, 'flow-expired']);
      // Not before the page has fetched it, nor by a code of another kind.
      expectWrong(await makeKey(ada, { kind: 'provider', code: come.code }));
      expect((await give(browser, come.code, ada.token)).status).toBe(200);
      expect((await give(browser, come.code, ada.token)).status).toBe(401);
    });

    test('a code is for what was begun', async () => {
      const ada = await newcomer();
      const signing = await way({ login: ada.login }, 'alpha', 'start');
      expect(codeOf(await give(signing.browser, signing.come.code, ada.token))).toEqual([
        ...[401, 'flow-expired'],
      ]);
      const linking = await way({ ...ada, login: mark() }, 'beta', 'link', {
        body: await proofOf(ada),
      });
      expect((await give(linking.browser, linking.come.code, ada.token)).status).toBe(401);
      const proving = await way(ada, 'alpha', 'prove');
      const { code } = proving.come;
      expect((await proving.browser.send('POST', path('session'), { code })).status).toBe(401);
      const adding = await way(ada, 'alpha', 'prove');
      const add = await adding.browser.send(
        ...(['POST', path('identities'), { code: adding.come.code }, ada.token] as const),
      );
      expect(codeOf(add)).toEqual([401, 'flow-expired']);
    });

    test('opens no session, and a proof is no code of one', async () => {
      const ada = await newcomer();
      const { browser, come } = await way(ada, 'alpha', 'prove');
      const flow = browser.get(HOST, 'oidc')!;
      const given = await give(browser, come.code, ada.token);
      expect(given.text).not.toContain('access_token');
      expect(browser.get(HOST, 'oidc')).toBeNull();
      browser.set(HOST, 'oidc', flow);
      const { code } = (given.body as { proof: Proof }).proof;
      expect((await browser.send('POST', path('session'), { code })).status).toBe(401);
    });

    test.each([
      ['that is older than the way', () => ({ auth_time: seconds() - DAY })],
      ['that is a few minutes older', () => ({ auth_time: seconds() - 120 })],
      ['in the future', () => ({ auth_time: seconds() + 120 })],
      ['in milliseconds', () => ({ auth_time: Date.now() })],
    ])('a sign-in %s proves nothing', async (_what, override) => {
      const ada = await newcomer();
      await providers.alpha.tell({ override: override() });
      expect(await refusal(ada)).toBe('not-fresh');
      await providers.alpha.tell({ override: { auth_time: seconds() - 20 } });
      expect((await makeKey(ada, await proofOf(ada))).status).toBe(201);
    });

    test('a time that is not said, or no number, is no time', async () => {
      const ada = await newcomer();
      await providers.alpha.tell({ without: ['auth_time'] });
      expect(await refusal(ada)).toBe('not-fresh');
      await providers.alpha.tell({ without: [] });
      for (const auth_time of ['soon', null]) {
        await providers.alpha.tell({ override: { auth_time } });
        expect(['refused', 'not-fresh']).toContain(await refusal(ada));
      }
    });

    test('who is signed in there is asked again, and who takes that out of the address gains nothing', async () => {
      const ada = await newcomer();
      const there = new CookieJar();
      const begin = async (purpose: 'start' | 'prove', browser: CookieJar): Promise<URL> => {
        const begun = await browser.send('POST', path(`alpha/${purpose}`), {}, ada.token);
        return new URL((begun.body as { url: string }).url);
      };
      await signInAt((await begin('start', new CookieJar())).href, ada.login, there);
      const honest = await begin('prove', new CookieJar());
      expect(honest.searchParams.get('prompt')).toBe('login');
      expect(honest.searchParams.get('max_age')).toBe('0');
      // The pages of the provider are its own: who is not asked is led back at once.
      const asked = await there.send('GET', honest.href);
      expect(asked.header('location')).toContain('/interaction/');
      const browser = new CookieJar();
      const changed = await begin('prove', browser);
      changed.searchParams.delete('prompt');
      changed.searchParams.delete('max_age');
      const led = await there.send('GET', changed.href);
      const back = new URL(led.header('location'));
      expect(back.origin).toBe(PUBLIC_URL);
      expect(comeOf(await comeBack(browser, back)).error).toBe('not-fresh');
    });

    test('another account proves nothing, whosever it is', async () => {
      const ada = await newcomer();
      const eve = await newcomer();
      expect(await refusal(ada, eve.login)).toBe('other-account');
      expect(await refusal(ada, mark())).toBe('other-account');
      expect(await refusal(ada, '')).toBe('cancelled');
    });

    test('where one is not linked, or that proves nothing, no way begins', async () => {
      const ada = await newcomer();
      const gil = await newcomer('gamma');
      expect(await kindsOf(gil)).toEqual({ proof_by: [], has_password: false });
      expect((await gil.own.get('/auth/oidc/identities')).rows).toMatchObject([{ proves: false }]);
      expectProblem(await makeKey(gil, { password: 'any' }), 400);
      for (const [{ token }, name] of [
        [ada, 'beta'],
        [gil, 'gamma'],
      ] as const) {
        const refused = await new CookieJar().send('POST', path(`${name}/prove`), {}, token);
        expect(codeOf(refused)).toEqual([409, 'other-proof']);
      }
      expect((await new CookieJar().send('POST', path('alpha/prove'), {})).status).toBe(401);
      expect((await ada.own.post('/auth/oidc/delta/prove', {})).status).toBe(404);
      const { key } = (await makeKey(ada, await proofOf(ada))).body as { key: string };
      const byKey = clientOf(one.url, key);
      expect(codeOf(await byKey.post('/auth/oidc/alpha/prove', {}))).toEqual([403, 'in-person']);
      expect(codeOf(await byKey.post('/auth/oidc/proof', { code: 'x' }))).toEqual([
        ...[403, 'in-person'],
      ]);
    });

    test('one provider does not answer for another, nor an unlinked account for its user', async () => {
      const bob = await both();
      const browser = new CookieJar();
      const begun = await browser.send('POST', path('beta/prove'), {}, bob.token);
      const back = await signInAt((begun.body as { url: string }).url, bob.login);
      const elsewhere = new URL(back);
      elsewhere.pathname = '/auth/oidc/alpha/callback';
      expect(comeOf(await comeBack(browser, elsewhere)).error).toBe('expired');
      // The same name at another provider is somebody else, who has a user of their own.
      await signedIn(bob.login, 'alpha');
      const [mine] = (await bob.own.get('/auth/oidc/identities')).rows;
      const started = await browser.send('POST', path('beta/prove'), {}, bob.token);
      const later = await signInAt((started.body as { url: string }).url, bob.login);
      const unlink = `/auth/oidc/identities/${mine!.id}/remove`;
      expect((await bob.own.post(unlink, { password: PASSWORD })).status).toBe(204);
      expect(comeOf(await comeBack(browser, later)).error).toBe('other-account');
      expect(await kindsOf(bob)).toEqual({ proof_by: [], has_password: true });
    });

    test('of an account that is unlinked meanwhile nothing is proved any more', async () => {
      const ada = await newcomer();
      const { browser, come } = await way(ada, 'beta', 'link', { body: await proofOf(ada) });
      const { code } = come;
      const linked = await browser.send('POST', path('identities'), { code }, ada.token);
      expect(linked.status, linked.text).toBe(204);
      // Whoever has got hold of that account.
      const eve = await signedIn(ada.login, 'beta');
      expect(eve.id).toBe(ada.id);
      const held = await proofOf(eve, 'beta');
      const going = await way(eve, 'beta', 'prove');
      const other = await proofOf(eve);
      const [, lost] = (await ada.own.get('/auth/oidc/identities')).rows;
      const unlink = `/auth/users/${ada.id}/identities/${lost!.id}`;
      expect((await admin.send('DELETE', unlink)).status).toBe(204);
      expectWrong(await makeKey(eve, held));
      expect(codeOf(await give(going.browser, going.come.code, eve.token))).toEqual([
        ...[401, 'flow-expired'],
      ]);
      expect((await makeKey(eve, other)).status).toBe(201);
    });

    test('who has no password keeps one way in, whatever is unlinked at once', async () => {
      for (let round = 0; round < 3; round++) {
        const ada = await newcomer();
        const { browser, come } = await way(ada, 'beta', 'link', { body: await proofOf(ada) });
        const { code } = come;
        const added = await browser.send('POST', path('identities'), { code }, ada.token);
        expect(added.status, added.text).toBe(204);
        const elsewhere = clientOf(two.url, ada.token);
        const [first, second] = (await ada.own.get('/auth/oidc/identities')).rows;
        const proofs = [await proofOf(ada), await proofOf(ada, 'beta')] as const;
        const answers = await Promise.all([
          ada.own.post(`/auth/oidc/identities/${first!.id}/remove`, proofs[0]),
          elsewhere.post(`/auth/oidc/identities/${second!.id}/remove`, proofs[1]),
        ]);
        // Whichever comes second finds the last way in, or its proof gone with the account.
        const refused = answers.filter(({ status }) => status !== 204);
        expect(refused.map(({ status }) => [400, 409].includes(status))).toEqual([true]);
        expect((await ada.own.get('/auth/oidc/identities')).rows).toHaveLength(1);
      }
    });

    test('of two processes that get one proof at once, one takes it', async () => {
      const ada = await newcomer();
      const elsewhere = { own: clientOf(two.url, ada.token) };
      for (let round = 0; round < 3; round++) {
        const proof = await proofOf(ada);
        const answers = await Promise.all([
          ...[makeKey(ada, proof), makeKey(elsewhere, proof)],
          ...[makeKey(ada, proof), makeKey(elsewhere, proof)],
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
        await runSql(one, 'DELETE FROM auth_failure');
      }
    });

    test('a way is answered once', async () => {
      const ada = await newcomer();
      const { browser, back, come } = await way(ada, 'alpha', 'prove');
      const flow = browser.get(HOST, 'oidc')!;
      expect((await give(browser, come.code, ada.token)).status).toBe(200);
      browser.set(HOST, 'oidc', flow);
      expect(comeOf(await comeBack(browser, back)).error).toBe('refused');
    });

    test('is good for minutes, and no log has it', async () => {
      const ada = await newcomer();
      const proof = await proofOf(ada);
      await runSql(one, 'UPDATE oidc_answer SET expires_at = 1 WHERE expires_at > 1');
      expectWrong(await makeKey(ada, proof));
      const { browser, come } = await way(ada, 'alpha', 'prove');
      await runSql(one, 'UPDATE oidc_answer SET expires_at = 1 WHERE expires_at > 1');
      expect((await give(browser, come.code, ada.token)).status).toBe(401);
      expect(one.output).not.toContain(proof.code);
    });

    test('tries count, and refusals are told', async () => {
      const ada = await newcomer();
      for (let count = 0; count < 5; count++)
        expectWrong(await makeKey(ada, { kind: 'provider', code: mark() }));
      const throttled = await makeKey(ada, await proofOf(ada));
      expect(codeOf(throttled)).toEqual([429, 'too-many-tries']);
      expect(await refusal(ada, mark())).toBe('other-account');
      const told = () => toldOf(one, ada.id);
      await expect.poll(told).toContainEqual(expect.objectContaining({ reason: 'wrong-code' }));
      await expect
        .poll(told)
        .toContainEqual(
          expect.objectContaining({ way: 'provider', provider: 'alpha', reason: 'other-account' }),
        );
    });
  });
});

const seconds = () => Math.floor(Date.now() / 1000);

/** The refused proofs of a user, as the log has them. */
const toldOf = ({ output }: Service, userId: number): readonly object[] =>
  output
    .split('\n')
    .filter((line) => line.includes('"proof-refused"'))
    .map((line) => (JSON.parse(line) as { security: { userId: number } }).security)
    .filter((told) => told.userId === userId);
