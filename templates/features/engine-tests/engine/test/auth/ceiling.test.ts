import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM_ACCESS } from '../../access/policy.js';
import { administeredAmong, requireAdministered } from '../../auth/administered-user.js';
import { Role, Tenant } from '../../auth/entities.js';
import { openUsers } from '../../auth/permissions.js';
import { ACTIONS, allFor, custom, defineAccess, tenant } from '../../model/access-rules.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const PASSWORD = 'long enough 1';
const WRITERS = ['Admin', 'Helper', 'Leader'];

/** A project in which other roles administer users: their roles, tenants and passwords, too. */
const access = defineAccess<User>({
  roles: { Admin: ACTIONS, Helper: ACTIONS, Leader: ACTIONS, '*': [] },
  fields: {
    username: { write: WRITERS },
    email: { read: WRITERS, write: WRITERS },
    password: { write: WRITERS },
    status: { read: WRITERS, write: WRITERS },
    roles: { read: WRITERS, write: WRITERS },
    tenants: { read: WRITERS, write: WRITERS },
  },
  // Only Admins see the mole.
  rows: [allFor('Admin'), custom<User>((_, where) => where.ne('username', 'mole'))],
  gives: { Leader: ['Viewer', 'Helper'] },
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Whom there is: name -> roles and tenants. */
const PEOPLE: Readonly<Record<string, readonly [roles: string[], tenants: number[]]>> = {
  root: [['Admin'], [1]],
  hal: [['Helper'], [1]],
  lea: [['Leader'], [1]],
  ann: [['Helper'], [1]],
  vic: [['Viewer'], [1]],
  bob: [['Viewer', 'Helper'], [1]],
  far: [['Helper'], [2]],
  two: [['Helper'], [1, 2]],
  idle: [[], []],
  mole: [['Admin'], [2]],
};

const folder = makeFolder();
let service: Replica;
let admin: string;
const tokens = new Map<string, string>();
const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name)!;

beforeAll(async () => {
  service = await startReplica(folder.file, {}, Date.now, undefined, { entity: User, access });
  const { system } = service.parts.engine;
  for (const name of ['Helper', 'Leader'])
    await system(Role).create({ name, allowed_methods: METHODS });
  for (const name of ['North', 'South']) await system(Tenant).create({ name });
  admin = await service.token('admin', 'admin');
  for (const [username, [roles, tenants]] of Object.entries(PEOPLE)) {
    const values = { username, password: PASSWORD, email: `${username}@example.com` };
    const made = await service.ask('POST', '/user', {
      token: admin,
      body: { ...values, roles, tenants },
    });
    expect(made.status, made.text).toBe(201);
    ids.set(username, made.body.id);
  }
  for (const name of ['hal', 'lea']) tokens.set(name, await service.token(name, PASSWORD));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** Result: the status, with the code of the refusal or of the field that was refused. */
async function attempt(method: string, path: string, body?: unknown, by = 'hal') {
  const token = by === 'admin' ? admin : tokens.get(by)!;
  const answer = await service.ask(method, path, { token, ...(body !== undefined && { body }) });
  const [{ field, code } = { field: undefined, code: answer.body?.code }] =
    answer.body?.problems ?? [];
  const told = [field, code].filter(Boolean).join(' ');
  return answer.status < 300 ? 'done' : `${answer.status} ${told}`;
}

const rightsOf = async (name: string) => {
  const { body } = await service.ask('GET', `/user/${idOf(name)}`, { token: admin });
  return [body.roles, body.tenants];
};

/** Every door by which a user is changed. */
const CHANGES: Record<string, (name: string, values: object, by?: string) => Promise<string>> = {
  PATCH: (name, values, by) => attempt('PATCH', `/user/${idOf(name)}`, values, by),
  PUT: async (name, values, by) => {
    const { body } = await service.ask('GET', `/user/${idOf(name)}`, { token: admin });
    const { username, email, first_name, last_name, status, roles, tenants } = body;
    const kept = { username, email, first_name, last_name, status, roles, tenants };
    return attempt('PUT', `/user/${idOf(name)}`, { ...kept, ...values }, by);
  },
  'a list': (name, values, by) => attempt('PATCH', '/user', [{ id: idOf(name), ...values }], by),
  'an upsert': (name, values, by) =>
    attempt('POST', '/user?_on=username', [{ username: name, ...values }], by),
  _batch: (name, values, by) =>
    attempt(
      'POST',
      '/_batch',
      [{ method: 'PATCH', path: `/user/${idOf(name)}`, body: values }],
      by,
    ),
};

let made = 0;
const fresh = () => ({
  username: `new${++made}`,
  password: PASSWORD,
  email: `n${made}@example.com`,
});

/** Every door by which a user is made. */
const CREATIONS: Record<string, (values: Record<string, unknown>, by?: string) => Promise<string>> =
  {
    POST: (values, by) => attempt('POST', '/user', { ...fresh(), ...values }, by),
    'a list': (values, by) => attempt('POST', '/user', [{ ...fresh(), ...values }], by),
    'an upsert': (values, by) =>
      attempt('POST', '/user?_on=username', [{ ...fresh(), ...values }], by),
    _batch: (values, by) =>
      attempt(
        'POST',
        '/_batch',
        [{ method: 'POST', path: '/user', body: { ...fresh(), ...values } }],
        by,
      ),
    register: ({ roles: role_names, ...values }, by) =>
      attempt('POST', '/auth/register', { ...fresh(), role_names, ...values }, by),
  };

describe.each(Object.keys(CHANGES))('by %s', (door) => {
  const change = CHANGES[door]!;

  test('nobody takes, or gives, a role or a tenant that is not theirs to give', async () => {
    expect(await change('hal', { roles: ['Helper', 'Admin'] })).toMatch(/^422 roles not-given$/);
    expect(await change('ann', { roles: ['Admin'] })).toMatch(/^422 roles not-given$/);
    expect(await change('ann', { roles: ['Viewer'] })).toMatch(/^422 roles not-given$/);
    expect(await change('ann', { tenants: [1, 2] })).toMatch(/^422 tenants reference$/);
    expect(await change('ann', { tenants: [1, 77] })).toMatch(/^422 tenants reference$/);
    expect(await change('lea', { roles: ['Leader', 'Admin'] }, 'lea')).toMatch(/^403 may-not$/);
    expect(await rightsOf('ann')).toEqual(PEOPLE['ann']);
    expect(await rightsOf('hal')).toEqual(PEOPLE['hal']);
  });

  const STRONGER = [...['root', 'vic', 'bob', 'far', 'two'].map((name) => ['hal', name])];
  test.each(STRONGER)('%s does not change how %s signs in, nor their rights', async (by, name) => {
    const changes = [{ password: 'another one 1' }, { email: 'mine@example.com' }];
    for (const values of [...changes, { status: 'Inactive' }, { roles: [] }, { tenants: [] }])
      expect(await change(name, values, by), JSON.stringify(values)).toBe('403 may-not');
    if (door !== 'an upsert') expect(await change(name, { username: 'mine' }, by)).toMatch(/^403/);
    expect(await rightsOf(name)).toEqual(PEOPLE[name]);
    await service.token(name, PASSWORD);
  });

  test('below the ceiling all of it is theirs', async () => {
    expect(await change('ann', { password: PASSWORD, email: 'a@example.com' })).toBe('done');
    expect(await change('ann', { roles: [], tenants: [] })).toBe('done');
    expect(await change('ann', { roles: ['Helper'], tenants: [1] })).toBe('done');
    expect(await change('bob', { roles: ['Viewer'] }, 'lea')).toBe('done');
    expect(await change('bob', { roles: ['Helper', 'Viewer'] }, 'lea')).toBe('done');
  });

  test('the other fields of everybody are', async () => {
    const same = { email: 'root@example.com', roles: ['Admin'], tenants: [1], status: 'Active' };
    expect(await change('root', { first_name: 'Rita', ...same })).toBe('done');
  });

  test('whoever is hidden does not exist', async () => {
    if (door === 'an upsert') return;
    for (const values of [{ password: 'another one 1' }, { roles: ['Admin'] }])
      expect(await change('mole', values)).toBe('404 no-record');
  });

  test('Admins change each other', async () => {
    expect(await change('root', { email: 'new@example.com' }, 'admin')).toBe('done');
    expect(await change('root', { email: 'root@example.com' }, 'admin')).toBe('done');
  });
});

test.each(Object.keys(CREATIONS))('by %s nobody makes users above themselves', async (door) => {
  const create = CREATIONS[door]!;
  const refused = door === 'register' ? /^422 role_names not-given$/ : /^422 roles not-given$/;
  expect(await create({ roles: ['Admin'] })).toMatch(refused);
  expect(await create({ roles: ['Helper', 'Viewer'] })).toMatch(refused);
  expect(await create({ roles: ['Leader'] }, 'lea')).toMatch(refused);
  expect(await create({ roles: ['Helper'], tenants: [2] })).toMatch(/^422 tenants reference$/);
  expect(await create({ roles: ['Helper'], tenants: [1] })).toBe('done');
  expect(await create({ roles: ['Viewer'] }, 'lea')).toBe('done');
  expect(await create({ roles: ['Admin'], tenants: [2] }, 'admin')).toBe('done');
});

test('what may be given is told', async () => {
  const told = async (by: string, role: string) => {
    const body = { ...fresh(), roles: [role] };
    return (await service.ask('POST', '/user', { token: tokens.get(by)!, body })).body.problems[0];
  };
  const own = 'roles contains Admin, which you may not give. You may give Helper.';
  expect(await told('hal', 'Admin')).toMatchObject({ message: own });
  const given = { role: 'Leader', values: 'Viewer, Helper' };
  expect(await told('lea', 'Leader')).toMatchObject({ params: given });
  const may = async (token: string) => {
    const { body } = await service.ask('GET', '/auth/roles?may_give=true', { token });
    return body.map(({ name }: { name: string }) => name);
  };
  expect(await may(tokens.get('lea')!)).toEqual(['Viewer', 'Helper']);
  expect(await may(tokens.get('hal')!)).toEqual(['Helper']);
  expect(await may(admin)).toEqual(['Admin', 'Manager', 'Viewer', 'Helper', 'Leader']);
});

test('a user with a role or a tenant above the ceiling is not deleted', async () => {
  for (const name of ['root', 'vic', 'bob', 'far', 'two']) {
    expect(await attempt('DELETE', `/user/${idOf(name)}`), name).toBe('403 may-not');
    const operation = { method: 'DELETE', path: `/user/${idOf(name)}` };
    expect(await attempt('POST', '/_batch', [operation]), name).toBe('403 may-not');
  }
  expect(await attempt('DELETE', `/user/${idOf('mole')}`)).toBe('404 no-record');
  expect(await attempt('DELETE', `/user/${idOf('idle')}`)).toBe('done');
});

test('whoever may give less than they have still changes how they sign in themselves', async () => {
  expect(await attempt('PATCH', `/user/${idOf('lea')}`, { email: 'l@example.com' }, 'lea')).toBe(
    'done',
  );
});

test('narrowed credentials are held to what they leave, of their own user, too', async () => {
  const { engine } = service.parts;
  const narrowed = {
    ...{ id: idOf('root'), username: 'root', roles: ['Helper'], tenants: [] },
    limits: { models: null, readOnly: false },
  };
  const users = engine.as(narrowed)(User);
  for (const values of [{ password: 'another one 1' }, { roles: ['Helper'] }])
    await expect(users.update(idOf('root'), values)).rejects.toMatchObject({ status: 403 });
  await service.token('root', PASSWORD);
});

test('sessions, keys and factors are administered below the ceiling alone', async () => {
  const { engine, directory } = service.parts;
  const { user } = (await directory.account(idOf('hal')))!;
  const status = (name: string) =>
    requireAdministered(engine, user, idOf(name)).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const names = ['root', 'vic', 'bob', 'far', 'two', 'mole', 'ann', 'hal'];
  expect(await Promise.all(names.map(status))).toEqual([403, 403, 403, 403, 403, 404, 200, 200]);
  expect(await administeredAmong(engine, user, names.map(idOf))).toEqual([
    idOf('hal'),
    idOf('ann'),
  ]);
});

test('the service itself is above it', async () => {
  const { system } = service.parts.engine;
  await system(User).update(idOf('root'), { email: 'root@example.com', roles: ['Admin'] });
});

test('of a role that becomes stronger meanwhile nobody takes over the users', async () => {
  const writes = [
    () => attempt('PATCH', `/user/${idOf('ann')}`, { roles: ['Admin'] }, 'admin'),
    ...Array.from({ length: 8 }, (_, index) => {
      return () => attempt('PATCH', `/user/${idOf('ann')}`, { password: `another ${index}` });
    }),
  ];
  const [promoted, ...taken] = await Promise.all(writes.map((write) => write()));
  expect(promoted).toBe('done');
  expect(new Set([...taken, 'done', '403 may-not'])).toEqual(new Set(['done', '403 may-not']));
  expect(await attempt('PATCH', `/user/${idOf('ann')}`, { password: 'late one 1' })).toBe(
    '403 may-not',
  );
});

describe('roles', () => {
  test('are for Admins alone', async () => {
    for (const by of ['hal', 'lea']) {
      expect(await attempt('POST', '/role', { name: 'Mine', allowed_methods: ['GET'] }, by)).toBe(
        '403 may-not',
      );
      expect(await attempt('PATCH', '/role/1', { allowed_methods: METHODS }, by)).toMatch(/^403/);
    }
  });

  test('that a feature opens get no methods that their writer lacks, and Admin stays', async () => {
    const { engine } = service.parts;
    await engine.system(Role).create({ name: 'Clerk', allowed_methods: ['GET', 'POST'] });
    const user = { id: idOf('idle'), username: 'idle', roles: ['Clerk'], tenants: [] };
    const roles = engine.under({ ...SYSTEM_ACCESS }, user)(Role);
    const lacking = { problems: [{ field: 'allowed_methods', code: 'not-given' }] };
    await expect(
      roles.create({ name: 'Mine', allowed_methods: ['GET', 'DELETE'] }),
    ).rejects.toMatchObject(lacking);
    const { id } = await roles.create({ name: 'Mine', allowed_methods: ['GET'] });
    await expect(roles.update(id, { allowed_methods: ['PATCH'] })).rejects.toMatchObject(lacking);
    const [found] = await engine.system(Role).find({ where: { name: 'Admin' } });
    const may = { status: 403, members: { code: 'may-not' } };
    await expect(roles.update(found!.id, { description: 'mine' })).rejects.toMatchObject(may);
    await expect(roles.update(id, { name: 'Admin' })).rejects.toMatchObject(may);
    await expect(roles.remove(found!.id)).rejects.toMatchObject(may);
  });
});

test('roles that administer users across tenants are told at start, until users have row rules', () => {
  const { models } = service.parts.engine;
  expect(openUsers(models)).toEqual([]);
  const without = models.map((model) => {
    if (model.name === 'User') return { ...model, access: { ...model.access, rows: null } };
    const rows = [tenant('id')];
    return model.name === 'Tenant' ? { ...model, access: { ...model.access, rows } } : model;
  });
  expect(openUsers(without)).toEqual(
    ['roles', 'password'].map((field) =>
      expect.stringContaining(
        `Helper, Leader may write \`${field}\` of all users, because no row rule`,
      ),
    ),
  );
  expect(openUsers(without.filter(({ name }) => name !== 'Tenant'))).toEqual([]);
});

test('rules that let others give Admin stop the start', async () => {
  const wrong = defineAccess<User>({ roles: { '*': [] }, gives: { Helper: ['Admin'] } });
  const file = makeFolder();
  const start = startReplica(file.file, {}, Date.now, undefined, { entity: User, access: wrong });
  await expect(start).rejects.toThrow('`gives` lets Helper give the role Admin');
  file.remove();
});
