import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessEntities } from '../../auth/access-control.js';
import { passwordRefusals, prepareAccess, resetRoles } from '../../auth/first-start.js';
import { passwordWeakness, createPasswords } from '../../auth/passwords.js';
import { Role } from '../../auth/entities.js';
import { defineRoles, presetsOf } from '../../auth/preset-roles.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import type { Settings } from '../../settings/settings.js';
import { project } from '../fixtures/project.js';
import { readSettings } from '../fixtures/settings.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, openFile, SECRET, startReplica, type Replica } from './auth-service.js';

const PASSWORD = 'a password of tests';
const PRODUCTION = { NODE_ENV: 'production', AUTH_SECRET: SECRET };
const folder = makeFolder();
let one: Replica;
let two: Replica;
let admin: string;
let count = 0;

beforeAll(async () => {
  one = await startReplica(folder.file);
  two = await startReplica(folder.file);
  admin = await one.token('admin', 'admin');
}, 30_000);
afterAll(async () => {
  await one.close();
  await two.close();
  folder.remove();
});

const asAdmin = (method: string, path: string, body?: unknown) =>
  one.ask(method, path, { token: admin, body });

async function newUser(...roles: string[]) {
  const username = `user${(count += 1)}`;
  const body = { username, email: 'a@example.test', password: PASSWORD, roles };
  const answer = await asAdmin('POST', '/user', body);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.id as number, username, token: await one.token(username, PASSWORD) };
}

describe('changes in one replica count in the other within a second', () => {
  const until = async (path: string, token: string, status: number) => {
    const started = performance.now();
    while ((await two.ask('GET', path, { token })).status !== status) {
      if (performance.now() - started > 1000) throw new Error(`not ${status} within a second`);
      await sleep(20);
    }
  };

  test('a new password', async () => {
    const { id, token } = await newUser('Viewer');
    await until('/auth/roles', token, 200);
    await asAdmin('PATCH', `/user/${id}`, { password: 'another password' });
    expect((await one.ask('GET', '/auth/me', { token })).status).toBe(401);
    await until('/auth/me', token, 401);
  });

  test('taken roles', async () => {
    const { id, token } = await newUser('Admin');
    await until('/user', token, 200);
    await asAdmin('PATCH', `/user/${id}`, { roles: ['Viewer'] });
    expect((await one.ask('GET', '/user', { token })).status).toBe(403);
    await until('/user', token, 403);
  });

  test("a role's methods, and a role that is gone", async () => {
    const role = await asAdmin('POST', '/role', { name: 'Reader', allowed_methods: ['GET'] });
    const { token } = await newUser('Reader');
    const methods = ({ parts }: Replica) => parts.directory.roles().get('Reader')?.join();
    const untilTwoHas = async (wanted: string | undefined) => {
      const started = performance.now();
      while (methods(two) !== wanted) {
        expect(performance.now() - started).toBeLessThan(1000);
        await two.ask('GET', '/auth/me', { token });
        await sleep(20);
      }
    };
    await untilTwoHas('GET');
    await asAdmin('PATCH', `/role/${role.body.id}`, { allowed_methods: ['GET', 'POST'] });
    await one.ask('GET', '/auth/me', { token });
    expect(methods(one)).toBe('GET,POST');
    await untilTwoHas('GET,POST');
    await asAdmin('DELETE', `/role/${role.body.id}`);
    await untilTwoHas(undefined);
    await until('/auth/roles', token, 403);
  });

  test('a deleted user', async () => {
    const { id, token } = await newUser('Viewer');
    await until('/auth/me', token, 200);
    await asAdmin('DELETE', `/user/${id}`);
    await until('/auth/me', token, 401);
  });
});

