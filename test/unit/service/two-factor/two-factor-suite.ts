import { afterEach, describe, expect, it } from 'vitest';
import { defineAccount } from '../../../../templates/service/engine/auth/own-account.js';
import type { User } from '../../../../templates/service/src/models/user/user.model.js';
import { rotate } from '../../../../templates/features/two-factor/engine/two-factor/rotate-command.js';
import { createSealing } from '../../../../templates/features/two-factor/engine/two-factor/sealed.js';
import {
  PASSWORD,
  appCode,
  openTwoFactor,
  type Answer,
  type Clock,
  type OpenOptions,
  type OpenTwoFactor,
} from '../../../support/open-two-factor.js';

/** An address that has tried nothing yet. */
const FAR = '203.0.113.200';
const DAY = 86_400_000;
const NEW_SECRET = 'another secret of these tests, long enough';

/** Somebody with a second factor. */
interface Enrolled {
  readonly id: number;
  readonly name: string;
  readonly secret: string;
  readonly codes: readonly string[];
  readonly token: string;
}

/** Second factors on a kind of database; `freshUrl` makes one. */
export function describeTwoFactor(freshUrl: () => Promise<string>): void {
  const closing: (() => Promise<void>)[] = [];
  const clock: Clock = { now: Date.now() };
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function open(options: OpenOptions = {}, url?: string): Promise<OpenTwoFactor> {
    const service = await openTwoFactor(url ?? (await freshUrl()), clock, options);
    closing.push(service.close);
    return service;
  }
  const pass = (steps: number) => {
    clock.now += steps * 30_000;
  };
  const kinds = ({ status, body }: Answer) => [status, body?.factor?.kinds ?? null];
  const codeOf = ({ status, body }: Answer) => [status, body?.code ?? body?.problems?.[0]?.code];
  const questionOf = async (service: OpenTwoFactor, name: string, address?: string) =>
    (await service.login(name, address)).body.factor.token as string;
  const answer = (service: OpenTwoFactor, token: string, kind: string, code: string, at?: string) =>
    service.ask('POST', '/auth/factor', { token, kind, code }, undefined, at);

  async function enrolled(service: OpenTwoFactor, name: string, role = 'Viewer') {
    const id = await service.makeUser(name, role);
    const { body: session } = await service.login(name);
    const token = session.access_token as string;
    const path = '/auth/two-factor';
    const { body } = await service.ask('POST', `${path}/enrol`, { password: PASSWORD }, token);
    const code = appCode(body.secret, clock);
    const confirmed = await service.ask('POST', `${path}/confirm`, { code }, token);
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    pass(1);
    const { recovery_codes: codes, access_token } = confirmed.body;
    return { id, name, secret: body.secret, codes, token: access_token } as Enrolled;
  }

  describe('signing in', () => {
    it('asks nothing of whoever has none', async () => {
      const service = await open();
      await service.makeUser('ada', 'Viewer');
      expect((await service.login('ada')).body).toMatchObject({ token_type: 'bearer' });
    });

    it('asks for a code, and gives a session for it', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const asked = await service.login('ada');
      expect(asked.body).toEqual({
        factor: { kinds: ['totp', 'recovery-code'], token: expect.any(String), expires_in: 300 },
      });
      expect(asked.headers.get('cache-control')).toBe('no-store');
      const { token } = asked.body.factor;
      const given = await answer(service, token, 'totp', appCode(ada.secret, clock));
      expect(given.status).toBe(200);
      expect(given.headers.get('cache-control')).toBe('no-store');
      expect(given.body).toMatchObject({ token_type: 'bearer', user: { username: 'ada' } });
      expect(given.body).not.toHaveProperty('recovery_codes');
      const me = await service.ask('GET', '/auth/me', undefined, given.body.access_token);
      expect(me.status).toBe(200);
      const last = service.events.at(-1);
      expect(last).toMatchObject({ kind: 'signed-in', userId: ada.id, facts: { way: 'factor' } });
    });

    it('takes no code twice, nor an older one than the last', async () => {
      const service = await open();
      const { secret } = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      const code = appCode(secret, clock, 1);
      const older = appCode(secret, clock);
      expect((await answer(service, token, 'totp', code)).status).toBe(200);
      for (const again of [code, older])
        expect(codeOf(await answer(service, token, 'totp', again))).toEqual([401, 'wrong-code']);
    });

    it('takes each recovery code once, and tells of it', async () => {
      const service = await open();
      const { codes, id, token: session } = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
      expect((await answer(service, token, 'recovery-code', typed)).status).toBe(200);
      const told = { kind: 'recovery-code-used', userId: id };
      expect(service.events).toContainEqual(expect.objectContaining(told));
      const again = await answer(service, token, 'recovery-code', codes[0]!);
      expect(codeOf(again)).toEqual([401, 'wrong-code']);
      const state = await service.ask('GET', '/auth/two-factor', undefined, session);
      expect(state.body).toMatchObject({ active: true, recovery_codes: 9, required: false });
    });

    it.each(['totp', 'recovery-code'])(
      'keeps a %s for another try where the change that it was shown for is refused',
      async (kind) => {
        const account = defineAccount<User>({ edits: ['username', 'email'] });
        const service = await open({ account });
        const ada = await enrolled(service, 'ada');
        await service.makeUser('bob', 'Viewer');
        const code = kind === 'totp' ? appCode(ada.secret, clock, 1) : ada.codes[0]!;
        const rename = (username: string, more: object = {}) =>
          service.ask('PATCH', '/auth/me', { username, proof: { kind, code }, ...more }, ada.token);
        const told = () => service.events.filter(({ kind: one }) => one === 'recovery-code-used');
        expect((await rename('bob')).status).toBe(409);
        expect((await rename('ann', { email: 'no address' })).status).toBe(422);
        expect((await rename('ann', { status: 'Active' })).status).toBe(422);
        expect(told()).toEqual([]);
        const both = await Promise.all([rename('ann'), rename('ane')]);
        expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
        expect(codeOf(await rename('eve'))).toEqual([400, 'wrong-code']);
        await expect.poll(told).toHaveLength(kind === 'totp' ? 0 : 1);
        const me = await service.ask('GET', '/auth/me', undefined, ada.token);
        expect(me.body).toMatchObject({
          username: /^an[ne]$/.exec(me.body.username)![0],
          email: null,
        });
      },
    );

    it('takes no code of another user', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const bob = await enrolled(service, 'bob');
      const token = await questionOf(service, 'ada');
      const theirs = appCode(bob.secret, clock);
      expect(codeOf(await answer(service, token, 'totp', theirs))).toEqual([401, 'wrong-code']);
      const recovery = await answer(service, token, 'recovery-code', bob.codes[0]!);
      expect(recovery.status).toBe(401);
      expect(ada.id).not.toBe(bob.id);
    });

    it('says what is wrong with an answer', async () => {
      const service = await open();
      await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      expect((await service.ask('POST', '/auth/factor', { token })).status).toBe(422);
      for (const kind of ['enrol', 'passkey', '', '__proto__'])
        expect(codeOf(await answer(service, token, kind, '123456'))).toEqual([
          401,
          'question-expired',
        ]);
      expect((await service.ask('GET', '/auth/factor')).status).toBe(405);
    });
  });

  describe('the token of a question', () => {
    it('opens nothing: neither endpoints, nor the enrolment of another factor', async () => {
      const service = await open();
      await enrolled(service, 'ada', 'Admin');
      const token = await questionOf(service, 'ada');
      for (const [method, path, body] of [
        ['GET', '/auth/me'],
        ['GET', '/user'],
        ['GET', '/auth/two-factor'],
        ['POST', '/auth/two-factor/enrol', { password: PASSWORD }],
        ['POST', '/auth/two-factor/remove', { kind: 'totp', code: '000000' }],
        ['POST', '/auth/logout'],
      ] as const)
        expect((await service.ask(method, path, body, token)).status, path).toBe(401);
      const enrol = await service.ask('POST', '/auth/factor/enrol', { token });
      expect(codeOf(enrol)).toEqual([401, 'question-expired']);
    });

    it('is void once the password has changed', async () => {
      const service = await open();
      const { secret, token: session } = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      const change = { current_password: PASSWORD, new_password: 'another horse battery' };
      expect((await service.ask('PUT', '/auth/change-password', change, session)).status).toBe(200);
      const given = await answer(service, token, 'totp', appCode(secret, clock));
      expect(codeOf(given)).toEqual([401, 'question-expired']);
    });

    it('is none of a session, and a session is none of it', async () => {
      const service = await open();
      const { secret, token } = await enrolled(service, 'ada');
      const given = await answer(service, token, 'totp', appCode(secret, clock));
      expect(codeOf(given)).toEqual([401, 'question-expired']);
    });
  });

  describe('wrong codes', () => {
    it('are refused after five, right ones too, from wherever they come, until the time is over', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      for (let at = 1; at <= 5; at += 1) {
        const wrong = await answer(service, token, 'totp', 'x00000', `203.0.113.${at}`);
        expect(codeOf(wrong)).toEqual([401, 'wrong-code']);
      }
      const right = () => appCode(ada.secret, clock);
      const limited = await answer(service, token, 'totp', right(), '203.0.113.9');
      expect(codeOf(limited)).toEqual([429, 'too-many-tries']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      const events = service.events.filter(({ kind }) => kind === 'factor-refused');
      expect(events).toHaveLength(5);
      clock.now += 15 * 60_000;
      expect((await answer(service, token, 'totp', right(), '203.0.113.9')).status).toBe(200);
    });

    it('keep nobody from a recovery code, which is counted by itself, where it comes from', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      for (let at = 1; at <= 6; at += 1)
        await answer(service, token, 'totp', 'x00000', `203.0.113.${at}`);
      const recover = (code: string, at: string) =>
        answer(service, token, 'recovery-code', code, at);
      for (let at = 1; at <= 5; at += 1)
        expect((await recover('wrong', '203.0.113.7')).status).toBe(401);
      expect(codeOf(await recover(ada.codes[0]!, '203.0.113.7'))).toEqual([429, 'too-many-tries']);
      for (let at = 1; at <= 5; at += 1) await recover('wrong', `203.0.113.${20 + at}`);
      // Wrong codes of apps count there for those alone.
      expect((await recover(ada.codes[0]!, '203.0.113.1')).status).toBe(200);
      expect((await recover(ada.codes[1]!, FAR)).status).toBe(200);
      expect((await answer(service, token, 'totp', 'x00000', FAR)).status).toBe(429);
    });

    it('are none where a right one was sent twice, or many times at once', async () => {
      const service = await open();
      const { secret } = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      const code = appCode(secret, clock);
      const sent = Array.from({ length: 20 }, (_, at) =>
        answer(service, token, 'totp', code, `203.0.113.${at}`),
      );
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
      for (let at = 1; at <= 6; at += 1)
        expect((await answer(service, token, 'totp', code, FAR)).status).toBe(401);
      const next = appCode(secret, clock, 1);
      expect((await answer(service, token, 'totp', next, FAR)).status).toBe(200);
      expect(service.events.filter(({ kind }) => kind === 'factor-refused')).toHaveLength(25);
    });

    it('of many at once are looked at five times at most, in two processes', async () => {
      const [one, url] = await freshUrl().then(async (at) => [await open({}, at), at] as const);
      const two = await open({}, url);
      await enrolled(one, 'ada');
      const token = await questionOf(one, 'ada');
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          answer(at % 2 ? one : two, token, 'totp', 'x00000', `203.0.113.${at}`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    });

    it('count for nobody else, and nobody without the password adds to them', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const bob = await enrolled(service, 'bob');
      const bobs = await questionOf(service, 'bob');
      for (let at = 1; at <= 6; at += 1)
        await answer(service, bobs, 'totp', 'x00000', `203.0.113.${at}`);
      for (let at = 1; at <= 6; at += 1)
        await service.ask('POST', '/auth/login', { username: 'ada', password: 'wrong' });
      const token = await questionOf(service, 'ada', '203.0.113.50');
      const code = appCode(ada.secret, clock);
      expect((await answer(service, token, 'totp', code, '203.0.113.50')).status).toBe(200);
      expect(bob.id).not.toBe(ada.id);
    });

    it('do not end with right ones in between: those give their own try back alone', async () => {
      const service = await open();
      const { codes } = await enrolled(service, 'ada');
      const token = await questionOf(service, 'ada');
      const from = (at: number) => `203.0.113.${at}`;
      for (let at = 1; at <= 4; at += 1) await answer(service, token, 'totp', 'x00000', from(at));
      expect((await answer(service, token, 'recovery-code', codes[0]!, from(5))).status).toBe(200);
      expect((await answer(service, token, 'totp', 'x00000', from(6))).status).toBe(401);
      expect((await answer(service, token, 'totp', 'x00000', from(7))).status).toBe(429);
    });
  });

  describe('what may happen once', () => {
    it.each(['totp', 'recovery-code'] as const)(
      '%s: of 20 at once in two processes one wins',
      async (kind) => {
        const url = await freshUrl();
        const [one, two] = [await open({}, url), await open({}, url)];
        const ada = await enrolled(one, 'ada');
        const token = await questionOf(one, 'ada');
        const code = kind === 'totp' ? appCode(ada.secret, clock) : ada.codes[0]!;
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            answer(at % 2 ? one : two, token, kind, code, `203.0.113.${at}`),
          ),
        );
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
      },
    );
  });

  describe('setting it up', () => {
    it('takes the password, and ends all other sessions', async () => {
      const service = await open();
      const id = await service.makeUser('ada', 'Viewer');
      const [mine, other] = [await service.login('ada'), await service.login('ada')].map(
        ({ body }) => body.access_token as string,
      );
      const enrol = (body: object) => service.ask('POST', '/auth/two-factor/enrol', body, mine);
      expect((await enrol({})).status).toBe(422);
      expect(codeOf(await enrol({ password: 'wrong' }))).toEqual([400, 'wrong']);
      for (const wrong of [{ password: 'wrong' }, {}, 'password'])
        expect([400, 422]).toContain((await enrol({ proof: wrong })).status);
      const { body, status } = await enrol({ proof: { password: PASSWORD } });
      expect(status).toBe(200);
      expect(body.uri).toContain(`secret=${body.secret}`);
      expect(body.uri).toContain('otpauth://totp/Crudgen:ada?');
      const confirm = (code: string) =>
        service.ask('POST', '/auth/two-factor/confirm', { code }, mine);
      expect(codeOf(await confirm('x00000'))).toEqual([400, 'wrong-code']);
      // Not a factor before it is confirmed.
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      const confirmed = await confirm(appCode(body.secret, clock));
      expect(confirmed.body.recovery_codes).toHaveLength(10);
      for (const token of [mine, other])
        expect((await service.ask('GET', '/auth/me', undefined, token)).status).toBe(401);
      const renewed = confirmed.body.access_token;
      expect((await service.ask('GET', '/auth/me', undefined, renewed)).status).toBe(200);
      expect(service.events.map(({ kind }) => kind)).toContain('factor-added');
      expect(kinds(await service.login('ada'))).toEqual([200, ['totp', 'recovery-code']]);
      const rows = await service.database.dataSource.query('SELECT secret FROM two_factor');
      expect(JSON.stringify(rows)).not.toContain(body.secret);
      expect(id).toBeGreaterThan(0);
    });

    it('takes a code where there is one already: a stolen session, even with the password, changes nothing', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const post = (path: string, body: object) =>
        service.ask('POST', `/auth/two-factor/${path}`, body, ada.token);
      const known = { password: PASSWORD };
      for (const path of ['enrol', 'remove', 'recovery-codes']) {
        expect((await post(path, known)).status, path).toBe(422);
        const wrong = { ...known, kind: 'totp', code: 'x00000' };
        expect(codeOf(await post(path, { proof: wrong })), path).toEqual([400, 'wrong-code']);
      }
      expect((await post('confirm', { code: appCode(ada.secret, clock) })).status).toBe(400);
      const begun = await post('enrol', { kind: 'totp', code: appCode(ada.secret, clock) });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const code = appCode(begun.body.secret, clock);
      expect((await post('confirm', { code })).status).toBe(200);
      // Former recovery codes are void, and so is the former app.
      clock.now += 15 * 60_000;
      const token = await questionOf(service, 'ada');
      expect((await answer(service, token, 'recovery-code', ada.codes[0]!, FAR)).status).toBe(401);
      expect((await answer(service, token, 'totp', appCode(ada.secret, clock), FAR)).status).toBe(
        401,
      );
    });

    it('takes its time: the secret is void after ten minutes', async () => {
      const service = await open();
      await service.makeUser('ada', 'Viewer');
      const token = (await service.login('ada')).body.access_token as string;
      const { body } = await service.ask(
        ...(['POST', '/auth/two-factor/enrol', { password: PASSWORD }, token] as const),
      );
      clock.now += 600_000;
      const code = appCode(body.secret, clock);
      const late = await service.ask('POST', '/auth/two-factor/confirm', { code }, token);
      expect(codeOf(late)).toEqual([400, 'wrong-code']);
    });

    it('is removed by a code, and ends all other sessions', async () => {
      const service = await open();
      const { secret, token } = await enrolled(service, 'ada');
      const proof = { kind: 'totp', code: appCode(secret, clock) };
      const removed = await service.ask('POST', '/auth/two-factor/remove', proof, token);
      expect(removed.body).toHaveProperty('access_token');
      expect((await service.ask('GET', '/auth/me', undefined, token)).status).toBe(401);
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      expect(service.events.map(({ kind }) => kind)).toContain('factor-removed');
    });

    it('makes new recovery codes by a code', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const proof = { kind: 'recovery-code', code: ada.codes[0] };
      const renewed = await service.ask(
        'POST',
        '/auth/two-factor/recovery-codes',
        proof,
        ada.token,
      );
      expect(renewed.body.recovery_codes).toHaveLength(10);
      const token = await questionOf(service, 'ada');
      expect((await answer(service, token, 'recovery-code', ada.codes[1]!)).status).toBe(401);
      const [code] = renewed.body.recovery_codes as string[];
      expect((await answer(service, token, 'recovery-code', code!)).status).toBe(200);
    });
  });

  describe('a role that requires it', () => {
    const required = { roles: ['Manager'], grace: 7 * 86_400 };

    it('leaves days from the first sign-in on, and says so', async () => {
      const service = await open(required);
      await service.makeUser('ada', 'Manager');
      await service.makeUser('bob', 'Viewer');
      const first = clock.now;
      const { body } = await service.login('ada');
      const state = await service.ask('GET', '/auth/two-factor', undefined, body.access_token);
      expect(state.body).toEqual({
        ...{ active: false, since: null, recovery_codes: 0, required: true, proof_by: [] },
        required_from: new Date(first + 7 * DAY).toISOString(),
      });
      clock.now += 7 * DAY - 1;
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      clock.now += 1;
      expect(kinds(await service.login('ada'))).toEqual([200, ['enrol']]);
      expect((await service.login('bob')).body).toHaveProperty('access_token');
    });

    it('then lets nobody in who does not set one up, which the question allows, and nothing else', async () => {
      const service = await open({ roles: ['Manager'] });
      await service.makeUser('ada', 'Manager');
      const { token } = (await service.login('ada')).body.factor;
      for (const path of ['/auth/me', '/auth/two-factor', '/user'])
        expect((await service.ask('GET', path, undefined, token)).status).toBe(401);
      expect((await answer(service, token, 'totp', '123456')).status).toBe(401);
      const enrol = () => service.ask('POST', '/auth/factor/enrol', { token });
      const { body } = await enrol();
      expect((await answer(service, token, 'enrol', 'x00000')).status).toBe(401);
      const given = await answer(service, token, 'enrol', appCode(body.secret, clock));
      expect(given.body).toMatchObject({ token_type: 'bearer', user: { username: 'ada' } });
      expect(given.body.recovery_codes).toHaveLength(10);
      const me = await service.ask('GET', '/auth/me', undefined, given.body.access_token);
      expect(me.status).toBe(200);
      // The question is answered: with it nobody sets up another one.
      expect(codeOf(await enrol())).toEqual([401, 'question-expired']);
      const session = given.body.access_token;
      pass(1);
      const proof = { kind: 'totp', code: appCode(body.secret, clock) };
      const removed = await service.ask('POST', '/auth/two-factor/remove', proof, session);
      expect(codeOf(removed)).toEqual([409, 'role-needs-factor']);
    });

    it('is for everybody as *', async () => {
      const service = await open({ roles: ['*'] });
      await service.makeUser('ada');
      expect(kinds(await service.login('ada'))).toEqual([200, ['enrol']]);
    });
  });

  describe('an administrator', () => {
    it('sees and resets the factor of a user, whose sessions end, and is told of', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const chief = await enrolled(service, 'chief', 'Admin');
      const path = `/auth/two-factor/users/${ada.id}`;
      expect((await service.ask('GET', path, undefined, chief.token)).body.active).toBe(true);
      expect((await service.ask('DELETE', path, undefined, chief.token)).status).toBe(204);
      expect((await service.ask('GET', '/auth/me', undefined, ada.token)).status).toBe(401);
      expect((await service.login('ada')).body).toHaveProperty('access_token');
      const told = { kind: 'factor-reset', userId: ada.id, actorId: chief.id };
      expect(service.events).toContainEqual(expect.objectContaining(told));
    });

    it('cannot reset their own, nor can others reset any', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada', 'Manager');
      const chief = await enrolled(service, 'chief', 'Admin');
      const reset = (id: unknown, token?: string) =>
        service.ask('DELETE', `/auth/two-factor/users/${id}`, undefined, token);
      expect((await reset(chief.id, chief.token)).status).toBe(403);
      expect((await reset(chief.id, ada.token)).status).toBe(403);
      expect((await reset(ada.id, ada.token)).status).toBe(403);
      expect((await reset(ada.id)).status).toBe(401);
      for (const id of [9999, 'x', '0', '1e3'])
        expect((await reset(id, chief.token)).status, String(id)).toBe(404);
      expect(kinds(await service.login('chief'))).toEqual([200, ['totp', 'recovery-code']]);
    });

    it('deletes a user with the factor', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const { token } = await enrolled(service, 'chief', 'Admin');
      expect((await service.ask('DELETE', `/user/${ada.id}`, undefined, token)).status).toBe(204);
      const { dataSource } = service.database;
      expect(await dataSource.query('SELECT id FROM two_factor')).toHaveLength(1);
      expect(await dataSource.query('SELECT id FROM two_factor_code')).toHaveLength(10);
    });
  });

  describe('a secret that is rotated', () => {
    it('reads what the former one sealed, and needs it no longer once all is sealed anew', async () => {
      const service = await open();
      const ada = await enrolled(service, 'ada');
      const old = 'the secret of these tests, long enough';
      const both = await open({ secret: NEW_SECRET, former: old }, service.url);
      const signIn = async (at: OpenTwoFactor) => {
        pass(1);
        const token = await questionOf(at, 'ada');
        return (await answer(at, token, 'totp', appCode(ada.secret, clock))).status;
      };
      expect([await signIn(both), await signIn(service)]).toEqual([200, 200]);
      const without = await open({ secret: NEW_SECRET }, service.url);
      // Refused rather than let in; recovery codes depend on no secret.
      expect(await signIn(without)).toBe(503);
      const lost = await rotate(service.database, createSealing(NEW_SECRET, null));
      expect(lost).toEqual({ sealed: 0, lost: [ada.id] });
      const sealing = createSealing(NEW_SECRET, old);
      expect(await rotate(service.database, sealing)).toEqual({ sealed: 1, lost: [] });
      expect(await rotate(service.database, sealing)).toEqual({ sealed: 0, lost: [] });
      expect(await signIn(without)).toBe(200);
      const token = await questionOf(without, 'ada');
      expect((await answer(without, token, 'recovery-code', ada.codes[0]!)).status).toBe(200);
    });
  });
}
