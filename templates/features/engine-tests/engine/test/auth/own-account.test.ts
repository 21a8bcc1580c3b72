import { accessControlModels } from '../../auth/access-control.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineAccount, missingRoles, NO_RULES } from '../../auth/own-account.js';
import { describeAccount } from '../../docs/auth-paths.js';
import { ACTIONS, defineAccess, type AccessDefinition } from '../../model/access-rules.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type AskOptions, type Replica } from './auth-service.js';

const PASSWORD = 'long enough 1';
const opened = defineAccount<User>({
  edits: ['first_name', 'email'],
  signUp: { roles: ['Viewer'], fields: ['email'] },
});

const folder = makeFolder();
let open: Replica;
let closed: Replica;
let clock = Date.now();
beforeAll(async () => {
  open = await startReplica(folder.file, {}, () => clock, opened);
  closed = await startReplica(folder.file);
});
afterAll(async () => {
  await open.close();
  await closed.close();
  folder.remove();
});

/** From an address of its own, so that no test uses up what another may try. */
let addresses = 0;
const from = (): AskOptions => ({ headers: { 'x-forwarded-for': `10.1.0.${++addresses}` } });
const signUp = (body: object) => open.ask('POST', '/auth/sign-up', { ...from(), body });

describe('a project that opens nothing', () => {
  test('has no sign-up and changes no profile', async () => {
    const body = { username: 'eve', password: PASSWORD };
    expect((await closed.ask('POST', '/auth/sign-up', { body })).status).toBe(404);
    const token = await closed.token('admin', 'admin');
    const answer = await closed.ask('PATCH', '/auth/me', { token, body: { first_name: 'A' } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await closed.ask('GET', '/auth/me', { token })).body).not.toHaveProperty('edits');
  });
});

describe('sign-up', () => {
  test('makes a user with the roles of the project and signs in', async () => {
    const body = { username: 'ann', password: PASSWORD, email: 'ann@example.com' };
    const answer = await signUp(body);
    expect(answer.status).toBe(201);
    expect(answer.body.user).toMatchObject({ username: 'ann', roles: ['Viewer'], tenants: [] });
    const me = await open.ask('GET', '/auth/me', { token: answer.body.access_token });
    expect(me.body).toEqual(answer.body.user);
    expect(me.body.edits).toEqual(['first_name', 'email']);
    await open.token('ann', PASSWORD);
  });

  test.each(['roles', 'role_names', 'tenants', 'status', 'token_version', 'first_name', 'id'])(
    'takes no %s',
    async (field) => {
      const answer = await signUp({ username: 'mallory', password: PASSWORD, [field]: ['Admin'] });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    },
  );

  test('refuses weak passwords and taken names', async () => {
    expect((await signUp({ username: 'bob', password: 'short' })).body.errors).toHaveProperty(
      'password',
    );
    expect((await signUp({ username: 'bob' })).status).toBe(422);
    await signUp({ username: 'Carl', password: PASSWORD });
    const again = await signUp({ username: 'cARL', password: PASSWORD });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['username']]);
  });

  test('is counted by address, also when many come at once', async () => {
    const { headers } = from();
    const body = { username: 'dora', password: 'short' };
    const all = await Promise.all(
      Array.from({ length: 15 }, () => open.ask('POST', '/auth/sign-up', { headers, body })),
    );
    const passed = all.filter(({ status }) => status === 422);
    expect(passed.length).toBeLessThanOrEqual(10);
    const next = await open.ask('POST', '/auth/sign-up', { headers, body });
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signUp(body)).status).toBe(422);
    clock += 16 * 60_000;
    expect((await open.ask('POST', '/auth/sign-up', { headers, body })).status).toBe(422);
  });

  test('is described as it is served', () => {
    const { models } = open.parts.engine;
    const { paths } = describeAccount(opened, models);
    const schema = { required: ['username', 'password'], additionalProperties: false };
    expect(paths['/auth/sign-up']?.['post']).toMatchObject({
      security: [],
      requestBody: { content: { 'application/json': { schema } } },
    });
    expect(Object.keys(paths['/auth/me'] ?? {})).toEqual(['patch']);
    expect(describeAccount(NO_RULES, models).paths).toEqual({});
  });
});

