import { afterAll, beforeAll, expect, it } from 'vitest';
import { onStatement } from '../../../../templates/service/engine/database/trace-statement.js';
import {
  openAccounts,
  PASSWORD,
  secretIn,
  type OpenAccounts,
} from '../../../support/open-accounts.js';

const NEXT = 'a second long password';
const account = {
  edits: ['email', 'first_name'],
  signUp: { roles: ['Viewer'], fields: ['email'] },
} as const;

/** What people enter as their address, until they have confirmed it, on one kind of database. */
export function describePendingAddresses(newDatabase: () => Promise<string>): void {
  let one: OpenAccounts;
  /** Another process of the same service. */
  let other: OpenAccounts;
  beforeAll(async () => {
    const url = await newDatabase();
    one = await openAccounts(url, { account });
    other = await openAccounts(url, { account });
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  type Mails = Awaited<ReturnType<OpenAccounts['mails']>>;
  /** Those that are sent until there are this many. */
  const mails = async (count: number): Promise<Mails> => {
    let found: Mails = [];
    await expect.poll(async () => (found = [...found, ...(await one.mails())])).toHaveLength(count);
    return found;
  };
  const subjects = async (count: number) =>
    (await mails(count)).map(({ to, subject }) => [to[0]?.address, subject]);
  const askToSignUp = (username: string, email: string) =>
    one.ask('POST', '/auth/sign-up', { body: { username, email, password: PASSWORD } });
  const signUp = async (username: string, email = `${username}@example.com`) => {
    const answer = await askToSignUp(username, email);
    expect(answer.status).toBe(201);
    const [mail] = await mails(1);
    const { access_token, user } = answer.body as { access_token: string; user: { id: number } };
    return { token: access_token, id: user.id, secret: secretIn(mail!) };
  };
  const confirm = (token: string, secret: string, from = one) =>
    from.ask('PUT', '/auth/email-confirmation', { token, body: { token: secret } });
  const me = async (token: string) => (await one.ask('GET', '/auth/me', { token })).body as object;
  const change = (token: string, email: string | null) =>
    one.ask('PATCH', '/auth/me', { token, body: { email, proof: { password: PASSWORD } } });
  const confirmed = async (name: string) => {
    const user = await signUp(name);
    expect((await confirm(user.token, user.secret)).status).toBe(204);
    return user;
  };
  /** Where mails go that are sent before one to somebody who signs up now. */
  const mailsBefore = async (username: string, email: string) => {
    await askToSignUp(username, email);
    const found: (string | undefined)[] = [];
    await expect
      .poll(async () => found.push(...(await one.mails()).map(({ to }) => to[0]?.address)) && found)
      .toContain(email);
    return found.slice(0, found.indexOf(email));
  };
  const expired = { status: 404, body: { code: 'link-expired' } };
  const CONFIRM = 'Confirm your email address for Crudgen';
  const KNOWN = 'You already have an account at Crudgen';

  it('it is nobody’s, and their own profile says so', async () => {
    const { token, secret } = await signUp('ann');
    const pending = { email: null, pending_email: 'ann@example.com' };
    expect(await me(token)).toMatchObject(pending);
    expect((await one.login('ann')).body.user).toMatchObject(pending);
    expect((await one.ask('GET', '/auth/email-confirmation', { token })).body).toEqual({
      ...{ email: null, required: true, confirmed: false, pending: 'ann@example.com' },
    });
    expect((await confirm(token, secret)).status).toBe(204);
    expect(await me(token)).toMatchObject({ email: 'ann@example.com', pending_email: null });
    expect(await confirm(token, secret)).toMatchObject(expired);
  });

  it('it blocks nobody: whoever gets it otherwise has it', async () => {
    const { token, secret } = await signUp('stranger', 'Bea@example.com');
    const id = await one.makeUser('bea');
    expect((await one.users.get(id)).email).toBe('bea@example.com');
    const answer = await confirm(token, secret);
    expect(answer).toMatchObject({ status: 409, body: { code: 'address-taken' } });
    expect(await me(token)).toMatchObject({ email: null, pending_email: null });
    expect(await confirm(token, secret)).toMatchObject(expired);
    expect((await one.users.get(id)).email).toBe('bea@example.com');
  });

  it('nobody learns from a sign-up whose address there is: its owner is told', async () => {
    await confirmed('cleo');
    const statements: string[][] = [];
    const answers: Awaited<ReturnType<typeof askToSignUp>>[] = [];
    for (const [name, email] of [
      ['spy1', 'Cleo@example.com'],
      ['spy2', 'nobody@example.com'],
    ] as const) {
      const ran: string[] = [];
      const stop = onStatement(({ sql }) => ran.push(sql));
      answers.push(await askToSignUp(name, email));
      stop();
      // All that could find the address; but for the id of the new user.
      const about = ran.filter((sql) => /auth_user|email/.test(sql));
      statements.push(about.map((sql) => sql.replace(/= \d+\b/g, '= id')));
    }
    expect(statements[0]!.join()).toContain('pending_email');
    expect(statements[0]).toEqual(statements[1]);
    const shape = ({ status, body, headers }: (typeof answers)[number]) => [
      ...[status, Object.keys(body), Object.keys(body.user)],
      [...headers.keys()].sort(),
    ];
    expect(shape(answers[0]!)).toEqual(shape(answers[1]!));
    expect(answers[0]!.status).toBe(201);
    const told = await mails(2);
    expect(told.map(({ to, subject }) => [to[0]?.address, subject]).toSorted()).toEqual([
      ['Cleo@example.com', KNOWN],
      ['nobody@example.com', CONFIRM],
    ]);
    const known = told.find(({ subject }) => subject === KNOWN)!;
    expect(known.text).toContain('https://app.example.com/admin/forgot-password');
    expect(`${known.text}${known.html}`).not.toMatch(/spy1|token=/);
  });

  it('nor from a change', async () => {
    await confirmed('dora');
    const { token } = await confirmed('eve');
    for (const [email, subject] of [
      ['dora@example.com', KNOWN],
      ['free@example.com', CONFIRM],
    ] as const) {
      expect(await change(token, email)).toMatchObject({
        ...{ status: 200, body: { email: 'eve@example.com', pending_email: email } },
      });
      expect(await subjects(1)).toEqual([[email, subject]]);
    }
  });

  it('nor from the mails that are left for an address of one’s own', async () => {
    await one.makeUser('fay');
    for (const [name, entered] of [
      ['spy3', 'fay@example.com'],
      ['spy4', 'also-free@example.com'],
    ] as const) {
      const { body } = await askToSignUp(name, entered);
      const token = String(body.access_token);
      await mails(1);
      for (let more = 0; more < 2; more++) {
        await one.ask('POST', '/auth/email-confirmation', { token });
        await mails(1);
      }
      await change(token, `${name}@example.com`);
      expect(await mailsBefore(`after-${name}`, `after-${name}@example.com`)).toEqual([]);
    }
  });

  it('the last one that was entered counts, and the one before is told of it', async () => {
    const { token } = await confirmed('finn');
    await change(token, 'finn@example.net');
    const [first] = await mails(1);
    await change(token, 'finn@example.org');
    const [second] = await mails(1);
    expect(await confirm(token, secretIn(first!))).toMatchObject(expired);
    expect((await confirm(token, secretIn(second!))).status).toBe(204);
    expect(await me(token)).toMatchObject({ email: 'finn@example.org', pending_email: null });
    expect(await subjects(1)).toEqual([
      ['finn@example.com', 'The email address of your Crudgen account was changed'],
    ]);
    const asked = { body: { email: 'finn@example.com' } };
    await one.ask('POST', '/auth/forgot-password', asked);
    expect(await one.mails()).toEqual([]);
    await one.ask('POST', '/auth/forgot-password', { body: { email: 'finn@example.org' } });
    expect(await subjects(1)).toEqual([['finn@example.org', 'Reset your Crudgen password']]);
  });

  it('another profile field changes at once, an invalid address nothing', async () => {
    const { token } = await confirmed('gus');
    const patch = (body: object) => one.ask('PATCH', '/auth/me', { token, body });
    const proof = { password: PASSWORD };
    const wrong = await patch({ first_name: 'Gus', email: 'no address', proof });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { email: expect.anything() } } });
    expect(await me(token)).toMatchObject({ first_name: null, pending_email: null });
    const right = await patch({ first_name: 'Gus', email: 'gus@example.net', proof });
    expect(right.body).toMatchObject({ first_name: 'Gus', pending_email: 'gus@example.net' });
    await mails(1);
    // The present one: nothing waits any more. None: at once.
    await change(token, 'gus@example.com');
    expect(await me(token)).toMatchObject({ email: 'gus@example.com', pending_email: null });
    await change(token, null);
    expect(await me(token)).toMatchObject({ email: null, pending_email: null });
    expect(await subjects(1)).toEqual([
      ['gus@example.com', 'The email address of your Crudgen account was changed'],
    ]);
  });

  it('of two users who confirm one at once, in two processes, one has it', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `round${round}@example.com`;
      const [hal, ida] = [await signUp(`hal${round}`, email), await signUp(`ida${round}`, email)];
      const answers = await Promise.all([
        confirm(hal.token, hal.secret),
        confirm(ida.token, ida.secret, other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
      const winner = answers[0]!.status === 204 ? hal : ida;
      const found = await one.users.find({ where: { email } });
      expect(found.map(({ id }) => id)).toEqual([winner.id]);
    }
  });

  it('a link is used once, however many come with it', async () => {
    const { token, secret } = await signUp('jon');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => confirm(token, secret, at % 2 ? one : other)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array<number>(9).fill(404)]);
  });

  it('a new password ends what somebody else may have entered', async () => {
    const { token } = await confirmed('kim');
    await change(token, 'kim@example.net');
    const [mail] = await mails(1);
    await one.ask('POST', '/auth/forgot-password', { body: { email: 'kim@example.com' } });
    const [reset] = await mails(1);
    const body = { token: secretIn(reset!), new_password: NEXT };
    expect((await one.ask('POST', '/auth/reset-password', { body })).status).toBe(204);
    await mails(1);
    const fresh = String((await one.login('kim', NEXT)).body.access_token);
    expect(await me(fresh)).toMatchObject({ pending_email: null });
    expect(await confirm(fresh, secretIn(mail!))).toMatchObject(expired);
  });

  it('nor does a password that was changed in person leave its link valid', async () => {
    const { token, secret } = await signUp('lea');
    const body = { current_password: PASSWORD, new_password: NEXT };
    const changed = await one.ask('PUT', '/auth/change-password', { token, body });
    const fresh = String(changed.body.access_token);
    expect(await confirm(fresh, secret)).toMatchObject(expired);
    await one.ask('POST', '/auth/email-confirmation', { token: fresh });
    const [again] = await mails(1);
    expect((await confirm(fresh, secretIn(again!))).status).toBe(204);
  });

  it('an administrator has the last word', async () => {
    const { token, id, secret } = await signUp('mia');
    const users = await one.usersAs(await one.makeUser('root', { email: null }, 'Admin'));
    await users.update(id, { email: 'mia@example.org' });
    await expect.poll(() => me(token)).toMatchObject({ pending_email: null });
    expect(await confirm(token, secret)).toMatchObject(expired);
    expect(await me(token)).toMatchObject({ email: 'mia@example.org' });
  });

  it('mails to one address are few, whoever enters it, from wherever', async () => {
    for (let at = 0; at < 5; at++) await askToSignUp(`nia${at}`, 'nia@example.com');
    // A job that runs after theirs.
    const told = await mailsBefore('later', 'later@example.com');
    expect(new Set(told)).toEqual(new Set(['nia@example.com']));
    expect(told.length).toBeLessThanOrEqual(3);
  });

  it('and what is never confirmed is forgotten', async () => {
    const { token, secret } = await signUp('oda');
    const gone = await signUp('pia');
    await one.users.remove(gone.id);
    await one.query(
      `UPDATE pending_email SET expires = ${Date.now() - 1} WHERE email = 'oda@example.com'`,
    );
    expect(await me(token)).toMatchObject({ pending_email: null });
    expect(await confirm(token, secret)).toMatchObject(expired);
    await signUp('quin');
    const rows = await one.query('SELECT email FROM pending_email');
    const emails = rows.map(({ email }) => email);
    expect(emails).toContain('quin@example.com');
    expect(emails).not.toContain('oda@example.com');
    expect(emails).not.toContain('pia@example.com');
  });

  it('meanwhile its user signs in by name, also where addresses do', async () => {
    const open = await openAccounts(await newDatabase(), { account, env: { SIGN_IN_BY: 'email' } });
    const body = { username: 'rob', email: 'rob@example.com', password: PASSWORD };
    const { access_token: token } = (await open.ask('POST', '/auth/sign-up', { body })).body;
    const statuses = async () => [
      (await open.login('rob')).status,
      (await open.login('rob@example.com')).status,
    ];
    expect(await statuses()).toEqual([200, 401]);
    let secret = '';
    await expect
      .poll(async () => (secret = (await open.mails()).map(secretIn)[0] ?? ''))
      .not.toBe('');
    const confirming = { token: String(token), body: { token: secret } };
    expect((await open.ask('PUT', '/auth/email-confirmation', confirming)).status).toBe(204);
    expect(await statuses()).toEqual([401, 200]);
    await open.close();
  });
}
