import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Role } from '../../auth/entities.js';
import { defineAccount } from '../../auth/own-account.js';
import { ACTIONS, defineAccess } from '../../model/access-rules.js';
import { defineHooks } from '../../model/define-hooks.js';
import type { Crud } from '../../model/records.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const PASSWORD = 'long enough 1';
const seen: unknown[] = [];

/** What somebody sees through the doors of a hook. */
const look = async (crud: Crud): Promise<unknown> => ({
  users: (await crud(User).find()).map(({ id, username, email }) => ({ id, username, email })),
  roles: await crud(Role)
    .find()
    .catch(({ status }: { status: number }) => status),
});

/** A project that keeps names by a rule of its own, and shuts out whoever says so. */
const hooks = defineHooks(User, {
  beforeSave: ({ values }) => {
    const { first_name: wish } = values;
    if (wish === 'blank') return { username: ' ' };
    if (wish === 'rename') return { username: `Renamed ${values.username ?? ''}`.trim() };
    return wish === 'bar' ? { status: 'Inactive' as const } : undefined;
  },
  afterSave: async ({ crud, after }) => {
    if (after.first_name === 'look') seen.push(await look(crud));
  },
});
const access = defineAccess<User>({ roles: { Admin: ACTIONS, '*': [] } });
const account = defineAccount<User>({
  ...{ shows: ['first_name'], edits: ['first_name'] },
  signUp: { roles: ['Viewer'], fields: ['first_name'] },
});

const folder = makeFolder();
let service: Replica;
let admin: string;
let people = 0;
beforeAll(async () => {
  service = await startReplica(folder.file, {}, Date.now, account, { entity: User, access, hooks });
  admin = await service.token('admin', 'admin');
});
beforeEach(() => void seen.splice(0));
afterAll(async () => {
  await service.close();
  folder.remove();
});

const signUp = async (body: object = {}) => {
  const username = `user ${++people}`;
  const headers = { 'x-forwarded-for': `10.2.0.${people}` };
  const answer = await service.ask('POST', '/auth/sign-up', {
    headers,
    body: { username, password: PASSWORD, ...body },
  });
  expect(answer.status, answer.text).toBe(201);
  const { access_token: token, user } = answer.body as {
    access_token: string;
    user: { id: number };
  };
  return { username, token, id: user.id };
};

test('whom a hook renames signs in by that name, and by no other', async () => {
  const { username, id } = await signUp();
  const body = { first_name: 'rename' };
  const answer = await service.ask('PATCH', `/user/${id}`, { token: admin, body });
  expect(answer.body.username).toBe('Renamed');
  await service.token('renamed', PASSWORD);
  const old = { username, password: PASSWORD };
  expect((await service.ask('POST', '/auth/login', { body: old })).status).toBe(401);

  const made = await signUp({ first_name: 'rename' });
  await service.token(`RENAMED ${made.username}`, PASSWORD);
});

test('a name that a hook gives is checked as one that was sent', async () => {
  const { id, username } = await signUp();
  const body = { first_name: 'blank' };
  const answer = await service.ask('PATCH', `/user/${id}`, { token: admin, body });
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    { username: 'username must not begin or end with spaces.' },
  ]);
  await service.token(username, PASSWORD);
});

test.each([
  'ad\u200bmin',
  'admin\u0378',
  'admin\u{e0fff}',
  '\u202enimda',
  'ad\u00admin',
  'ad\tmin',
  'admin\u{e0041}',
  'ad\u3164min',
])('nobody is called %j, which shows as another name', async (username) => {
  const body = { username, password: PASSWORD };
  const headers = { 'x-forwarded-for': '10.3.0.1' };
  for (const answer of [
    await service.ask('POST', '/auth/sign-up', { headers, body }),
    await service.ask('POST', '/user', { token: admin, body: { ...body, roles: ['Viewer'] } }),
  ]) {
    expect(answer.status).toBe(422);
    expect((answer.body.errors as Record<string, string>).username).toMatch(
      /^username contains U\+[0-9A-F]{4,5}, which nobody can see\.$/,
    );
  }
});

test('letters, spaces and pictures of any language are names', async () => {
  for (const username of ['Zoë Ødegård', '田中 太郎', 'नेहा', 'ann 🙂'])
    await signUp({ username: `${username} ${++people}` });
});

test('whom a hook shuts out has no session left, also when let in again', async () => {
  const { token, id } = await signUp();
  const patch = (body: object) => service.ask('PATCH', `/user/${id}`, { token: admin, body });
  expect((await patch({ first_name: 'bar' })).body.status).toBe('Inactive');
  expect((await service.ask('GET', '/auth/me', { token })).status).toBe(401);
  expect((await patch({ first_name: 'in', status: 'Active' })).body.status).toBe('Active');
  expect((await service.ask('GET', '/auth/me', { token })).status).toBe(401);
});

test('a hook sees by one`s own door what that opens: one`s own row, the fields shown, and all else by the roles', async () => {
  const { token, id } = await signUp();
  const body = { first_name: 'look' };
  const answer = await service.ask('PATCH', '/auth/me', { token, body });
  expect(answer.status, answer.text).toBe(200);
  expect(seen).toEqual([{ users: [{ id, username: undefined, email: undefined }], roles: 403 }]);
});

test('a hook sees of an admin`s write what an admin sees', async () => {
  const { id, username } = await signUp();
  const body = { first_name: 'look' };
  await service.ask('PATCH', `/user/${id}`, { token: admin, body });
  const [{ users, roles }] = seen as [{ users: object[]; roles: object[] }];
  expect(users).toContainEqual({ id, username, email: null });
  expect(roles.length).toBeGreaterThan(0);
});