describe('the last active Admin', () => {
  test('cannot be deleted, deactivated or stripped', async () => {
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { status: 'Inactive' }],
      ['PATCH', { roles: ['Manager'] }],
      ['PATCH', { roles: [] }],
      ['PUT', { username: 'admin', password: PASSWORD }],
    ] as const) {
      const answer = await asAdmin(method, '/user/1', body);
      expect(answer.status, answer.text).toBe(409);
    }
    expect((await asAdmin('GET', '/auth/me')).body).toMatchObject({
      roles: ['Admin'],
      status: 'Active',
    });
  });

  test('nor by requests to two replicas at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await newUser('Admin');
      await two.ask('GET', '/auth/me', { token: admin });
      const answers = await Promise.all([
        one.ask('PATCH', `/user/${other.id}`, { token: admin, body: { status: 'Inactive' } }),
        two.ask('PATCH', '/user/1', { token: admin, body: { roles: ['Viewer'] } }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      // Whoever is left gives the first one back its role.
      await one.parts.engine.system(User).update(1, { roles: ['Admin'] });
      await one.parts.engine.system(User).remove(other.id);
    }
  });
});

describe('preset roles', () => {
  test('can be edited, not deleted or renamed; Admin keeps what it needs to come back', async () => {
    const [adminRole, manager] = (await asAdmin('GET', '/auth/roles')).body;
    expect((await asAdmin('DELETE', `/role/${manager.id}`)).status).toBe(409);
    expect((await asAdmin('PATCH', `/role/${manager.id}`, { name: 'Boss' })).status).toBe(409);
    const nothing = { allowed_methods: [] };
    expect((await asAdmin('PATCH', `/role/${adminRole.id}`, nothing)).status).toBe(409);
    const kept = await asAdmin('PATCH', `/role/${manager.id}`, { is_preset: false });
    expect(kept.body).toMatchObject({ is_preset: true });
  });

  test.each([['get'], ['TRACE'], [5], ['GET', null]])('methods %j: 422', async (...methods) => {
    const body = { name: 'Odd', allowed_methods: methods };
    const answer = await asAdmin('POST', '/role', body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['allowed_methods']]);
  });

  test('a start keeps an edited one and brings back the others; resetRoles brings back all', async () => {
    const { database, passwords, settings } = one.parts;
    const roles = database.dataSource.getRepository(Role);
    const viewer = await roles.findOneByOrFail({ name: 'Viewer' });
    await asAdmin('PATCH', `/role/${viewer.id}`, { description: 'Looks.' });
    await roles.update(
      { name: 'Manager' },
      { description: 'Of an older version.', is_edited: false },
    );
    await prepareAccess(database, passwords, settings);
    expect(await roles.findOneByOrFail({ name: 'Viewer' })).toMatchObject({
      description: 'Looks.',
    });
    expect((await roles.findOneByOrFail({ name: 'Manager' })).description).toContain('Creates');
    await resetRoles(database);
    expect((await roles.findOneByOrFail({ name: 'Viewer' })).description).toBe('Reads only.');
    expect(await roles.count({ where: { is_preset: true } })).toBe(3);
  });
});

describe('roles of the project', () => {
  const OFFICE = { methods: 'write', about: 'Runs a branch.' } as const;
  const start = async (roles: Parameters<typeof defineRoles>[0]) => {
    const { database, passwords, settings } = one.parts;
    await prepareAccess(
      database,
      passwords,
      settings,
      presetsOf({ features: [defineRoles(roles)] }),
    );
  };
  const roleNamed = async (name: string) => {
    const roles = one.parts.database.dataSource.getRepository(Role);
    return roles.findOneByOrFail({ name });
  };

  test('come with a start; edited ones, and those made before, are kept until they are reset', async () => {
    await asAdmin('POST', '/role', { name: 'Cook', allowed_methods: ['GET'] });
    await start({ Office: OFFICE, Guardian: { methods: ['GET'] }, Cook: { methods: 'all' } });
    expect(await roleNamed('Office')).toMatchObject({
      allowed_methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH'],
      description: 'Runs a branch.',
      is_preset: true,
    });
    const cook = { allowed_methods: ['GET'], is_preset: false };
    expect(await roleNamed('Cook')).toMatchObject(cook);

    const { id } = await roleNamed('Guardian');
    await asAdmin('PATCH', `/role/${id}`, { allowed_methods: ['GET', 'POST'] });
    const changed = {
      Office: { ...OFFICE, about: 'Runs two.' },
      Guardian: { methods: 'read' },
    } as const;
    await start(changed);
    expect((await roleNamed('Office')).description).toBe('Runs two.');
    expect((await roleNamed('Guardian')).allowed_methods).toEqual(['GET', 'POST']);
    expect((await asAdmin('DELETE', `/role/${id}`)).status).toBe(409);
    await resetRoles(one.parts.database, presetsOf({ features: [defineRoles(changed)] }));
    expect((await roleNamed('Guardian')).allowed_methods).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });

  test('that are no longer defined stay as roles that can be deleted', async () => {
    await start({ Office: OFFICE });
    await start({});
    const { id, is_preset } = await roleNamed('Office');
    expect(is_preset).toBe(false);
    expect((await asAdmin('DELETE', `/role/${id}`)).status).toBe(204);
  });

  test('do not redefine those of every service', () => {
    const features = [defineRoles({ Admin: { methods: 'read' } })];
    expect(() => presetsOf({ features })).toThrow('a preset role Admin exists already');
  });
});

