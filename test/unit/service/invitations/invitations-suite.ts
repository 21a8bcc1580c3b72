import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onStatement } from '../../../../templates/service/engine/database/trace-statement.js';
import {
  openAccounts,
  PASSWORD,
  secretIn,
  type OpenAccounts,
} from '../../../support/open-accounts.js';

const NEXT = 'a second long password';

/** Managers create and see users, and make them Viewers; they administer nobody. */
const ACCESS = {
  roles: {
    Admin: ['list', 'show', 'create', 'edit', 'delete'],
    Manager: ['list', 'show', 'create'],
    Moderator: ['create'],
    '*': [],
  },
  fields: {
    username: { write: ['Admin', 'Manager', 'Moderator'] },
    password: { write: ['Admin', 'Manager', 'Moderator'] },
    email: { read: ['Admin', 'Manager'], write: ['Admin', 'Manager', 'Moderator'] },
    roles: { read: ['Admin'], write: ['Admin', 'Manager'] },
  },
  gives: { Manager: ['Viewer'] },
} as const satisfies NonNullable<Parameters<typeof openAccounts>[1]>['access'];

/** How people become users by invitation, on one kind of database. */
export function describeInvitations(newDatabase: () => Promise<string>): void {
  let one: OpenAccounts;
  /** Another process of the same service. */
  let other: OpenAccounts;
  let admin: string;
  beforeAll(async () => {
    const url = await newDatabase();
    one = await openAccounts(url, { access: ACCESS });
    other = await openAccounts(url, { access: ACCESS });
    await one.query(
      `INSERT INTO auth_role (name, allowed_methods, is_preset, is_edited, created_at, updated_at)
       VALUES ('Moderator', '["POST"]', false, false, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)`,
    );
    await one.makeUser('root', { first_name: 'Rita', last_name: 'Root' }, 'Admin');
    admin = await sessionOf('root');
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const sessionOf = async (username: string): Promise<string> =>
    String((await one.login(username)).body.access_token);
  const invite = (body: object, token = admin, headers?: Record<string, string>) =>
    one.ask('POST', '/auth/invitations', { body, token, ...(headers && { headers }) });
  const accept = (token: string, body: object = {}, from = one) =>
    from.ask('POST', '/auth/invitations/accept', { body: { token, password: NEXT, ...body } });
  const look = (token: string) => one.ask('POST', '/auth/invitations/look', { body: { token } });
  const list = async (token = admin) => (await one.ask('GET', '/auth/invitations', { token })).body;
  /** The secret of the link that somebody has got. */
  const linkFor = async (body: object, token = admin): Promise<string> => {
    expect(await invite(body, token)).toMatchObject({ status: 201 });
    return secretIn((await one.mails()).at(-1) ?? { text: '' });
  };
  const expired = { status: 404, body: { code: 'link-expired' } };
  const isVoid = { status: 403, body: { code: 'invitation-void' } };
  const count = async (email: string) =>
    (await one.query(`SELECT id FROM auth_user WHERE email = '${email}'`)).length;

  it('is a mail with a link, by which somebody becomes a user and is signed in', async () => {
    const answer = await invite({ email: 'Ann@Example.com', roles: ['Manager'] });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...{ email: 'Ann@Example.com', roles: ['Manager'], tenants: [], username: null },
        ...{ invited_by: 'Rita Root', expired: false },
      },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Date.parse(answer.body.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const [mail] = await one.mails();
    expect(mail).toMatchObject({ to: [{ address: 'Ann@Example.com' }] });
    expect(mail!.text).toContain('Rita Root has invited you to Crudgen');
    const token = secretIn(mail!);
    expect(await look(token)).toMatchObject({
      status: 200,
      body: {
        ...{ email: 'Ann@Example.com', username: null, invited_by: 'Rita Root' },
        fields: ['username', 'password', 'first_name', 'last_name'],
      },
    });
    const accepted = await accept(token, { username: 'ann', first_name: 'Ann' });
    expect(accepted).toMatchObject({
      status: 201,
      body: { user: { username: 'ann', email: 'Ann@Example.com', first_name: 'Ann' } },
    });
    const me = await one.ask('GET', '/auth/me', { token: accepted.body.access_token });
    expect(me.body).toMatchObject({ username: 'ann', roles: ['Manager'] });
    expect((await one.login('ann', NEXT)).status).toBe(200);
    expect(await accept(token, { username: 'ann2' })).toMatchObject(expired);
    expect(await look(token)).toMatchObject(expired);
    expect(await list()).toEqual([]);
  });

  it('whose link begins with the setting, whatever the request says, in the language of the browser', async () => {
    const evil = 'evil.example.net';
    await invite({ email: 'host@example.com' }, admin, {
      ...{ 'x-forwarded-host': evil, forwarded: `host=${evil}`, origin: `https://${evil}` },
      'accept-language': 'de-AT,en;q=0.5',
    });
    const [mail] = await one.mails();
    expect(mail!.subject).toBe('Einladung zu Crudgen');
    expect(mail!.text.match(/https?:\S+/g)).toEqual([
      expect.stringMatching(/^https:\/\/app\.example\.com\/admin\/accept-invitation#token=/),
    ]);
    expect(JSON.stringify(mail)).not.toContain(evil);
  });

  it('while nothing that is stored opens it', async () => {
    const token = await linkFor({ email: 'stored@example.com' });
    for (const table of ['account_invitation', 'background_job', 'auth_failure'])
      expect(JSON.stringify(await one.query(`SELECT * FROM ${table}`))).not.toContain(token);
    const [row] = await one.query('SELECT digest FROM account_invitation ORDER BY id DESC LIMIT 1');
    for (const wrong of [String(row!['digest']), '', 'x', token.slice(1), `${token}x`])
      expect(await accept(wrong, { username: 'nobody' })).toMatchObject({ status: 404 });
    await one.query(`UPDATE account_invitation SET expires = ${Date.now() - 1}`);
    expect(await look(token)).toMatchObject(expired);
    expect(await accept(token, { username: 'late' })).toMatchObject(expired);
    expect(await list()).toContainEqual(
      expect.objectContaining({ email: 'stored@example.com', expired: true }),
    );
  });

  it('of which a weak password or a taken name is no use', async () => {
    const token = await linkFor({ email: 'bea@example.com', roles: ['Viewer'] });
    const weak = { status: 422, body: { errors: { password: expect.any(String) as string } } };
    for (const password of ['short', 'password123', '            '])
      expect(await accept(token, { username: 'bea', password })).toMatchObject(weak);
    expect(await accept(token, { username: 'ROOT' })).toMatchObject({
      status: 409,
      body: { errors: { username: expect.any(String) as string } },
    });
    expect(await accept(token)).toMatchObject({
      status: 422,
      body: { errors: { username: expect.any(String) as string } },
    });
    expect((await accept(token, { username: 'bea' })).status).toBe(201);
  });

  it('which says what it says: nobody adds to it', async () => {
    const token = await linkFor({ email: 'cleo@example.com', username: 'cleo', last_name: 'C.' });
    expect((await look(token)).body).toMatchObject({
      username: 'cleo',
      fields: ['password', 'first_name'],
    });
    for (const more of [
      ...[{ roles: ['Admin'] }, { tenants: [1] }, { email: 'eve@example.com' }],
      ...[{ username: 'eve' }, { last_name: 'E.' }, { status: 'Active' }, { password_hash: 'x' }],
    ])
      expect(await accept(token, more), JSON.stringify(more)).toMatchObject({
        status: 422,
        body: { errors: { [Object.keys(more)[0]!]: expect.any(String) as string } },
      });
    const accepted = await accept(token);
    expect(accepted.body.user).toMatchObject({ username: 'cleo', last_name: 'C.', roles: [] });
  });

  it('that one of twenty uses at once wins, in two processes', { timeout: 60_000 }, async () => {
    const token = await linkFor({ email: 'many@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        accept(token, { username: `many${at}` }, at % 2 ? one : other),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![201, 404].includes(status))).toEqual([]);
    expect(await count('many@example.com')).toBe(1);
  });

  describe('who may send one', () => {
    it('is who may create such a user', async () => {
      await one.makeUser('viewer');
      await one.makeUser('manager', {}, 'Manager');
      await one.makeUser('mod', {}, 'Moderator');
      const [viewer, editor, mod] = [
        await sessionOf('viewer'),
        await sessionOf('manager'),
        await sessionOf('mod'),
      ];
      const email = 'new@example.com';
      expect((await one.ask('POST', '/auth/invitations', { body: { email } })).status).toBe(401);
      expect(await invite({ email }, viewer)).toMatchObject({
        status: 403,
        body: { code: 'may-not' },
      });
      expect((await one.ask('GET', '/auth/invitations', { token: viewer })).status).toBe(403);
      // A role that the sender may not give, and fields that the sender may not write.
      expect((await invite({ email, roles: ['Viewer'] }, mod)).status).toBe(403);
      expect((await invite({ email, tenants: [1] }, editor)).status).toBe(403);
      for (const role of ['Nobody', 'Manager', 'Admin'])
        expect(await invite({ email, roles: [role] }, editor)).toMatchObject({
          status: 422,
          body: { problems: [{ field: 'roles', code: 'not-given', params: { values: 'Viewer' } }] },
        });
      expect((await invite({ email, roles: ['Viewer'] }, editor)).status).toBe(201);
      expect((await invite({ email }, mod)).status).toBe(201);
      expect(await one.mails()).toHaveLength(2);
    });

    it('says so by field, as for a user that is made at once', async () => {
      for (const [body, field] of [
        [{}, 'email'],
        [{ email: '' }, 'email'],
        [{ email: 'no address' }, 'email'],
        [{ email: 'a@example.com', password: PASSWORD }, 'password'],
        [{ email: 'a@example.com', status: 'Inactive' }, 'status'],
        [{ email: 'a@example.com', colour: 'red' }, 'colour'],
        [{ email: 'a@example.com', username: ' x' }, 'username'],
        [{ email: 'a@example.com', roles: 'Admin' }, 'roles'],
        [{ email: 'a@example.com', tenants: [77] }, 'tenants'],
      ] as const)
        expect(await invite(body), JSON.stringify(body)).toMatchObject({
          status: 422,
          body: { errors: { [field]: expect.any(String) as string } },
        });
      expect(await invite({ email: 'a@example.com', username: 'Root' })).toMatchObject({
        status: 409,
        body: { errors: { username: expect.any(String) as string } },
      });
      expect(await one.mails()).toEqual([]);
    });

    it('does not learn of users whom they may not see', async () => {
      await one.makeUser('hidden', { email: 'hidden@example.com' });
      const mod = await sessionOf('mod');
      expect(await invite({ email: 'HIDDEN@example.com' })).toMatchObject({
        status: 409,
        body: { problems: [{ field: 'email', code: 'unique' }] },
      });
      const [hidden, fresh] = [
        await invite({ email: 'hidden@example.com' }, mod),
        await invite({ email: 'fresh1@example.com' }, mod),
      ];
      const shape = ({ status, body, headers }: typeof hidden) => [
        status,
        Object.keys(body),
        [...headers.keys()].sort(),
      ];
      expect(shape(hidden)).toEqual(shape(fresh));
      const mails = await one.mails();
      const known = mails.find(({ to }) => to[0]?.address === 'hidden@example.com')!;
      expect(known.text).toContain('where this address already has an account');
      expect(secretIn(known)).toBe('');
      expect((await list(mod)).map(({ email }: { email: string }) => email)).toContain(
        'hidden@example.com',
      );
    });

    it('is held to a number of them, and of mails to one address', async () => {
      await one.makeUser('busy', {}, 'Admin');
      const busy = await sessionOf('busy');
      const statuses: number[] = [];
      for (let at = 0; at < 6; at++)
        statuses.push((await invite({ email: 'Much@example.com' }, busy)).status);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      expect((await invite({ email: 'less@example.com' }, busy)).status).toBe(201);
      // Of those to one address the newest alone is left.
      const mails = (await one.mails()).filter(({ to }) => to[0]?.address === 'Much@example.com');
      expect(mails).toHaveLength(1);
    });
  });

  describe('while it is pending', () => {
    const change = (id: number, path = '', token = admin) =>
      one.ask(path === '' ? 'DELETE' : 'POST', `/auth/invitations/${id}${path}`, { token });

    it('it can be sent again, which makes the former link void', async () => {
      const { body } = await invite({ email: 'again@example.com' });
      const former = secretIn((await one.mails())[0]!);
      const renewed = await change(body.id, '/resend');
      expect(renewed).toMatchObject({ status: 200, body: { id: body.id } });
      expect(await look(former)).toMatchObject(expired);
      const [mail] = await one.mails();
      expect(await accept(former, { username: 'again' })).toMatchObject(expired);
      expect((await accept(secretIn(mail!), { username: 'again' })).status).toBe(201);
      expect(await change(body.id, '/resend')).toMatchObject({ status: 404 });
    });

    it('it can be revoked', async () => {
      const { body } = await invite({ email: 'revoked@example.com' });
      const token = secretIn((await one.mails())[0]!);
      expect((await change(body.id)).status).toBe(204);
      expect(await accept(token, { username: 'revoked' })).toMatchObject(expired);
      expect((await change(body.id)).status).toBe(404);
      // Before its mail was sent, too.
      const second = await invite({ email: 'revoked@example.com' });
      await change(second.body.id);
      expect(await one.mails()).toEqual([]);
    });

    it('those see it who sent it, or administer who did', async () => {
      const [editor, mod] = [await sessionOf('manager'), await sessionOf('mod')];
      const { body: ofManager } = await invite({ email: 'e1@example.com' }, editor);
      const { body: ofAdmin } = await invite({ email: 'e2@example.com' });
      await one.mails();
      const ids = async (token: string) =>
        (await list(token)).map(({ id }: { id: number }) => id) as number[];
      expect(await ids(admin)).toEqual(expect.arrayContaining([ofManager.id, ofAdmin.id]));
      expect(await ids(editor)).toContain(ofManager.id);
      expect(await ids(editor)).not.toContain(ofAdmin.id);
      expect(await ids(mod)).not.toContain(ofManager.id);
      for (const path of ['', '/resend']) {
        expect((await change(ofAdmin.id, path, editor)).status).toBe(404);
        expect((await change(ofManager.id, path, mod)).status).toBe(404);
      }
      expect((await change(ofManager.id, '', editor)).status).toBe(204);
    });
  });

  describe('gives what whoever sent it may give when it is accepted', () => {
    const inviter = async (name: string) => {
      const id = await one.makeUser(name, {}, 'Admin');
      const token = await sessionOf(name);
      const secret = await linkFor({ email: `by-${name}@example.com`, roles: ['Admin'] }, token);
      return { id, secret, email: `by-${name}@example.com` };
    };

    it('and nothing where they are gone, inactive or may no longer do so', async () => {
      const changes: Record<string, (id: number) => Promise<unknown>> = {
        gone: (id) => one.users.remove(id),
        off: (id) => one.users.update(id, { status: 'Inactive' }),
        less: (id) => one.users.update(id, { roles: ['Moderator'] }),
        none: (id) => one.users.update(id, { roles: [] }),
        // May invite, and give roles, but no longer this one.
        lower: (id) => one.users.update(id, { roles: ['Manager'] }),
      };
      for (const [name, change] of Object.entries(changes)) {
        const { id, secret, email } = await inviter(name);
        await change(id);
        expect(await accept(secret, { username: `x-${name}` }), name).toMatchObject(isVoid);
        expect(await count(email)).toBe(0);
      }
    });

    it('and again once somebody else sends it, who answers for it from then on', async () => {
      const { id, secret, email } = await inviter('former');
      const { id: at } = (await list()).find((each: { email: string }) => each.email === email);
      await one.users.update(id, { status: 'Inactive' });
      expect(await look(secret)).toMatchObject(isVoid);
      const path = `/auth/invitations/${at}/resend`;
      expect((await one.ask('POST', path, { token: admin })).body.invited_by).toBe('Rita Root');
      const [mail] = await one.mails();
      const accepted = await accept(secretIn(mail!), { username: 'second' });
      expect(accepted).toMatchObject({ status: 201, body: { user: { roles: ['Admin'] } } });
    });

    it('unless the address, or the name that it gives, is somebody’s by now', async () => {
      const token = await linkFor({ email: 'soon@example.com' });
      await one.makeUser('soon');
      expect(await accept(token, { username: 'later' })).toMatchObject({
        status: 409,
        body: { code: 'account-exists' },
      });
      const named = await linkFor({ email: 'named@example.com', username: 'named' });
      await one.makeUser('named', { email: null });
      expect(await accept(named)).toMatchObject(isVoid);
    });
  });

  it('confirms the address to which it was sent', async () => {
    const open = await openAccounts(await newDatabase(), { account: { edits: ['email'] } });
    await open.makeUser('root', {}, 'Admin');
    const { body } = await open.login('root');
    await open.ask('POST', '/auth/invitations', {
      body: { email: 'sure@example.com' },
      token: String(body.access_token),
    });
    const token = secretIn((await open.mails())[0]!);
    const accepted = await open.ask('POST', '/auth/invitations/accept', {
      body: { token, username: 'sure', password: NEXT },
    });
    const session = String(accepted.body.access_token);
    await expect
      .poll(
        async () => (await open.ask('GET', '/auth/email-confirmation', { token: session })).body,
      )
      .toMatchObject({ email: 'sure@example.com', required: true, confirmed: true });
    await open.close();
  });

  it('hashes the password before it takes a lock, behind which others wait', async () => {
    const token = await linkFor({ email: 'quick@example.com', roles: ['Viewer'] });
    const done: string[] = [];
    const stop = onStatement(({ sql }) => {
      if (sql.startsWith('DELETE FROM account_invitation')) done.push('lock');
    });
    const { passwords } = one;
    const { beforehand } = passwords;
    passwords.beforehand = (password, work) =>
      beforehand(password, () => {
        done.push('hash');
        return work();
      });
    expect((await accept(token, { username: 'quick' })).status).toBe(201);
    stop();
    passwords.beforehand = beforehand;
    expect(done.slice(0, 2)).toEqual(['hash', 'lock']);
    expect((await one.login('quick', NEXT)).status).toBe(200);
  });

  it('lets another feature tie the user to a proof of its own, or refuse with it', async () => {
    const { acceptInvitations } =
      await import('../../../../templates/features/invitations/engine/invitations/accept-invitation.js');
    const { createStoredInvitations } =
      await import('../../../../templates/features/invitations/engine/invitations/stored-invitations.js');
    const door = acceptInvitations(
      {
        ...one.parts,
        directory: one.directory,
        passwords: one.passwords,
        throttle: {
          hashing: (_name: string, _address: string, work: () => unknown) => work(),
        } as never,
        events: { tell: () => undefined },
      },
      createStoredInvitations(one.database, 3600),
    );
    const client = { address: '10.9.9.9', agent: 'tests' };
    const token = await linkFor({ email: 'proof@example.com', roles: ['Viewer'] });
    const refuse = () => Promise.reject(new Error('another has this identity'));
    await expect(door.accept(token, { username: 'proof' }, client, refuse)).rejects.toThrow(
      'another has this identity',
    );
    expect(await count('proof@example.com')).toBe(0);
    let linked = 0;
    const account = await door.accept(token, { username: 'proof' }, client, (_session, id) => {
      linked = id;
      return Promise.resolve();
    });
    expect(account.profile).toMatchObject({ id: linked, username: 'proof', roles: ['Viewer'] });
  });
}
