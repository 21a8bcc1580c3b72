import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectFields, expectProblem, withoutRequestId } from './expect-problem.js';
import { ADMIN, SECRET } from './harness.js';
import { mark, type Answer, type Client, type Row } from './http.js';
import { decodeToken, forgeToken, unsignedToken, type TokenParts } from './token.js';
import { clientFor, clientOf, logIn, onEachDatabase, useService } from './use-service.js';

const PROFILE = [
  'email',
  'first_name',
  'id',
  'last_name',
  'roles',
  'status',
  'tenants',
  'username',
];
const ALL_ACTIONS = ['clone', 'create', 'delete', 'edit', 'field', 'list', 'show'];

function expectProfile(profile: unknown): void {
  expect(Object.keys(profile as object).sort()).toEqual(PROFILE);
}

function expectUnauthorized(answer: Answer): void {
  expectProblem(answer, 401);
  expect(answer.header('www-authenticate')).toMatch(/^Bearer\b/);
}

onEachDatabase((database) => {
  const service = useService('task-manager', database);
  const { anonymous } = service;
  const admin = service.as('admin');

  /** A user of one test, with this many roles. */
  const newUser = async (...roles: string[]): Promise<{ user: Row; client: Client }> => {
    const username = mark();
    const email = `${username}@example.test`;
    const user = await admin.create('/user', { username, email, password: CAST_PASSWORD, roles });
    return { user, client: await clientFor(service.url, username, CAST_PASSWORD) };
  };

  describe('6 Access: POST /auth/login', () => {
    test('answers the token, its type and life, and the profile', async () => {
      const answer = await logIn(service.url, ADMIN.username, ADMIN.password);
      expect(answer.status).toBe(200);
      const body = answer.body as Record<string, unknown>;
      expect(Object.keys(body).sort()).toEqual([
        'access_token',
        'expires_in',
        'token_type',
        'user',
      ]);
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 43_200 });
      expectProfile(body.user);
      expect(body.user).toMatchObject({ username: 'admin', status: 'Active', roles: ['Admin'] });
      expect(answer.text).not.toMatch(/\$2[aby]\$/);
    });

    test('an unknown name and a wrong password get the same 401', async () => {
      await service.token('viewer');
      const answers = [
        await logIn(service.url, 'viewer', 'not the password'),
        await logIn(service.url, mark(), CAST_PASSWORD),
      ];
      for (const answer of answers) {
        expectProblem(answer, 401);
        expect(answer.header('www-authenticate')).not.toBe('');
      }
      const [one, two] = answers as [Answer, Answer];
      expect(withoutRequestId(one)).toEqual(withoutRequestId(two));
      expect(Object.keys(one.headers).sort()).toEqual(Object.keys(two.headers).sort());
    });

    test.each<[string, unknown]>([
      ['nothing', {}],
      ['no password', { username: 'admin' }],
      ['no name', { password: 'x' }],
      ['null', { username: 'admin', password: null }],
      ['a number', { username: 'admin', password: 5 }],
      ['an object', { username: { $ne: null }, password: { $ne: null } }],
      ['a list', { username: ['admin'], password: [ADMIN.password] }],
      ['a list of it all', [{ username: 'admin', password: 'x' }]],
    ])('a body with %s: 422', async (_, body) => {
      expectProblem(await anonymous.post('/auth/login', body), 422);
    });

    test('GET /auth/sign-in says what a form asks for', async () => {
      const answer = await anonymous.get('/auth/sign-in');
      expect([answer.status, answer.body]).toEqual([200, { sign_in_by: 'username' }]);
    });

    test.each([
      ['empty', '', ''],
      ['with an empty password', 'admin', ''],
      ['with NUL', 'admin\u0000', 'x'],
      ['with a password with NUL', 'admin', 'x\u0000'],
      ['with a lone surrogate', 'admin\ud800', 'x'],
      ['with SQL', "admin' --", 'x'],
      ['with wildcards', '%', '%'],
      ['very long', 'x'.repeat(10_000), 'y'.repeat(10_000)],
      ['of a prototype', '__proto__', 'x'],
    ])('a name %s does not get in', async (_, username, password) => {
      expect([401, 422]).toContain((await logIn(service.url, username, password)).status);
    });

    test.each([72, 73, 256])('a password of %d bytes is compared whole', async (length) => {
      const username = mark();
      const password = `${'p'.repeat(length - 1)}q`;
      const body = { username, email: 'a@example.test', password, roles: [] };
      await admin.create('/user', body);
      expect((await logIn(service.url, username, password)).status).toBe(200);
      for (const other of [`${password}x`, `${password.slice(0, -1)}x`])
        expect([401, 422]).toContain((await logIn(service.url, username, other)).status);
    });

    test('an inactive user: 403 after the right password, 401 after a wrong one', async () => {
      const { user, client } = await newUser('Viewer');
      expect((await client.get('/auth/me')).status).toBe(200);
      await admin.change(`/user/${user.id}`, { status: 'Inactive' });
      const name = String(user.username);
      expectProblem(await logIn(service.url, name, CAST_PASSWORD), 403);
      expectProblem(await logIn(service.url, name, 'wrong'), 401);
      expectUnauthorized(await client.get('/auth/me'));
      expectUnauthorized(await client.get('/task'));
      await admin.change(`/user/${user.id}`, { status: 'Active' });
      expect((await logIn(service.url, name, CAST_PASSWORD)).status).toBe(200);
      expectUnauthorized(await client.get('/auth/me'));
    });
  });

  test('6 Access: a name that takes long to compare holds nobody up', async () => {
    const time = async (username: string): Promise<number> => {
      const started = performance.now();
      expect([401, 429]).toContain((await logIn(service.url, username, 'x')).status);
      return performance.now() - started;
    };
    const length = 200_000;
    await time('x'.repeat(length));
    const plain = await time('y'.repeat(length));
    // Combining marks out of order: to sort them takes the square of their number, half a minute here.
    const marks = `${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`;
    expect(await time(`a${marks}`)).toBeLessThan(20 * plain + 1000);
  });

  describe('6 Access: POST /auth/logout', () => {
    const path = '/auth/logout';

    test('204; ends this session alone, at once', async () => {
      const { user, client } = await newUser('Viewer');
      const other = await clientFor(service.url, String(user.username), CAST_PASSWORD);
      const answer = await client.post(path);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.header('cache-control')).toBe('no-store');
      for (const door of ['/auth/me', '/task', '/openapi.json'])
        expectUnauthorized(await client.get(door));
      expect((await other.get('/task?_end=1')).status).toBe(200);
      expect((await logIn(service.url, String(user.username), CAST_PASSWORD)).status).toBe(200);
    });

    test('twice: 204; without a token, or with a bad one: 401', async () => {
      const { client } = await newUser();
      for (let at = 0; at < 2; at += 1) expect((await client.post(path)).status).toBe(204);
      expectUnauthorized(await anonymous.post(path));
      expectUnauthorized(await clientOf(service.url, 'a.b.c').post(path));
      expectProblem(await client.get(path), 405);
    });
  });

  describe('6 Access: the profile', () => {
    test.each(['admin', 'manager', 'viewer', 'nobody'])('GET /auth/me of %s', async (name) => {
      const answer = await service.as(name).get('/auth/me');
      expect(answer.status).toBe(200);
      expectProfile(answer.body);
      expect(answer.body).toEqual(await service.user(name));
      expect(answer.body).toMatchObject({ username: name, status: 'Active', tenants: [] });
    });

    test('usernames are unique without regard to case', async () => {
      const username = `Ärger${mark()}`;
      const body = { email: 'a@example.test', password: CAST_PASSWORD, roles: [] };
      await admin.create('/user', { ...body, username });
      for (const same of [username, username.toUpperCase(), username.toLowerCase()]) {
        const problem = expectProblem(await admin.post('/user', { ...body, username: same }), 409);
        expect(problem.detail).toContain('username');
      }
      expectProblem(await admin.post('/user', { ...body, username: 'ADMIN' }), 409);
    });

    test('a status is Active or Inactive', async () => {
      const { user } = await newUser();
      expect(user.status).toBe('Active');
      for (const status of ['active', 'Banned', '', null, 5])
        expectFields(await admin.patch(`/user/${user.id}`, { status }), 422, 'status');
    });

    test('no hash, ever, anywhere', async () => {
      const { user, client } = await newUser('Viewer');
      const path = `/user/${user.id}`;
      const answers = [
        await admin.get('/user?_end=100'),
        await admin.get(path),
        await admin.patch(path, { first_name: 'A' }),
        await client.get('/auth/me'),
        await admin.get('/openapi.json'),
        await logIn(service.url, String(user.username), CAST_PASSWORD),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(answer.text).not.toMatch(/\$2[aby]\$|password_hash/);
      }
      for (const row of (answers[0] as Answer).rows)
        for (const key of Object.keys(row)) expect(key).not.toMatch(/password|hash|ver$|version/);
    });

    test.each(['password', 'password_hash', 'hash', 'ver', 'token_version', 'passwordHash'])(
      'users are not filtered or sorted by %s: 400 as for any unknown column',
      async (name) => {
        for (const part of [`${name}=x`, `${name}__startswith=$2`, `${name}__isnull=true`])
          expectProblem(await admin.get(`/user?${part}`), 400);
        expectProblem(await admin.get(`/user?_sort=${name}`), 400);
      },
    );
  });

  describe('6 Access: tokens', () => {
    let own: TokenParts;
    let ownToken = '';
    beforeAll(async () => {
      ownToken = await service.token('admin');
      own = decodeToken(ownToken);
    }, 60_000);

    test('HS256 with aud, sub, iat, exp, ver, sid, and without roles', async () => {
      const { header, claims } = own;
      expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
      expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'sid', 'sub', 'ver']);
      expect(String(claims.sub)).toBe(String((await service.user('admin')).id));
      expect(Number(claims.exp) - Number(claims.iat)).toBe(43_200);
      expect(Math.abs(Number(claims.iat) - Date.now() / 1000)).toBeLessThan(600);
      expect(String(claims.ver).length).toBeGreaterThan(3);
      expect(String(claims.sid).length).toBeGreaterThan(10);
    });

    test('the forgery of these tests is sound: the same claims signed again are taken', async () => {
      const same = forgeToken(own.header, own.claims, SECRET);
      expect((await clientOf(service.url, same).get('/auth/me')).status).toBe(200);
    });

    const now = Math.floor(Date.now() / 1000);
    const pem = (): { publicKey: string; privateKey: string } =>
      generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
    const part = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged: [string, () => string][] = [
      ['alg none', () => unsignedToken({ alg: 'none', typ: 'at+jwt' }, own.claims)],
      ['alg None', () => unsignedToken({ alg: 'None', typ: 'at+jwt' }, own.claims)],
      ['alg NONE', () => unsignedToken({ alg: 'NONE', typ: 'at+jwt' }, own.claims)],
      ['alg none, signed', () => forgeToken({ alg: 'none', typ: 'at+jwt' }, own.claims, SECRET)],
      ['HS512', () => forgeToken({ alg: 'HS512', typ: 'at+jwt' }, own.claims, SECRET, 'sha512')],
      ['HS384', () => forgeToken({ alg: 'HS384', typ: 'at+jwt' }, own.claims, SECRET, 'sha384')],
      [
        'HS512 named, HS256 made',
        () => forgeToken({ alg: 'HS512', typ: 'at+jwt' }, own.claims, SECRET),
      ],
      [
        'RS256 named, HMAC made',
        () => forgeToken({ alg: 'RS256', typ: 'at+jwt' }, own.claims, SECRET),
      ],
      [
        'RS256 of a key of its own',
        () => {
          const text = `${part({ alg: 'RS256', typ: 'at+jwt' })}.${part(own.claims)}`;
          const made = sign('sha256', Buffer.from(text), pem().privateKey);
          return `${text}.${made.toString('base64url')}`;
        },
      ],
      [
        'an embedded key',
        () => forgeToken({ alg: 'HS256', jwk: { k: 'eA' }, typ: 'at+jwt' }, own.claims, 'x'),
      ],
      ['no algorithm', () => forgeToken({ typ: 'at+jwt' }, own.claims, SECRET)],
      [
        'a list of algorithms',
        () => forgeToken({ alg: ['HS256'], typ: 'at+jwt' }, own.claims, SECRET),
      ],
      ['another secret', () => forgeToken(own.header, own.claims, 'another secret')],
      ['an empty secret', () => forgeToken(own.header, own.claims, '\u0000')],
      ['changed claims', () => swap({ ...own.claims, sub: '2' })],
      ['changed life', () => swap({ ...own.claims, exp: now + 9_999_999 })],
      ['expired', () => forge({ iat: now - 100, exp: now - 1 })],
      ['expired long ago', () => forge({ iat: 1, exp: 2 })],
      ['no expiry', () => forge({ exp: undefined })],
      ['an expiry in words', () => forge({ exp: 'never' })],
      ['another version', () => forge({ ver: 'x' })],
      ['no version', () => forge({ ver: undefined })],
      ['version null', () => forge({ ver: null })],
      ['no session', () => forge({ sid: undefined })],
      ['a session that is no text', () => forge({ sid: 5 })],
      ['the type of any token', () => forgeToken({ alg: 'HS256', typ: 'JWT' }, own.claims, SECRET)],
      ['no audience', () => forge({ aud: undefined })],
      ['a user that is not', () => forge({ sub: '99999999' })],
      ['a subject that is no id', () => forge({ sub: 'admin' })],
      ['a subject 1 OR 1=1', () => forge({ sub: '1 OR 1=1' })],
      ['a subject with NUL', () => forge({ sub: '1\u0000' })],
      ['a version with NUL', () => forge({ ver: 'x\u0000' })],
      ['no subject', () => forge({ sub: undefined })],
      ['a subject object', () => forge({ sub: { id: 1 } })],
      ['a subject of 0', () => forge({ sub: '0' })],
      ['a subject beyond integers', () => forge({ sub: '9007199254740993' })],
      ['no claims at all', () => forgeToken({ alg: 'HS256', typ: 'at+jwt' }, {}, SECRET)],
      ['claims null', () => raw('null')],
      ['claims that are text', () => raw('"admin"')],
      ['without the signature', () => ownToken.slice(0, ownToken.lastIndexOf('.') + 1)],
      ['without the last dot', () => ownToken.slice(0, ownToken.lastIndexOf('.'))],
      ['half the signature', () => ownToken.slice(0, -20)],
      ['more behind', () => `${ownToken}x`],
      ['four parts', () => `${ownToken}.x`],
      ['rubbish', () => 'rubbish'],
      ['dots', () => '..'],
      ['very long', () => 'x'.repeat(6000)],
    ];
    const forge = (changes: object): string =>
      forgeToken({ alg: 'HS256', typ: 'at+jwt' }, { ...own.claims, ...changes }, SECRET);
    const swap = (claims: object): string => {
      const [header, , signature] = ownToken.split('.') as [string, string, string];
      return `${header}.${part(claims)}.${signature}`;
    };
    const raw = (claims: string): string => {
      const text = `${part({ alg: 'HS256', typ: 'at+jwt' })}.${Buffer.from(claims).toString('base64url')}`;
      return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
    };

    test.each(forged)('%s: 401', async (_, make) => {
      const client = clientOf(service.url, make());
      expectUnauthorized(await client.get('/auth/me'));
      expectUnauthorized(await client.get('/task'));
    });

    test.each([
      '',
      'Bearer',
      'Bearer ',
      'Basic YWRtaW46YWRtaW4=',
      'Token x',
      'Bearer null',
      'Bearer undefined',
      'Bearer [object Object]',
    ])('Authorization: %j: 401', async (authorization) => {
      expectUnauthorized(await anonymous.get('/task', { authorization }));
    });

    test('a token anywhere but in the header is none', async () => {
      const token = await service.token('admin');
      expectUnauthorized(await anonymous.get(`/task?access_token=${token}`));
      expectUnauthorized(await anonymous.get(`/task?_token=${token}`));
      expectUnauthorized(await anonymous.get('/task', { cookie: `jm_access_token=${token}` }));
      expectUnauthorized(await anonymous.get('/task', { authorization: token }));
    });

    test('a request without a token: 401 on every door', async () => {
      for (const [method, path] of [
        ['GET', '/task'],
        ['GET', '/task/1'],
        ['POST', '/task'],
        ['PUT', '/task/1'],
        ['PATCH', '/task/1'],
        ['DELETE', '/task/1'],
        ['POST', '/task/1/complete'],
        ['GET', '/auth/me'],
        ['GET', '/auth/roles'],
        ['GET', '/auth/resource-permissions'],
        ['GET', '/auth/field-permissions'],
        ['GET', '/auth/tenants'],
        ['GET', '/auth/role-permissions'],
        ['PUT', '/auth/change-password'],
        ['POST', '/auth/logout'],
        ['POST', '/auth/register'],
        ['GET', '/user'],
        ['GET', '/role'],
        ['GET', '/tenant'],
      ] as const)
        expectUnauthorized(await anonymous.send(method, path));
    });

    test("changing a user's roles counts at once", async () => {
      const { user, client } = await newUser('Manager');
      await client.create('/task', { title: mark() });
      await admin.change(`/user/${user.id}`, { roles: ['Viewer'] });
      expectProblem(await client.post('/task', { title: 'x' }), 403);
      expect((await client.get('/task?_end=1')).status).toBe(200);
      await admin.change(`/user/${user.id}`, { roles: [] });
      expectProblem(await client.get('/task'), 403);
      await admin.change(`/user/${user.id}`, { roles: ['Admin'] });
      expect((await client.get('/user?_end=1')).status).toBe(200);
      await admin.change(`/user/${user.id}`, { roles: [] });
      expectProblem(await client.get('/user'), 403);
    });

    test("changing or deleting a role counts at once for its users' tokens", async () => {
      const name = mark();
      const role = await admin.create('/role', { name, allowed_methods: ['GET'] });
      const { client } = await newUser(name);
      expect((await client.get('/task?_end=1')).status).toBe(200);
      expectProblem(await client.post('/task', { title: 'x' }), 403);
      await admin.change(`/role/${role.id}`, { allowed_methods: ['GET', 'POST'] });
      await client.create('/task', { title: mark() });
      await admin.change(`/role/${role.id}`, { allowed_methods: [] });
      expectProblem(await client.get('/task'), 403);
      await admin.change(`/role/${role.id}`, { allowed_methods: ['GET'] });
      expect((await client.get('/task?_end=1')).status).toBe(200);
      const gone = await admin.delete(`/role/${role.id}`);
      if (gone.status === 204) expectProblem(await client.get('/task'), 403);
      else expectProblem(gone, 409);
    });

    test("a deleted user's token: 401, also when a new user follows", async () => {
      const { user, client } = await newUser('Manager');
      expect((await admin.delete(`/user/${user.id}`)).status).toBe(204);
      expectUnauthorized(await client.get('/auth/me'));
      const next = await newUser('Manager');
      expect(next.user.id).toBeGreaterThan(user.id);
      expectUnauthorized(await client.get('/task'));
    });

    test("a password given by an Admin ends that user's tokens", async () => {
      const { user, client } = await newUser('Viewer');
      await admin.change(`/user/${user.id}`, { password: 'a new password' });
      expectUnauthorized(await client.get('/auth/me'));
      expect((await logIn(service.url, String(user.username), 'a new password')).status).toBe(200);
      expectProblem(await logIn(service.url, String(user.username), CAST_PASSWORD), 401);
    });

    test('other changes of a user keep its tokens', async () => {
      const { user, client } = await newUser('Viewer');
      await admin.change(`/user/${user.id}`, { first_name: 'New' });
      expect((await client.get('/auth/me')).body).toMatchObject({ first_name: 'New' });
    });
  });

  describe('6 Access: PUT /auth/change-password', () => {
    const path = '/auth/change-password';

    test('changes it, ends the tokens, needs the current one', async () => {
      const { user, client } = await newUser();
      const wrong = await client.put(path, {
        current_password: 'wrong',
        new_password: 'new 12345',
      });
      expectProblem(wrong, 400);
      expect((await client.get('/auth/me')).status).toBe(200);
      const body = { current_password: CAST_PASSWORD, new_password: 'new 12345' };
      expect((await client.put(path, body)).status).toBeLessThan(300);
      expectUnauthorized(await client.get('/auth/me'));
      const name = String(user.username);
      expectProblem(await logIn(service.url, name, CAST_PASSWORD), 401);
      expect((await logIn(service.url, name, 'new 12345')).status).toBe(200);
    });

    test.each<[string, unknown]>([
      ['short', '1234567'],
      ['257 characters', 'x'.repeat(257)],
      ['257 characters of four bytes', '😀'.repeat(257)],
      ['one that many have', 'Sunshine1'],
      ['7 code points in 14 units', '😀'.repeat(7)],
      ['empty', ''],
      ['null', null],
      ['a number', 12_345_678],
      ['NUL', 'abcd\u0000efgh'],
      ['absent', undefined],
    ])('a new password that is %s: 422, nothing changed', async (_, new_password) => {
      const client = service.as('poster');
      const body = { current_password: CAST_PASSWORD, new_password };
      expectFields(await client.put(path, body), 422, 'new_password');
      expect((await client.get('/auth/me')).status).toBe(200);
    });

    test('without a current password: 422', async () => {
      const answer = await service.as('poster').put(path, { new_password: 'long enough' });
      expectFields(answer, 422, 'current_password');
    });
  });

  describe('6 Access: POST /auth/register', () => {
    const body = (more: object = {}): Record<string, unknown> => ({
      username: mark(),
      password: CAST_PASSWORD,
      email: `${mark()}@example.test`,
      ...more,
    });

    test('an Admin registers a user: 201 with the profile', async () => {
      const sent = body({ first_name: 'Ada', last_name: 'L', role_names: ['Viewer', 'Manager'] });
      const answer = await admin.post('/auth/register', sent);
      expect(answer.status, answer.text).toBe(201);
      expectProfile(answer.body);
      const { username, email } = sent;
      expect(answer.record).toMatchObject({ username, email, first_name: 'Ada', last_name: 'L' });
      expect([...(answer.record.roles as string[])].sort()).toEqual(['Manager', 'Viewer']);
      const client = await clientFor(service.url, String(username), CAST_PASSWORD);
      await client.create('/task', { title: mark() });
    });

    test.each(['manager', 'viewer', 'nobody', 'everything'])('%s may not: 403', async (name) => {
      const sent = body({ role_names: ['Admin'] });
      expectProblem(await service.as(name).post('/auth/register', sent), 403);
      expectProblem(await logIn(service.url, String(sent.username), CAST_PASSWORD), 401);
    });

    test.each<[string, object, string]>([
      ['a role that is not', { role_names: ['Nope'] }, 'role_names'],
      ['a role that is no text', { role_names: [1] }, 'role_names'],
      ['a short password', { password: '1234567' }, 'password'],
      ['a password of 257 characters', { password: 'x'.repeat(257) }, 'password'],
      ['a common password', { password: 'Sunshine1' }, 'password'],
      ['no password', { password: undefined }, 'password'],
      ['no username', { username: undefined }, 'username'],
      ['an empty username', { username: '' }, 'username'],
      ['a username with NUL', { username: 'a\u0000b' }, 'username'],
      ['no email', { email: undefined }, 'email'],
      ['an email that is none', { email: 'x' }, 'email'],
      ['an unknown field', { nickname: 'x' }, 'nickname'],
    ])('%s: 422', async (_, more, field) => {
      expectFields(await admin.post('/auth/register', body(more)), 422, field);
    });

    test('a name that is taken, in any case: 409', async () => {
      expectProblem(await admin.post('/auth/register', body({ username: 'Admin' })), 409);
    });

    test('any 64 characters are taken', async () => {
      const password = '😀🐎'.repeat(32);
      const sent = body({ password, role_names: [] });
      expect((await admin.post('/auth/register', sent)).status).toBe(201);
      expect((await logIn(service.url, String(sent.username), password)).status).toBe(200);
    });
  });

  describe('6 Access: roles and permissions', () => {
    test('GET /auth/roles: the presets with methods and actions', async () => {
      const answer = await service.as('viewer').get('/auth/roles');
      expect(answer.status).toBe(200);
      for (const role of answer.rows)
        expect(Object.keys(role).sort()).toEqual([
          'allowed_actions',
          'allowed_methods',
          'description',
          'id',
          'is_preset',
          'name',
        ]);
      const role = (name: string): Record<string, unknown> => {
        const found = answer.rows.find((one) => one.name === name);
        expect(found, name).toBeDefined();
        return {
          methods: [...(found?.allowed_methods as string[])].sort(),
          actions: [...(found?.allowed_actions as string[])].sort(),
          is_preset: found?.is_preset,
        };
      };
      const read = ['GET', 'HEAD', 'OPTIONS'];
      const write = [...read, 'PATCH', 'POST', 'PUT'];
      expect(role('Viewer')).toEqual({
        methods: read,
        actions: ['field', 'list', 'show'],
        is_preset: true,
      });
      expect(role('Manager')).toEqual({
        methods: [...write].sort(),
        actions: ALL_ACTIONS.filter((one) => one !== 'delete'),
        is_preset: true,
      });
      expect(role('Admin')).toEqual({
        methods: [...write, 'DELETE'].sort(),
        actions: ALL_ACTIONS,
        is_preset: true,
      });
    });

    test('without exceptions of its own only users, roles and tenants are listed', async () => {
      const answer = await service.as('viewer').get('/auth/resource-permissions');
      expect(answer.status).toBe(200);
      const body = answer.body as Record<string, Record<string, string[]>>;
      expect(Object.keys(body).sort()).toEqual(['role', 'tenant', 'user']);
      for (const exceptions of Object.values(body)) {
        expect(Object.keys(exceptions).sort()).toEqual(['*', 'Admin']);
        expect(exceptions['*']).toEqual([]);
        expect([...(exceptions.Admin ?? [])].sort()).toEqual(ALL_ACTIONS);
      }
    });

    test('field permissions name only restricted fields', async () => {
      const answer = await service.as('viewer').get('/auth/field-permissions');
      expect(answer.status).toBe(200);
      for (const model of ['task', 'project', 'team_member'])
        expect(answer.body).not.toHaveProperty(model);
    });

    test('a user without roles may do nothing but see itself and change the password', async () => {
      const nobody = service.as('nobody');
      expect((await nobody.get('/auth/me')).status).toBe(200);
      for (const [method, path] of [
        ['GET', '/task'],
        ['GET', '/task/1'],
        ['POST', '/task'],
        ['PUT', '/task/1'],
        ['PATCH', '/task/1'],
        ['DELETE', '/task/1'],
        ['POST', '/task/1/complete'],
        ['GET', '/user'],
        ['GET', '/role'],
        ['GET', '/tenant'],
        ['GET', '/auth/roles'],
        ['GET', '/auth/resource-permissions'],
        ['GET', '/auth/field-permissions'],
        ['POST', '/auth/register'],
      ] as const)
        expectProblem(await nobody.send(method, path), 403);
      const answer = await nobody.put('/auth/change-password', {});
      expectProblem(answer, 422);
    });

    test.each<[string, string, number[]]>([
      // list, show, create, put, patch, delete, complete
      ['admin', 'Admin', [200, 200, 201, 200, 200, 204, 200]],
      ['manager', 'Manager', [200, 200, 201, 200, 200, 403, 200]],
      ['viewer', 'Viewer', [200, 200, 403, 403, 403, 403, 403]],
      ['nobody', 'none', [403, 403, 403, 403, 403, 403, 403]],
      ['everything', 'a run-time role of all methods', [200, 200, 201, 200, 200, 204, 200]],
      ['poster', 'GET and POST: create, no edit', [200, 200, 201, 403, 403, 403, 403]],
    ])('%s (%s): what each method answers', async (name, _, expected) => {
      const client = service.as(name);
      const { id } = await admin.create('/task', { title: mark() });
      const got = [
        await client.get('/task?_end=1'),
        await client.get(`/task/${id}`),
        await client.post('/task', { title: mark() }),
        await client.put(`/task/${id}`, { title: 'x' }),
        await client.patch(`/task/${id}`, { title: 'y' }),
        await client.delete(`/task/${id}`),
      ].map((answer) => answer.status);
      const other = await admin.create('/task', { title: mark() });
      got.push((await client.post(`/task/${other.id}/complete`)).status);
      expect(got).toEqual(expected);
    });

    test('a custom endpoint asks for its action, not for its method', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      expectProblem(await service.as('poster').post(`/task/${id}/complete`), 403);
      expect((await admin.read(`/task/${id}`)).status).toBe('todo');
      expect((await service.as('patcher').post(`/task/${id}/complete`)).status).toBe(200);
      expectProblem(await service.as('patcher').post('/task', { title: 'x' }), 403);
    });

    test('HEAD follows GET, never more', async () => {
      expect((await service.as('viewer').head('/task')).status).toBe(200);
      expect((await service.as('nobody').head('/task')).status).toBe(403);
    });
  });

  describe('6 Access: users, roles, tenants', () => {
    test.each(['manager', 'viewer', 'nobody', 'everything'])(
      '%s may do nothing with them: 403',
      async (name) => {
        const client = service.as(name);
        const me = await service.user(name);
        for (const path of ['/user', '/role', '/tenant']) {
          const id = path === '/user' ? me.id : 1;
          expectProblem(await client.get(path), 403);
          expectProblem(await client.get(`${path}/${id}`), 403);
          expectProblem(await client.get(`${path}/99999999`), 403);
          expectProblem(await client.post(path, { name: mark() }), 403);
          expectProblem(await client.put(`${path}/${id}`, {}), 403);
          expectProblem(await client.patch(`${path}/${id}`, { roles: ['Admin'] }), 403);
          expectProblem(await client.delete(`${path}/${id}`), 403);
        }
        expect((await client.get('/auth/me')).body).toEqual(me);
      },
    );

    test('a user: full CRUD; roles are names, tenants ids, the password goes in only', async () => {
      const tenant = await admin.create('/tenant', { name: mark(), domain: 'a.example' });
      const username = mark();
      const user = await admin.create('/user', {
        username,
        email: `${username}@example.test`,
        password: CAST_PASSWORD,
        first_name: 'Ann',
        roles: ['Viewer'],
        tenants: [tenant.id],
      });
      expect(user).toMatchObject({
        _label: username,
        username,
        first_name: 'Ann',
        status: 'Active',
        roles: ['Viewer'],
        tenants: [tenant.id],
      });
      expect(user).not.toHaveProperty('password');
      const path = `/user/${user.id}`;
      expect(await admin.read(path)).toEqual(user);
      expect((await admin.list(`/user?username=${username}`))[0]).toEqual(user);
      const changed = await admin.change(path, { roles: ['Manager', 'Viewer'], tenants: [] });
      expect([...(changed.roles as string[])].sort()).toEqual(['Manager', 'Viewer']);
      expect(changed.tenants).toEqual([]);
      const client = await clientFor(service.url, username, CAST_PASSWORD);
      expect((await client.get('/auth/me')).body).toMatchObject({ first_name: 'Ann', tenants: [] });
      const sameBack = await admin.patch(path, changed);
      expect(sameBack.status, sameBack.text).toBe(200);
      expect((await client.get('/auth/me')).status).toBe(200);
      expect((await admin.delete(path)).status).toBe(204);
      expectProblem(await admin.get(path), 404);
    });

    test.each<[string, object, string]>([
      ['no password', { password: undefined }, 'password'],
      ['a short password', { password: '1234567' }, 'password'],
      ['a password of 257 characters', { password: 'x'.repeat(257) }, 'password'],
      ['a common password', { password: 'Sunshine1' }, 'password'],
      ['an unknown role', { roles: ['Nope'] }, 'roles'],
      ['roles by id', { roles: [1] }, 'roles'],
      ['roles as one text', { roles: 'Admin' }, 'roles'],
      ['an unknown tenant', { tenants: [99_999_999] }, 'tenants'],
      ['tenants by name', { tenants: ['north'] }, 'tenants'],
      ['a hash of its own', { password_hash: 'x' }, 'password_hash'],
      ['a version of its own', { ver: 'x' }, 'ver'],
    ])('a user with %s: 422', async (_, more, field) => {
      const username = mark();
      const body = { username, email: `${username}@example.test`, password: CAST_PASSWORD };
      expectFields(await admin.post('/user', { ...body, roles: [], ...more }), 422, field);
      expect(await admin.list(`/user?username=${username}`)).toEqual([]);
    });

    test('a PUT without a password keeps it, or is refused', async () => {
      const { user } = await newUser('Viewer');
      const { username, email } = user;
      const answer = await admin.put(`/user/${user.id}`, { username, email, roles: ['Viewer'] });
      expect([200, 422], answer.text).toContain(answer.status);
      expect((await logIn(service.url, String(username), CAST_PASSWORD)).status).toBe(200);
    });

    test.each(['\u0000', 'a\u0000b', '\ud800'])(
      'text that no text may hold (%j): 422',
      async (text) => {
        const user = {
          username: text,
          email: 'a@example.test',
          password: CAST_PASSWORD,
          roles: [],
        };
        expectFields(await admin.post('/user', user), 422, 'username');
        expectFields(await admin.post('/role', { name: text, allowed_methods: [] }), 422, 'name');
        expectFields(await admin.post('/tenant', { name: text, domain: 'x' }), 422, 'name');
        expectFields(
          await admin.post('/user', { ...user, username: mark(), roles: [text] }),
          422,
          'roles',
        );
      },
    );

    test('a role: name, methods, computed actions', async () => {
      const name = mark();
      const role = await admin.create('/role', {
        name,
        description: 'd',
        allowed_methods: ['GET', 'DELETE'],
        allowed_actions: ['create'],
      });
      expect(role).toMatchObject({ name, description: 'd', allowed_methods: ['GET', 'DELETE'] });
      expect([...(role.allowed_actions as string[])].sort()).toEqual([
        'delete',
        'field',
        'list',
        'show',
      ]);
      const changed = await admin.change(`/role/${role.id}`, { allowed_methods: ['POST'] });
      expect([...(changed.allowed_actions as string[])].sort()).toEqual(['clone', 'create']);
      expectProblem(await admin.post('/role', { name, allowed_methods: [] }), 409);
      expect((await admin.delete(`/role/${role.id}`)).status).toBe(204);
    });

    test.each<[string, unknown]>([
      ['another word', ['FETCH']],
      ['lower case', ['get']],
      ['one text', 'GET'],
      ['a number', [1]],
      ['an object', { 0: 'GET' }],
    ])('a role with methods of %s: 422', async (_, allowed_methods) => {
      const answer = await admin.post('/role', { name: mark(), allowed_methods });
      expectFields(answer, 422, 'allowed_methods');
    });

    test('preset roles can be edited but not deleted', async () => {
      for (const name of ['Admin', 'Manager', 'Viewer']) {
        const [role] = await admin.list(`/role?name=${name}`);
        expect(role?.is_preset).toBe(true);
        expectProblem(await admin.delete(`/role/${role?.id}`), 409);
        const edit = { description: role?.description };
        expect((await admin.patch(`/role/${role?.id}`, edit)).status).toBe(200);
      }
    });

    test('a tenant: name, domain, status', async () => {
      const name = mark();
      const tenant = await admin.create('/tenant', { name, domain: 'x.example' });
      expect(Object.keys(tenant)).toEqual(expect.arrayContaining(['name', 'domain', 'status']));
      expect((await admin.change(`/tenant/${tenant.id}`, { domain: 'y.example' })).domain).toBe(
        'y.example',
      );
      expect((await admin.delete(`/tenant/${tenant.id}`)).status).toBe(204);
    });

    test('lists of users page, sort and filter like any other', async () => {
      const answer = await admin.get('/user?username__ilike=ADM&_sort=username&_start=0&_end=5');
      expect(answer.status).toBe(200);
      expect(answer.rows.map((row) => row.username)).toContain('admin');
      expect(answer.header('content-range')).toMatch(/^items 0-\d+\/\d+$/);
      expectProblem(await admin.get('/user?nope=1'), 400);
    });
  });
});
