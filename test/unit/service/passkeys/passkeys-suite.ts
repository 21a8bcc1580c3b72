import { afterEach, describe, expect, it } from 'vitest';
import { defineAccount } from '../../../../templates/service/engine/auth/own-account.js';
import type { User } from '../../../../templates/service/src/models/user/user.model.js';
import {
  Authenticator,
  type Answering,
} from '../../../../templates/features/asvs/asvs/authenticator.js';
import { ORIGIN, openPasskeys, type PasskeyOptions } from '../../../support/open-passkeys.js';
import { PASSWORD, type Answer, type OpenSignIn } from '../../../support/open-sign-in.js';
import { appCode, type Clock } from '../../../support/open-two-factor.js';

const PATH = '/auth/passkeys';

/** Somebody with a passkey. */
interface Keyed {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly authenticator: Authenticator;
  /** The passkey's. */
  readonly key: number;
}

/** Passkeys on a kind of database; `freshUrl` makes one. */
export function describePasskeys(freshUrl: () => Promise<string>): void {
  const closing: (() => Promise<void>)[] = [];
  const clock: Clock = { now: Date.now() };
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open(options: PasskeyOptions = {}, url?: string): Promise<OpenSignIn> {
    const service = await openPasskeys(url ?? (await freshUrl()), clock, options);
    closing.push(service.close);
    return service;
  }
  const codeOf = ({ status, body }: Answer) => [status, body?.problems?.[0]?.code ?? body?.code];
  const kindsOf = ({ status, body }: Answer) => [status, body?.factor?.kinds ?? null];

  /** Asks for options, and adds what the authenticator makes of them. */
  async function add(
    service: OpenSignIn,
    token: string,
    authenticator: Authenticator,
    proof: object = { password: PASSWORD },
    how: Answering = {},
  ): Promise<Answer> {
    const options = await service.ask('POST', `${PATH}/options`, proof, token);
    if (options.status !== 200) return options;
    const body = { name: 'Laptop', credential: authenticator.create(options.body, how) };
    return service.ask('POST', PATH, body, token);
  }
  async function keyed(service: OpenSignIn, name: string, role = 'Viewer'): Promise<Keyed> {
    const id = await service.makeUser(name, role);
    const token = (await service.login(name)).body.access_token as string;
    const authenticator = new Authenticator(ORIGIN);
    const added = await add(service, token, authenticator);
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    return { id, name, token, authenticator, key: added.body.id };
  }
  /** Sends what an authenticator answers to sign in. */
  const send = (service: OpenSignIn, credential: object, address?: string) =>
    service.ask('POST', `${PATH}/sign-in`, { credential }, undefined, address);
  const challenge = async (service: OpenSignIn) =>
    (await service.ask('POST', `${PATH}/sign-in/options`)).body;
  const signIn = async (service: OpenSignIn, authenticator: Authenticator, how?: Answering) =>
    send(service, authenticator.get(await challenge(service), how));
  const questionOf = async (service: OpenSignIn, name: string) =>
    (await service.login(name)).body.factor.token as string;
  async function showFactor(service: OpenSignIn, token: string, authenticator: Authenticator) {
    const options = await service.ask('POST', `${PATH}/factor/options`, { token });
    const credential = authenticator.get(options.body);
    return service.ask('POST', `${PATH}/factor`, { token, credential });
  }
  /** What proves that one has a passkey, to change something. */
  async function proof(service: OpenSignIn, { token, authenticator }: Keyed) {
    const options = await service.ask('POST', `${PATH}/proof/options`, undefined, token);
    return { kind: 'passkey', credential: authenticator.get(options.body) };
  }
  const reasons = (service: OpenSignIn) =>
    service.events.flatMap(({ kind, facts }) =>
      kind === 'passkey-refused' ? [String(facts?.['reason'])] : [],
    );

  it('keeps what proves a change that is refused for another try', async () => {
    const service = await open({ account: defineAccount<User>({ edits: ['username'] }) });
    const ada = await keyed(service, 'ada');
    await service.makeUser('bob', 'Viewer');
    const shown = await proof(service, ada);
    const rename = (username: string) =>
      service.ask('PATCH', '/auth/me', { username, proof: shown }, ada.token);
    expect((await rename('bob')).status).toBe(409);
    expect((await rename('')).status).toBe(422);
    const both = await Promise.all([rename('ann'), rename('ane')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(codeOf(await rename('eve'))).toEqual([400, 'passkey-refused']);
    expect(reasons(service)).toContain('replayed');
  });

  describe('signing in', () => {
    it('takes a passkey in place of name and password, and asks for nothing more', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const options = await service.ask('POST', `${PATH}/sign-in/options`);
      expect(options.headers.get('cache-control')).toBe('no-store');
      expect(options.body).toMatchObject({
        ...{ rpId: 'shop.example.com', userVerification: 'required', timeout: 300_000 },
      });
      // Nobody learns who has passkeys.
      expect(options.body.allowCredentials ?? []).toEqual([]);
      const given = await send(service, ada.authenticator.get(options.body));
      expect(given.status, JSON.stringify(given.body)).toBe(200);
      expect(given.headers.get('cache-control')).toBe('no-store');
      expect(given.body).toMatchObject({ token_type: 'bearer', user: { username: 'ada' } });
      const last = service.events.at(-1);
      expect(last).toMatchObject({ kind: 'signed-in', userId: ada.id, facts: { way: 'passkey' } });
      const { body } = await service.ask('GET', PATH, undefined, given.body.access_token);
      expect(body).toEqual({
        passkeys: [
          {
            ...{ id: ada.key, name: 'Laptop', transports: ['internal'], backed_up: false },
            ...{ created_at: new Date(clock.now).toISOString() },
            used_at: new Date(clock.now).toISOString(),
          },
        ],
        proof_by: ['passkey'],
      });
    });

    it.each<[string, Answering, RegExp]>([
      ['of a page of another origin', { origin: 'https://shop.example.net' }, /example\.net/],
      ['of a page by http', { origin: 'http://shop.example.com' }, /http:/],
      ['for another domain', { rpId: 'example.net' }, /RP ID/],
      ['without a finger, a face or a PIN', { verified: false }, /verif/],
      ['for another user', { handle: 'AAAA' }, /another user/],
    ])('refuses an answer %s', async (_, how, reason) => {
      const service = await open();
      const { authenticator } = await keyed(service, 'ada');
      expect(codeOf(await signIn(service, authenticator, how))).toEqual([401, 'passkey-refused']);
      expect(reasons(service)).toEqual([expect.stringMatching(reason)]);
      expect((await signIn(service, authenticator)).status).toBe(200);
    });

    it('refuses answers in a frame of another page, and what is none', async () => {
      const service = await open();
      const { authenticator } = await keyed(service, 'ada');
      const framed = await signIn(service, authenticator, { crossOrigin: true });
      expect(framed.status).toBe(422);
      for (const credential of [null, 1, 'x', [], {}, { id: 'x' }, { id: 'x', response: {} }])
        expect((await send(service, credential as object)).status).toBe(422);
      const good = authenticator.get(await challenge(service));
      for (const response of [
        { clientDataJSON: good.response['clientDataJSON'] },
        { ...good.response, signature: 'AAAA' },
        { ...good.response, authenticatorData: '' },
        { ...good.response, userHandle: 7 },
      ])
        expect(codeOf(await send(service, { ...good, response }))).toEqual([
          401,
          'passkey-refused',
        ]);
    });

    it('takes a challenge once, for a while, and one of ours', async () => {
      const service = await open();
      const { authenticator } = await keyed(service, 'ada');
      const asked = await challenge(service);
      const answered = authenticator.get(asked);
      expect((await send(service, answered)).status).toBe(200);
      // The same answer, and a new one to the same challenge.
      expect((await send(service, answered)).status).toBe(401);
      expect((await send(service, authenticator.get(asked))).status).toBe(401);
      expect(reasons(service)).toEqual(['replayed', 'replayed']);
      const late = authenticator.get(await challenge(service));
      const flipped = asked.challenge.startsWith('A') ? 'B' : 'A';
      const forged = { challenge: flipped + asked.challenge.slice(1) };
      expect((await send(service, authenticator.get(forged))).status).toBe(401);
      expect((await send(service, authenticator.get({ challenge: 'AAAA' }))).status).toBe(401);
      clock.now += 300_000;
      expect((await send(service, late)).status).toBe(401);
    });

    it('of 20 uses at once in two processes one wins', async () => {
      const url = await freshUrl();
      const [one, two] = [await open({}, url), await open({}, url)];
      const { authenticator } = await keyed(one, 'ada');
      const credential = authenticator.get(await challenge(one));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          send(at % 2 ? one : two, credential, `203.0.113.${at}`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
    });

    it('refuses a counter that goes back, and tells whose; takes one that never counts', async () => {
      const service = await open();
      const { id, authenticator } = await keyed(service, 'ada');
      expect((await signIn(service, authenticator, { counter: 8 })).status).toBe(200);
      for (const counter of [8, 3, 0])
        expect((await signIn(service, authenticator, { counter })).status).toBe(401);
      const told = service.events.filter(({ kind }) => kind === 'passkey-refused');
      expect(told).toHaveLength(3);
      expect(told[0]).toMatchObject({
        userId: id,
        facts: { reason: expect.stringMatching(/counter/) },
      });
      expect((await signIn(service, authenticator, { counter: 9 })).status).toBe(200);
      const bob = await keyed(service, 'bob');
      for (let at = 1; at <= 2; at += 1)
        expect((await signIn(service, bob.authenticator, { counter: 0 })).status).toBe(200);
    });

    it('refuses a passkey that nobody has, and one with the key of another', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const stranger = new Authenticator(ORIGIN);
      expect(codeOf(await signIn(service, stranger))).toEqual([401, 'passkey-refused']);
      const forged = { ...stranger.get(await challenge(service)) };
      const id = ada.authenticator.id.toString('base64url');
      const { userHandle } = ada.authenticator.get(await challenge(service)).response;
      const response = { ...forged.response, userHandle };
      const sent = await send(service, { ...forged, id, rawId: id, response });
      expect(codeOf(sent)).toEqual([401, 'passkey-refused']);
      expect(reasons(service)).toEqual(['there is no such passkey', 'the signature is wrong']);
    });

    it('lets nobody in who is deactivated or deleted, and whoever has a new password', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const bob = await keyed(service, 'bob');
      const chief = await keyed(service, 'chief', 'Admin');
      const change = { current_password: PASSWORD, new_password: 'another horse battery' };
      await service.ask('PUT', '/auth/change-password', change, ada.token);
      expect((await signIn(service, ada.authenticator)).status).toBe(200);
      const patch = { status: 'Inactive' };
      await service.ask('PATCH', `/user/${ada.id}`, patch, chief.token);
      expect(codeOf(await signIn(service, ada.authenticator))).toEqual([403, 'inactive-user']);
      expect((await service.ask('DELETE', `/user/${bob.id}`, undefined, chief.token)).status).toBe(
        204,
      );
      expect((await signIn(service, bob.authenticator)).status).toBe(401);
      const { dataSource } = service.database;
      expect(await dataSource.query('SELECT id FROM passkey')).toHaveLength(2);
    });

    it('fills no table for strangers', async () => {
      const service = await open();
      for (let at = 0; at < 5; at += 1) await challenge(service);
      const stranger = new Authenticator(ORIGIN);
      await signIn(service, stranger);
      const { dataSource } = service.database;
      expect(await dataSource.query('SELECT id FROM passkey_challenge')).toHaveLength(0);
    });
  });

  describe('as a second factor', () => {
    it('is asked for after the password, and takes its place beside an app', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const asked = await service.login('ada');
      expect(kindsOf(asked)).toEqual([200, ['passkey']]);
      const { token } = asked.body.factor;
      const options = await service.ask('POST', `${PATH}/factor/options`, { token });
      expect(options.body.allowCredentials).toMatchObject([{ type: 'public-key' }]);
      const given = await showFactor(service, token, ada.authenticator);
      expect(given.status, JSON.stringify(given.body)).toBe(200);
      const session = given.body.access_token as string;
      const last = service.events.at(-1);
      expect(last).toMatchObject({ kind: 'signed-in', userId: ada.id, facts: { way: 'factor' } });
      // An app is added by the passkey, not by the password alone.
      const enrol = (body: object) => service.ask('POST', '/auth/two-factor/enrol', body, session);
      expect((await enrol({ password: PASSWORD })).status).toBe(422);
      const begun = await enrol(await proof(service, { ...ada, token: session }));
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const code = appCode(begun.body.secret, clock);
      await service.ask('POST', '/auth/two-factor/confirm', { code }, session);
      expect(kindsOf(await service.login('ada'))).toEqual([
        200,
        ['passkey', 'totp', 'recovery-code'],
      ]);
      const both = await questionOf(service, 'ada');
      expect((await showFactor(service, both, ada.authenticator)).status).toBe(200);
      const later = appCode(begun.body.secret, clock, 1);
      const answered = { token: both, kind: 'totp', code: later };
      expect((await service.ask('POST', '/auth/factor', answered)).status).toBe(200);
      expect((await signIn(service, ada.authenticator)).status).toBe(200);
    });

    it('is that of the user, by a challenge for this', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const bob = await keyed(service, 'bob');
      const token = await questionOf(service, 'ada');
      const theirs = await showFactor(service, token, bob.authenticator);
      expect(codeOf(theirs)).toEqual([401, 'passkey-refused']);
      const factor = (credential: object, by = token) =>
        service.ask('POST', `${PATH}/factor`, { token: by, credential });
      const forSignIn = ada.authenticator.get(await challenge(service));
      expect((await factor(forSignIn)).status).toBe(401);
      const { credential } = await proof(service, ada);
      expect((await factor(credential)).status).toBe(401);
      const { body } = await service.ask('POST', `${PATH}/factor/options`, { token });
      expect((await send(service, ada.authenticator.get(body))).status).toBe(401);
      // Neither a session nor a question of another kind opens this.
      for (const other of [ada.token, 'x', ''])
        expect(codeOf(await factor(ada.authenticator.get(body), other))[1]).toBe(
          'question-expired',
        );
      expect((await showFactor(service, token, ada.authenticator)).status).toBe(200);
    });

    it('is what a role that requires one is content with', async () => {
      const service = await open({ roles: ['Manager'] });
      const id = await service.makeUser('mona', 'Viewer');
      const token = (await service.login('mona')).body.access_token as string;
      const authenticator = new Authenticator(ORIGIN);
      const added = await add(service, token, authenticator);
      const chief = await keyed(service, 'chief', 'Admin');
      const patch = { roles: ['Manager'] };
      const patched = await service.ask('PATCH', `/user/${id}`, patch, chief.token);
      expect(patched.status, JSON.stringify(patched.body)).toBe(200);
      expect(kindsOf(await service.login('mona'))).toEqual([200, ['passkey']]);
      const session = (await signIn(service, authenticator)).body.access_token as string;
      const state = await service.ask('GET', '/auth/two-factor', undefined, session);
      expect(state.body).toMatchObject({ active: false, required: false, proof_by: ['passkey'] });
      const mona = { id, name: 'mona', token: session, authenticator, key: added.body.id };
      const remove = `${PATH}/${mona.key}/remove`;
      const removed = await service.ask('POST', remove, await proof(service, mona), session);
      expect(codeOf(removed)).toEqual([409, 'role-needs-factor']);
    });
  });

  describe('adding one', () => {
    it('takes the password, or a factor where there is one: a session alone adds none', async () => {
      const service = await open();
      await service.makeUser('ada', 'Viewer');
      const token = (await service.login('ada')).body.access_token as string;
      const options = (body: object) => service.ask('POST', `${PATH}/options`, body, token);
      expect((await options({})).status).toBe(422);
      expect(codeOf(await options({ password: 'wrong' }))).toEqual([400, 'wrong']);
      expect((await service.ask('POST', `${PATH}/options`, { password: PASSWORD })).status).toBe(
        401,
      );
      const authenticator = new Authenticator(ORIGIN);
      const added = await add(service, token, authenticator);
      expect(added.status).toBe(201);
      expect(added.body).toMatchObject({ name: 'Laptop', used_at: null });
      expect(service.events.map(({ kind }) => kind)).toContain('passkey-added');
      // From now on the password is not enough.
      expect((await options({ password: PASSWORD })).status).toBe(422);
      const mine = { id: 0, name: 'ada', token, authenticator, key: 0 };
      const shown = await proof(service, mine);
      const second = await add(service, token, new Authenticator(ORIGIN), shown);
      expect(second.status, JSON.stringify(second.body)).toBe(201);
      expect(codeOf(await add(service, token, new Authenticator(ORIGIN), shown))).toEqual([
        ...[400, 'passkey-refused'],
      ]);
      const codes = { kind: 'totp', code: '000000' };
      expect(codeOf(await options(codes))).toEqual([422, 'value']);
    });

    it('names the user to the authenticator by nothing that others have, and excludes what there is', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const shown = await proof(service, ada);
      const { body } = await service.ask('POST', `${PATH}/options`, shown, ada.token);
      expect(body).toMatchObject({
        rp: { id: 'shop.example.com', name: 'Crudgen' },
        user: { name: 'ada', displayName: 'ada' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        excludeCredentials: [{ id: ada.authenticator.id.toString('base64url') }],
      });
      expect(Buffer.from(body.user.id, 'base64url')).toHaveLength(32);
      // The same under another secret: an authenticator keeps one passkey for a user.
      const rotated = await open({ secret: 'another secret, that is long enough' }, service.url);
      const token = (await signIn(rotated, ada.authenticator)).body.access_token as string;
      const proved = await proof(rotated, { ...ada, token });
      const again = await rotated.ask('POST', `${PATH}/options`, proved, token);
      expect(again.body.user.id).toBe(body.user.id);
    });

    it.each<[string, Answering]>([
      ['of a page of another origin', { origin: 'https://shop.example.net' }],
      ['for another domain', { rpId: 'example.net' }],
      ['without a finger, a face or a PIN', { verified: false }],
    ])('refuses one %s', async (_, how) => {
      const service = await open();
      await service.makeUser('ada', 'Viewer');
      const token = (await service.login('ada')).body.access_token as string;
      const refused = await add(service, token, new Authenticator(ORIGIN), undefined, how);
      expect(codeOf(refused)).toEqual([400, 'passkey-refused']);
      const { body } = await service.ask('GET', PATH, undefined, token);
      expect(body.passkeys).toEqual([]);
    });

    it('refuses one that is known, that another user began, or whose options were used', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      await service.makeUser('bob', 'Viewer');
      const token = (await service.login('bob')).body.access_token as string;
      expect(codeOf(await add(service, token, ada.authenticator))).toEqual([
        400,
        'passkey-refused',
      ]);
      const options = await service.ask('POST', `${PATH}/options`, { password: PASSWORD }, token);
      const post = (by: string) => {
        const credential = new Authenticator(ORIGIN).create(options.body);
        return service.ask('POST', PATH, { name: 'x', credential }, by);
      };
      expect((await post(ada.token)).status).toBe(400);
      expect((await post(token)).status).toBe(201);
      expect((await post(token)).status).toBe(400);
      const shown = ada.authenticator.get(await challenge(service));
      const asNew = await service.ask('POST', PATH, { name: 'x', credential: shown }, token);
      expect(asNew.status).toBe(400);
    });

    it('names it, and says what is wrong with a name', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const bob = await keyed(service, 'bob');
      const rename = (id: unknown, name: unknown, token = ada.token) =>
        service.ask('PATCH', `${PATH}/${id}`, { name }, token);
      expect((await rename(ada.key, ' Phone ')).body).toMatchObject({ id: ada.key, name: 'Phone' });
      for (const name of ['', ' ', null, 7, 'x'.repeat(101), 'a\0b'])
        expect((await rename(ada.key, name)).status, String(name)).toBe(422);
      for (const id of [bob.key, 999, 'x']) expect((await rename(id, 'x')).status).toBe(404);
    });
  });

  describe('removing one', () => {
    it('takes a factor, and ends all other sessions', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada');
      const remove = (body: object, id: unknown = ada.key, token = ada.token) =>
        service.ask('POST', `${PATH}/${id}/remove`, body, token);
      for (const body of [{}, { password: PASSWORD }, { kind: 'passkey' }])
        expect((await remove(body)).status).toBe(422);
      const bob = await keyed(service, 'bob');
      expect(codeOf(await remove(await proof(service, bob)))).toEqual([400, 'passkey-refused']);
      expect((await remove(await proof(service, bob), ada.key, bob.token)).status).toBe(404);
      const removed = await remove(await proof(service, ada));
      expect(removed.body).toHaveProperty('access_token');
      expect((await service.ask('GET', '/auth/me', undefined, ada.token)).status).toBe(401);
      const session = removed.body.access_token as string;
      expect((await service.ask('GET', '/auth/me', undefined, session)).status).toBe(200);
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      expect((await signIn(service, ada.authenticator)).status).toBe(401);
      expect(service.events.map(({ kind }) => kind)).toContain('passkey-removed');
    });

    it('is what an administrator does for who has lost them, and is told of', async () => {
      const service = await open();
      const ada = await keyed(service, 'ada', 'Manager');
      const chief = await keyed(service, 'chief', 'Admin');
      const of = (method: string, id: unknown, token?: string) =>
        service.ask(method, `${PATH}/users/${id}`, undefined, token);
      expect((await of('GET', ada.id, chief.token)).body.passkeys).toHaveLength(1);
      expect((await of('DELETE', chief.id, chief.token)).status).toBe(403);
      expect((await of('DELETE', chief.id, ada.token)).status).toBe(403);
      expect((await of('DELETE', ada.id)).status).toBe(401);
      for (const id of [9999, 'x', '0'])
        expect((await of('DELETE', id, chief.token)).status, String(id)).toBe(404);
      expect((await of('DELETE', ada.id, chief.token)).status).toBe(204);
      expect((await service.ask('GET', '/auth/me', undefined, ada.token)).status).toBe(401);
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      const told = { kind: 'passkey-removed', userId: ada.id, actorId: chief.id };
      expect(service.events).toContainEqual(expect.objectContaining(told));
    });
  });

  describe('the domain', () => {
    it('is one above the pages, where settings say so', async () => {
      const origins = [ORIGIN, 'https://admin.example.com'];
      const service = await open({ rpId: 'example.com', origins });
      await service.makeUser('ada', 'Viewer');
      const token = (await service.login('ada')).body.access_token as string;
      const authenticator = new Authenticator('https://admin.example.com', 'example.com');
      expect((await add(service, token, authenticator)).status).toBe(201);
      expect((await signIn(service, authenticator, { origin: ORIGIN })).status).toBe(200);
      const other = { origin: 'https://blog.example.com' };
      expect((await signIn(service, authenticator, other)).status).toBe(401);
    });
  });
}