test('any number of replicas may start at once: one administrator, three roles', async () => {
  const own = makeFolder();
  const passwords = createPasswords({ cost: 4 });
  const databases = await Promise.all(Array.from({ length: 4 }, () => openFile(own.file)));
  const settings = { adminUsername: 'root', adminPassword: 'admin' };
  await Promise.all(databases.map((database) => prepareAccess(database, passwords, settings)));
  const { manager } = databases[0]!.dataSource;
  expect(await manager.count(User)).toBe(1);
  expect(await manager.count(Role)).toBe(3);

  const production = readSettings(PRODUCTION);
  const refusals = (wanted: Settings) => passwordRefusals(databases[0]!, wanted, passwords);
  expect(await refusals(production)).toHaveLength(1);
  expect(await refusals(readSettings({}))).toEqual([]);
  await manager.update(User, { id: 1 }, { password_is_initial: false });
  expect(await refusals(production)).toEqual([]);

  await Promise.all([passwords.close(), ...databases.map((database) => database.close())]);
  own.remove();
}, 30_000);

test('changing the password at /auth ends the mark of the initial one', async () => {
  const own = makeFolder();
  const replica = await startReplica(own.file);
  const token = await replica.token('admin', 'admin');
  const body = { current_password: 'admin', new_password: PASSWORD };
  const answer = await replica.ask('PUT', '/auth/change-password', { token, body });
  expect(answer.status).toBe(200);
  expect((await replica.ask('GET', '/auth/me', { token })).status).toBe(401);
  const fresh = answer.body.access_token as string;
  expect((await replica.ask('GET', '/auth/me', { token: fresh })).status).toBe(200);
  const { database, passwords } = replica.parts;
  expect(await passwordRefusals(database, readSettings(PRODUCTION), passwords)).toEqual([]);
  await replica.close();
  own.remove();
});

describe('a new password', () => {
  const changeTo = (token: string, new_password: string) =>
    one.ask('PUT', '/auth/change-password', {
      token,
      body: { current_password: PASSWORD, new_password },
    });
  const works = async (username: string, password: string) =>
    one.token(username, password).then(
      () => true,
      () => false,
    );

  test('is set once with the current one, however many ask at the same time', async () => {
    const { username, token } = await newUser('Viewer');
    const wishes = ['wish number 1', 'wish number 2', 'wish number 3', 'wish number 4'];
    const answers = await Promise.all(wishes.map((wish) => changeTo(token, wish)));
    const made = answers.map(({ status }) => status);
    // Who comes so late that the token has ended is 401.
    expect(made.filter((status) => status !== 400 && status !== 401)).toEqual([200]);
    expect(await works(username, wishes[made.indexOf(200)]!)).toBe(true);
  });

  test('does not undo what an administrator has set meanwhile', async () => {
    const { username, token, id } = await newUser('Viewer');
    const { passwords, engine } = one.parts;
    const hash = vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      hash.mockRestore();
      await engine.system(User).update(id, { password: 'set by an admin' });
      return passwords.hash(password);
    });
    expect(await changeTo(token, 'wish number 1')).toMatchObject({
      status: 400,
      body: { problems: [{ field: 'current_password', code: 'wrong' }] },
    });
    expect(await works(username, 'set by an admin')).toBe(true);
  });
});

