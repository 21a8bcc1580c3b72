import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

// Changes that no hook sees: by a database tool, or by code that writes with TypeORM alone.

const PASSWORD = 'a password of tests';
const folder = makeFolder();
let replica: Replica;
let count = 0;

beforeAll(async () => {
  replica = await startReplica(folder.file);
}, 30_000);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await replica.close();
  folder.remove();
});

async function newUser(role: string) {
  const { engine } = replica.parts;
  const username = `user${(count += 1)}`;
  const { id } = await engine
    .system(User)
    .create({ username, email: 'a@example.test', password: PASSWORD, roles: [role] } as object);
  return { id, username, token: await replica.token(username, PASSWORD) };
}

const statusOf = async (path: string, token: string) =>
  (await replica.ask('GET', path, { token })).status;

const query = (sql: string) => replica.parts.database.dataSource.query(sql);

/** From now on it is this many seconds later. */
function later(seconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
}

test('a deactivated user is out ten seconds later, and cannot sign in', async () => {
  const { id, username, token } = await newUser('Viewer');
  expect(await statusOf('/auth/me', token)).toBe(200);
  const users = replica.parts.database.dataSource.getRepository(User);
  await users.update(id, { status: 'Inactive' });
  later(10.1);
  expect(await statusOf('/auth/me', token)).toBe(401);
  const body = { username, password: PASSWORD };
  expect((await replica.ask('POST', '/auth/login', { body })).status).toBe(403);
});

test('so is a deleted one', async () => {
  const { id, token } = await newUser('Viewer');
  expect(await statusOf('/auth/me', token)).toBe(200);
  await query(`DELETE FROM auth_user WHERE id = ${id}`);
  later(10.1);
  expect(await statusOf('/auth/me', token)).toBe(401);
});

test('a role that was taken no longer counts', async () => {
  const { id, token } = await newUser('Admin');
  expect(await statusOf('/user', token)).toBe(200);
  await query(`DELETE FROM auth_user_roles WHERE user_id = ${id}`);
  later(10.1);
  expect(await statusOf('/user', token)).toBe(403);
});

test('nor do methods that a role has lost', async () => {
  const { token } = await newUser('Manager');
  expect(await statusOf('/auth/me', token)).toBe(200);
  await query(`UPDATE auth_role SET allowed_methods = '[]' WHERE name = 'Manager'`);
  later(10.1);
  expect(await statusOf('/auth/me', token)).toBe(200);
  expect(replica.parts.directory.roles().get('Manager')).toEqual([]);
});

test('roles that are the same stay the same object, by which others cache', async () => {
  const { token } = await newUser('Viewer');
  expect(await statusOf('/auth/me', token)).toBe(200);
  const before = replica.parts.directory.roles();
  later(10.1);
  expect(await statusOf('/auth/me', token)).toBe(200);
  expect(replica.parts.directory.roles()).toBe(before);
});