describe('one`s own profile', () => {
  test('changes by the fields that the project opens, and by no others', async () => {
    const { body: session } = await signUp({ username: 'emma', password: PASSWORD });
    const token = session.access_token as string;
    const patch = (body: unknown) => open.ask('PATCH', '/auth/me', { token, body });
    const changed = await patch({ first_name: 'Emma' });
    expect([changed.status, changed.body.first_name]).toEqual([200, 'Emma']);
    for (const field of ['roles', 'status', 'password', 'username', 'last_name', 'nothing']) {
      const answer = await patch({ first_name: 'X', [field]: 'Admin' });
      expect([field, answer.status]).toEqual([field, 422]);
    }
    const proof = { password: PASSWORD };
    expect((await patch({ email: 'no address', proof })).body.errors).toHaveProperty('email');
    expect((await patch([])).status).toBe(422);
    const me = await open.ask('GET', '/auth/me', { token });
    expect(me.body).toMatchObject({ first_name: 'Emma', email: null, roles: ['Viewer'] });
    expect((await open.ask('PATCH', '/auth/me', { body: {} })).status).toBe(401);
  });

  test('is reached at another address by whoever knows the password, and not by a session alone', async () => {
    const { body: session } = await signUp({ username: 'fay', password: PASSWORD });
    const token = session.access_token as string;
    const patch = (body: object) => open.ask('PATCH', '/auth/me', { token, body, ...from() });
    const email = 'fay@example.com';
    for (const proof of [undefined, {}, null, [], { password: 7 }, { kind: 'totp', code: '1' }])
      expect((await patch({ email, proof })).status).toBe(422);
    expect((await patch({ email, proof: { password: 'a wrong one' } })).status).toBe(400);
    expect((await open.ask('GET', '/auth/me', { token })).body.email).toBe(null);
    const changed = await patch({ email, proof: { password: PASSWORD } });
    expect([changed.status, changed.body.email]).toEqual([200, email]);
    expect((await patch({ email, first_name: 'Fay' })).status).toBe(200);
  });

  test('asks for few addresses, each of which may be somebody`s', async () => {
    const { body: session } = await signUp({ username: 'gil', password: PASSWORD });
    const token = session.access_token as string;
    const proof = { password: PASSWORD };
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const body = { email: `gil${count}@example.com`, proof };
      statuses.push((await open.ask('PATCH', '/auth/me', { token, body })).status);
    }
    expect([statuses.indexOf(429), statuses[9]]).toEqual([10, 200]);
  });
});

test.each([
  [{ shows: ['password_hash'] }, 'shows cannot contain password_hash'],
  [{ edits: ['roles'] }, 'edits cannot contain roles'],
  [{ edits: ['nothing'] }, 'edits cannot contain nothing'],
  [{ edits: ['proof'] }, 'edits cannot contain proof'],
  [{ signUp: { roles: ['Viewer'], fields: ['tenants'] } }, 'signUp.fields cannot contain tenants'],
  [{ signUp: { roles: ['Admin'] } }, 'signUp.roles contains Admin'],
])('a service that would open %j does not start', async (rules, said) => {
  const start = startReplica(folder.file, {}, Date.now, defineAccount(rules as never));
  await expect(start).rejects.toThrow(`src/models/user/user.account.ts: ${said}`);
});

test('users that are opened keep what lets people in for an Admin, until a field is named', () => {
  const rulesOf = (definition: AccessDefinition<User>) => {
    const own = { entity: User, access: defineAccess<User>(definition) };
    const models = accessControlModels(User, open.parts.passwords, () => undefined, own);
    return models.find(({ entity }) => entity === User)!.access!.fields;
  };
  const admin = { Admin: ACTIONS };
  expect(rulesOf({ roles: { ...admin, '*': [] } })).toEqual({});
  const onlyAdmin = { read: ['Admin'], write: ['Admin'] };
  expect(rulesOf({ roles: { ...admin, '*': ['list', 'edit'] }, fields: { email: {} } })).toEqual({
    username: { write: ['Admin'] },
    password: { write: ['Admin'] },
    email: { write: ['Admin'] },
    status: onlyAdmin,
    roles: onlyAdmin,
    tenants: onlyAdmin,
  });
  expect(rulesOf({})).toHaveProperty('roles', onlyAdmin);
});

test('users without rules of the project are for Admins alone', () => {
  const none = accessControlModels(User, open.parts.passwords, () => undefined, { entity: User });
  expect(none.find(({ entity }) => entity === User)!.access).toEqual({
    roles: { Admin: ACTIONS, '*': [] },
    rows: null,
    fields: {},
  });
});

test('a sign-up with a role that is not there yet blames nobody who signs up', async () => {
  const own = makeFolder();
  const rules = defineAccount<User>({ signUp: { roles: ['Customer'] } });
  const service = await startReplica(own.file, {}, Date.now, rules);
  const told = [
    'src/models/user/user.account.ts: signUp.roles names Customer, a role that does not exist',
  ];
  expect(await missingRoles(rules, service.parts.directory)).toEqual(told);
  const trying = () =>
    service.ask('POST', '/auth/sign-up', { body: { username: 'ann', password: PASSWORD } });
  const refused = await trying();
  expect(refused.status).toBe(500);
  expect(refused.text).not.toContain('Customer');
  expect(service.log.join('')).toContain(told[0]);

  const token = await service.token('admin', 'admin');
  const body = { name: 'Customer', allowed_methods: ['GET'] };
  await service.ask('POST', '/role', { token, body });
  expect(await missingRoles(rules, service.parts.directory)).toEqual([]);
  expect((await trying()).status).toBe(201);
  await service.close();
  own.remove();
});