describe('the first password of an administrator in production', () => {
  const weak = [
    '1',
    'Admin',
    'ADMIN123',
    'admin',
    'Password1!',
    'P@ssw0rd',
    'changeme',
    '12345678',
  ];
  const weaker = [
    '98765432',
    'aaaaaaaa',
    'Root-Root-2026',
    'seven77',
    'admin-admin',
    'x'.repeat(257),
    'trustno1',
    'Sunshine1',
  ];
  const passwords = createPasswords({ cost: 4 });
  afterAll(() => passwords.close());
  const weakness = (password: string, username: string) =>
    passwordWeakness(passwords, password, username);

  test.each([...weak, ...weaker])('%s is refused', async (password) => {
    expect(await weakness(password, 'root')).toMatch(/^ADMIN_PASSWORD /);
  });

  test.each(['correct horse', 'administer the tests', '84620175', 'kT9#pq2!'])(
    '%s is taken',
    async (password) => expect(await weakness(password, 'root')).toBeNull(),
  );

  test('that is the username, with or without more: refused', async () => {
    for (const password of ['Margareta', 'margareta1967', '--MARGARETA--'])
      expect(await weakness(password, 'margareta')).not.toBeNull();
  });

  test('is looked at before the first start, and as it stands after it', async () => {
    const own = makeFolder();
    const database = await openDatabase(
      `sqlite:${own.file}`,
      accessEntities(User),
      project.migrations,
    );
    const refusals = (ADMIN_PASSWORD: string) =>
      passwordRefusals(database, readSettings({ ...PRODUCTION, ADMIN_PASSWORD }), passwords);
    expect((await refusals('Admin')).join()).toContain('at least 8');
    expect((await refusals('admin123')).join()).toContain('common password');
    expect(await refusals(PASSWORD)).toEqual([]);

    await migrate(database);
    await prepareAccess(database, passwords, readSettings({ ADMIN_PASSWORD: 'admin123' }));
    expect(await refusals(PASSWORD)).toHaveLength(1);
    // As a version left it that marked nothing but the literal initial one.
    await database.dataSource.manager.update(User, { id: 1 }, { password_is_initial: false });
    expect(await refusals('admin123')).toHaveLength(1);
    expect(await refusals('Admin123')).toEqual([]);
    await passwords.close();
    await database.close();
    own.remove();
  });
});

describe('throttling over HTTP', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const login = (replica: Replica, username: string, password: string, address: string) =>
    replica.ask('POST', '/auth/login', {
      body: { username, password },
      headers: from(address),
    });

  test('the sixth failure, in any replica: 429 with Retry-After, also for the right password', async () => {
    const { username } = await newUser('Viewer');
    for (let index = 0; index < 5; index += 1)
      expect((await login(index % 2 ? one : two, username, 'wrong', '10.1.1.1')).status).toBe(401);
    const limited = await login(two, username, PASSWORD, '10.1.1.1');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await login(one, username, PASSWORD, '10.1.1.2')).status).toBe(200);
  });

  test('change-password counts too', async () => {
    const { username, token } = await newUser('Viewer');
    const headers = from('10.1.1.3');
    const body = { current_password: 'wrong', new_password: 'new password' };
    const change = () => one.ask('PUT', '/auth/change-password', { token, body, headers });
    for (let index = 0; index < 5; index += 1) expect((await change()).status).toBe(400);
    expect((await change()).status).toBe(429);
    expect((await login(one, username, PASSWORD, '10.1.1.3')).status).toBe(429);
  });
});

test('no answer and no log line holds a password, hash or token', async () => {
  const { token } = await newUser('Viewer');
  await one.ask('GET', '/auth/me', { token });
  await sleep(20);
  expect(one.log.join('')).not.toContain(PASSWORD);
  expect(one.log.join('')).not.toContain(token);
  expect((await asAdmin('GET', '/user?_end=1000')).text).not.toMatch(/\$2|hash|version|initial/);
});
