import { afterAll, beforeAll, expect, test } from 'vitest';
import { Role } from '../../auth/entities.js';
import { ACTIONS, defineAccess } from '../../model/access-rules.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const PASSWORD = 'long enough 1';

/** A project in which another role corrects users, their passwords included. */
const access = defineAccess<User>({
  roles: { Admin: ACTIONS, Helper: ACTIONS, '*': [] },
  fields: {
    username: { write: ['Admin', 'Helper'] },
    email: { read: ['Admin', 'Helper'], write: ['Admin', 'Helper'] },
    password: { write: ['Admin', 'Helper'] },
    status: { read: ['Admin', 'Helper'], write: ['Admin', 'Helper'] },
  },
});

const folder = makeFolder();
let service: Replica;
let admin: string;
let helper: string;
const ids = new Map<string, number>();
const paths = (name: string) => `/user/${ids.get(name)}`;

beforeAll(async () => {
  service = await startReplica(folder.file, {}, Date.now, undefined, { entity: User, access });
  const { system } = service.parts.engine;
  await system(Role).create({
    name: 'Helper',
    allowed_methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  });
  admin = await service.token('admin', 'admin');
  for (const [username, role] of Object.entries({ root: 'Admin', hal: 'Helper', vic: 'Viewer' })) {
    const body = { username, password: PASSWORD, email: `${username}@example.com`, roles: [role] };
    const made = await service.ask('POST', '/user', { token: admin, body });
    expect(made.status, made.text).toBe(201);
    ids.set(username, made.body.id);
  }
  helper = await service.token('hal', PASSWORD);
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

const change = (name: string, body: object, token = helper) =>
  service.ask('PATCH', paths(name), { token, body });

test('who may write how users sign in does not write how an Admin does', async () => {
  const writes = [{ password: 'another one 1' }, { email: 'mine@example.com' }];
  for (const body of [...writes, { username: 'mine' }, { status: 'Inactive' }]) {
    const answer = await change('root', body);
    expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([403, 'may-not']);
  }
  const removed = await service.ask('DELETE', paths('root'), { token: helper });
  expect(removed.status).toBe(403);
  await service.token('root', PASSWORD);
});

test('the other fields of an Admin, and whoever is none, are theirs to change', async () => {
  const same = { first_name: 'Rita', username: 'root', email: 'root@example.com' };
  expect((await change('root', same)).status).toBe(200);
  expect((await change('vic', { password: 'another one 1' })).status).toBe(200);
  await service.token('vic', 'another one 1');
});

test('Admins change each other, and the service all of them', async () => {
  expect((await change('root', { email: 'new@example.com' }, admin)).status).toBe(200);
  const { system } = service.parts.engine;
  await system(User).update(ids.get('root')!, { email: 'by-code@example.com' });
});
