import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { passkeysFeature } from '../../../../templates/features/passkeys/engine/passkeys/passkeys-feature.js';
import { sessions } from '../../../../templates/features/sessions/engine/sessions/sessions-feature.js';
import { twoFactorFeature } from '../../../../templates/features/two-factor/engine/two-factor/two-factor-feature.js';
import { onStatement } from '../../../../templates/service/engine/database/trace-statement.js';
import type { Feature } from '../../../../templates/service/engine/service/project.js';
import {
  openAccounts,
  PASSWORD,
  secretIn,
  User,
  type OpenAccounts,
} from '../../../support/open-accounts.js';

const NEXT = 'a second long password';

/** How somebody who forgot a password comes in again, on one kind of database. */
export function describePasswordReset(newDatabase: () => Promise<string>): void {
  let one: OpenAccounts;
  /** Another process of the same service. */
  let other: OpenAccounts;
  beforeAll(async () => {
    const url = await newDatabase();
    one = await openAccounts(url);
    other = await openAccounts(url);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const forgot = (body: object, headers?: Record<string, string>) =>
    one.ask('POST', '/auth/forgot-password', { body, ...(headers && { headers }) });
  const reset = (token: string, new_password = NEXT, from = one) =>
    from.ask('POST', '/auth/reset-password', { body: { token, new_password } });
  /** The secret of a link that a user has asked for. */
  const linkOf = async (email: string): Promise<string> => {
    expect((await forgot({ email })).status).toBe(202);
    // Others may be told meanwhile that their password was changed.
    return (await one.mails()).map(secretIn).find((secret) => secret !== '') ?? '';
  };
  const expired = { status: 404, body: { code: 'link-expired' } };

  it('by a link in a mail, which is used once', async () => {
    await one.makeUser('ann', { email: 'Ann@Example.com' });
    const before = (await one.login('ann')).body.access_token;
    const token = await linkOf('ANN@example.COM');
    expect(token).toHaveLength(43);
    expect(await reset(token)).toMatchObject({ status: 204, body: undefined });
    expect((await one.login('ann')).status).toBe(401);
    expect((await one.login('ann', NEXT)).status).toBe(200);
    expect((await one.ask('GET', '/auth/me', { token: before })).status).toBe(401);
    expect(await reset(token)).toMatchObject(expired);
    await expect
      .poll(async () => (await one.mails()).map(({ to, subject }) => [to[0]?.address, subject]))
      .toEqual([['Ann@Example.com', 'Your Crudgen password was changed']]);
  });

  it('also by username, and in the language of the browser', async () => {
    await one.makeUser('bea');
    await forgot({ username: 'BEA' }, { 'accept-language': 'de-AT,en;q=0.5' });
    expect(await one.mails()).toMatchObject([
      { to: [{ address: 'bea@example.com' }], subject: 'Crudgen: Neues Passwort' },
    ]);
  });

  it('whose address is that of the setting, whatever the request says', async () => {
    await one.makeUser('cleo');
    const evil = 'evil.example.net';
    await forgot(
      { email: 'cleo@example.com' },
      {
        'x-forwarded-host': evil,
        'x-forwarded-proto': 'http',
        forwarded: `host=${evil}`,
        origin: `https://${evil}`,
        referer: `https://${evil}/`,
      },
    );
    const [mail] = await one.mails();
    const links = mail!.text.match(/https?:\S+/g);
    expect(links).toEqual([
      expect.stringMatching(/^https:\/\/app\.example\.com\/admin\/reset-password#token=/),
    ]);
    expect(JSON.stringify(mail)).not.toContain(evil);
  });

  it('and nobody learns from it who there is', async () => {
    await one.makeUser('dora');
    await one.makeUser('eve', { status: 'Inactive' });
    await one.makeUser('finn', { email: null });
    const asked = [
      { email: 'dora@example.com' },
      { email: 'nobody@example.com' },
      { email: 'eve@example.com' },
      { email: 'not an address' },
    ];
    const answers: Awaited<ReturnType<typeof forgot>>[] = [];
    const statements: string[][] = [];
    for (const body of [...asked, { username: 'finn' }]) {
      await one.query('DELETE FROM background_job');
      const ran: string[] = [];
      const stop = onStatement(({ sql }) => ran.push(sql));
      answers.push(await forgot(body));
      stop();
      const [job] = await one.query('SELECT name, payload FROM background_job');
      expect(job).toMatchObject({ name: 'password-reset' });
      expect(JSON.stringify(job)).not.toMatch(/example|address|finn/);
      if ('email' in body) statements.push(ran);
    }
    expect(statements[0]!.join()).toContain('auth_user');
    for (const ran of statements) expect(ran).toEqual(statements[0]);
    const whole = ({ status, body, headers }: (typeof answers)[number]) =>
      JSON.stringify([status, body, [...headers.keys()].sort()]);
    expect(new Set(answers.map(whole)).size).toBe(1);
    expect(answers[0]!.status).toBe(202);
    expect(await one.mails()).toEqual([]);
  });

  it('to which a weak password is no use of the link', async () => {
    await one.makeUser('gus');
    const token = await linkOf('gus@example.com');
    for (const weak of ['short', 'password123', '            '])
      expect(await reset(token, weak)).toMatchObject({
        status: 422,
        body: { errors: { new_password: expect.any(String) as string } },
      });
    expect((await reset(token)).status).toBe(204);
  });

  it('while nothing that is stored opens an account', async () => {
    await one.makeUser('hal');
    const token = await linkOf('hal@example.com');
    for (const table of ['account_link', 'background_job', 'auth_failure'])
      expect(JSON.stringify(await one.query(`SELECT * FROM ${table}`))).not.toContain(token);
    const [row] = await one.query('SELECT digest FROM account_link ORDER BY id DESC LIMIT 1');
    expect(await reset(String(row!['digest']))).toMatchObject(expired);
    for (const wrong of ['', 'x', token.slice(1), `${token}x`])
      expect((await reset(wrong)).status).toBe(404);
  });

  it('which is void once the account is in another state', async () => {
    const changes: Record<string, (id: number) => Promise<unknown>> = {
      ida: (id) => one.users.update(id, { password: 'another long password' }),
      jon: (id) => one.users.update(id, { status: 'Inactive' }),
      kim: (id) => one.users.update(id, { email: 'kim@example.net' }),
      lea: (id) => one.users.remove(id),
      mia: () => one.query(`UPDATE account_link SET expires = ${Date.now() - 1}`),
    };
    for (const [name, change] of Object.entries(changes)) {
      const id = await one.makeUser(name);
      const token = await linkOf(`${name}@example.com`);
      await change(id);
      expect(await reset(token), name).toMatchObject(expired);
    }
    const id = await one.makeUser('nia');
    const token = await linkOf('nia@example.com');
    await one.users.update(id, { status: 'Inactive' });
    await one.users.update(id, { status: 'Active' });
    expect(await reset(token)).toMatchObject(expired);
  });

  it('of which an older one is void once a newer one was used, and the other way round', async () => {
    await one.makeUser('oda');
    const [older, newer] = [await linkOf('oda@example.com'), await linkOf('oda@example.com')];
    expect((await reset(newer)).status).toBe(204);
    expect(await reset(older)).toMatchObject(expired);
  });

  it('that one of twenty uses at once wins, in two processes', { timeout: 60_000 }, async () => {
    await one.makeUser('pia');
    const token = await linkOf('pia@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reset(token, `${NEXT} ${at}`, at % 2 ? one : other)),
    );
    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of answers) expect([204, 404, 429]).toContain(status);
    expect((await one.login('pia', `${NEXT} ${won}`)).status).toBe(200);
  });

  it('as often as an address may ask, and a mailbox bears', async () => {
    await one.makeUser('quin');
    const from = { 'x-forwarded-for': '192.0.2.7' };
    const email = 'quin@example.com';
    const statuses = [];
    for (let at = 0; at < 11; at++) statuses.push((await forgot({ email }, from)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429]);
    const mine = (await one.mails()).filter(({ to }) => to[0]?.address === email);
    expect(mine).toHaveLength(3);
  });

  it('and signs nobody in: a second factor is still to be shown', async () => {
    await one.makeUser('rob');
    const { body, headers } = await reset(await linkOf('rob@example.com'));
    expect(body).toBeUndefined();
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('tells of a password that was changed in person, too', async () => {
    await one.makeUser('sue');
    const token = (await one.login('sue')).body.access_token;
    const body = { current_password: PASSWORD, new_password: NEXT };
    await one.mails();
    expect((await one.ask('PUT', '/auth/change-password', { token, body })).status).toBe(200);
    await expect
      .poll(async () => (await one.mails()).map(({ to }) => to[0]?.address))
      .toEqual(['sue@example.com']);
  });

  it('tells the address that an account had until then, whoever changed it', async () => {
    const users = await one.usersAs(await one.makeUser('root', {}, 'Admin'));
    const id = await one.makeUser('tia');
    const told = async () =>
      (await one.mails()).map(({ to, subject }) => [to[0]?.address, subject]);
    await told();
    const subject = 'The email address of your Crudgen account was changed';
    for (const [from, to] of [
      ['tia@example.com', 'tia@example.net'],
      ['tia@example.net', null],
    ] as const) {
      await users.update(id, { email: to });
      await expect.poll(told).toEqual([[from, subject]]);
    }
    // The same mailbox.
    for (const email of ['tia@example.org', 'Tia@example.org']) await users.update(id, { email });
    expect(await told()).toEqual([]);
  });

  describe('tells users of what an administrator does to how they sign in', () => {
    const more = [sessions, twoFactorFeature(), passkeysFeature()] as unknown as Feature[];
    let open: OpenAccounts;
    let root: string;
    let rootId: number;
    const opened = async (options: Parameters<typeof openAccounts>[1] = {}) => {
      open = await openAccounts(await newDatabase(), { ...options, more });
      rootId = await open.makeUser('root', {}, 'Admin');
      root = String((await open.login('root')).body.access_token);
    };
    afterEach(() => open.close());

    const change = async (id: number, values: object) => {
      const { user } = (await open.directory.account(rootId))!;
      await open.engine.as(user)(User).update(id, values);
    };
    const remove = async (path: string) =>
      expect((await open.ask('DELETE', path, { token: root })).status).toBe(204);
    const told = async () =>
      (await open.mails()).map(({ to, text }) => `${to[0]?.address}: ${text.split('\n')[0]}`);

    it('a new password, a reset factor, removed passkeys and ended sessions, each once', async () => {
      await opened();
      const id = await open.makeUser('tess');
      const mail = (what: string) => [
        `tess@example.com: Crudgen account “tess”: An administrator ${what}`,
      ];
      await change(id, { password: NEXT });
      await expect
        .poll(told)
        .toEqual(mail('set a new password. Sign in with it wherever you were signed in.'));
      await remove(`/auth/two-factor/users/${id}`);
      await expect.poll(told).toEqual([expect.stringContaining('reset your second factor')]);
      await remove(`/auth/passkeys/users/${id}`);
      await expect.poll(told).toEqual([expect.stringContaining('removed all of your passkeys')]);
      await remove(`/auth/users/${id}/sessions`);
      await expect
        .poll(told)
        .toEqual(mail('ended all of your sessions. Sign in again wherever you need to.'));
    });

    it('and of nothing else, nor of what they do themselves', async () => {
      await opened();
      const id = await open.makeUser('uma');
      await change(id, { first_name: 'Uma' });
      const token = String((await open.login('uma')).body.access_token);
      await open.login('uma');
      expect((await open.ask('DELETE', '/auth/sessions', { token })).status).toBe(204);
      // Comes after all that would have been queued before it.
      await remove(`/auth/users/${id}/sessions`);
      await expect.poll(told).toEqual([expect.stringContaining('ended all of your sessions')]);
    });

    it('at an address that counts alone: none that a stranger wrote', async () => {
      await opened({ account: { edits: ['email'] } });
      const id = await open.makeUser('vic');
      const sure = await open.makeUser('wes');
      await open.query(
        `INSERT INTO confirmed_email (user_id, email_key, at) VALUES (${sure}, 'wes@example.com', 1)`,
      );
      await remove(`/auth/users/${id}/sessions`);
      await remove(`/auth/users/${sure}/sessions`);
      await expect.poll(told).toEqual([expect.stringMatching(/^wes@example.com: /)]);
    });
  });

  describe('where people say themselves which address is theirs', () => {
    let open: OpenAccounts;
    beforeAll(async () => {
      open = await openAccounts(await newDatabase(), {
        account: { edits: ['email'], signUp: { roles: ['Viewer'], fields: ['email'] } },
      });
    });
    afterAll(() => open.close());

    const signUp = async (username: string) => {
      const body = { username, password: PASSWORD, email: `${username}@example.com` };
      const answer = await open.ask('POST', '/auth/sign-up', { body });
      expect(answer.status).toBe(201);
      let mails: Awaited<ReturnType<OpenAccounts['mails']>> = [];
      await expect
        .poll(async () => (mails = [...mails, ...(await open.mails())]))
        .toMatchObject([{ subject: 'Confirm your email address for Crudgen' }]);
      // A name is whatever a stranger wrote who signed up with somebody else's address.
      const secret = secretIn(mails[0]!);
      expect(mails[0]!.text.replace(secret, '')).not.toMatch(new RegExp(`\\b${username}\\b`));
      return { token: String(answer.body.access_token), secret };
    };
    const ask = async (email: string) => {
      const answer = await open.ask('POST', '/auth/forgot-password', { body: { email } });
      expect(answer.status).toBe(202);
      return open.mails();
    };
    const confirm = (token: string, secret: string) =>
      open.ask('PUT', '/auth/email-confirmation', { token, body: { token: secret } });
    const state = async (token: string) =>
      (await open.ask('GET', '/auth/email-confirmation', { token })).body;

    it('no link is sent to one that is not confirmed', async () => {
      const { token, secret } = await signUp('ann');
      expect(await ask('ann@example.com')).toEqual([]);
      expect(await state(token)).toMatchObject({ required: true, confirmed: false });
      expect((await confirm(token, secret)).status).toBe(204);
      expect(await state(token)).toMatchObject({ email: 'ann@example.com', confirmed: true });
      expect(await ask('ann@example.com')).toMatchObject([
        { subject: 'Reset your Crudgen password' },
      ]);
      expect(await confirm(token, secret)).toMatchObject(expired);
    });

    it('by its own user alone, and by nothing but its link', async () => {
      const [ben, eve] = [await signUp('ben'), await signUp('eve')];
      expect(await confirm(eve.token, ben.secret)).toMatchObject(expired);
      expect(
        (await open.ask('PUT', '/auth/email-confirmation', { body: { token: ben.secret } })).status,
      ).toBe(401);
      const body = { token: ben.secret, new_password: NEXT };
      expect(await open.ask('POST', '/auth/reset-password', { body })).toMatchObject(expired);
      expect((await confirm(ben.token, ben.secret)).status).toBe(204);
    });

    it('which a changed address is not', async () => {
      const { token, secret } = await signUp('cleo');
      await confirm(token, secret);
      const body = { email: 'cleo@example.net', proof: { password: PASSWORD } };
      expect((await open.ask('PATCH', '/auth/me', { token, body })).status).toBe(200);
      const waits = { email: 'cleo@example.com', confirmed: true, pending: 'cleo@example.net' };
      expect(await state(token)).toMatchObject(waits);
      await expect
        .poll(async () => (await open.mails()).map(({ to }) => to[0]?.address))
        .toEqual(['cleo@example.net']);
      expect(await ask('cleo@example.net')).toEqual([]);
      expect(await ask('cleo@example.com')).toMatchObject([
        { subject: 'Reset your Crudgen password' },
      ]);
    });
  });

  it('nor to one that somebody has written who may set no passwords', async () => {
    const open = await openAccounts(await newDatabase(), {
      access: {
        roles: { Admin: ['list', 'show', 'create', 'edit'], Manager: ['list', 'show', 'edit'] },
        fields: { email: { write: ['Admin', 'Manager'] } },
      },
    });
    const email = 'manager@example.net';
    await open.makeUser('boss', { email }, 'Admin');
    await open.ask('POST', '/auth/forgot-password', { body: { email } });
    expect(await open.mails()).toEqual([]);
    await open.close();
  });

  describe('where people sign in by address', () => {
    const open = async (SIGN_IN_BY: string) =>
      openAccounts(await newDatabase(), { env: { SIGN_IN_BY } });
    const statusesOf = async (accounts: OpenAccounts, names: readonly string[]) => {
      const found: number[] = [];
      for (const name of names) found.push((await accounts.login(name)).status);
      return found;
    };

    it('or by name, it is found in whatever case', async () => {
      const accounts = await open('both');
      await accounts.makeUser('Ann', { email: 'Ann@Example.com' });
      const names = ['ann', 'ANN@example.com', 'ann@example.net', 'nobody'];
      expect(await statusesOf(accounts, names)).toEqual([200, 200, 401, 401]);
      await accounts.close();
    });

    it('alone, who has none still signs in by name', async () => {
      const accounts = await open('email');
      await accounts.makeUser('ann');
      await accounts.makeUser('ben', { email: null });
      const names = ['ann', 'ann@example.com', 'ben'];
      expect(await statusesOf(accounts, names)).toEqual([401, 200, 200]);
      await accounts.close();
    });

    it('no username looks like one', async () => {
      const accounts = await open('both');
      for (const username of ['ann@example.com', 'ann\uff20example.com'])
        await expect(accounts.makeUser(username, { email: null })).rejects.toMatchObject({
          status: 422,
          problems: [{ field: 'username', code: 'at-sign' }],
        });
      await accounts.close();
    });
  });
}
