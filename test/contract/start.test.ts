import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { eventually } from './eventually.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, copyProject, makeFolder, SECRET, type Database } from './harness.js';
import { mark, send, type Client } from './http.js';
import {
  execute,
  wholeSchema,
} from '../../templates/features/engine-tests/engine/test/database/whole-schema.js';
import {
  clientFor,
  clientOf,
  freshDatabase,
  launch,
  logIn,
  onEachDatabase,
  startRefused,
  startService,
} from './use-service.js';

/** A database that several processes share. */
async function sharedUrl(database: Database): Promise<string> {
  if (database === 'postgres') return freshDatabase(database);
  return `sqlite:${join(makeFolder('shared'), 'app.db')}`;
}

function mentions(output: string, ...names: string[]): void {
  for (const name of names) expect(output).toContain(name);
  expect(output).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
}

describe('6 Access: production refuses', () => {
  const example = 'task-manager';
  const database = 'sqlite';
  const initial = readFileSync(
    join(import.meta.dirname, '../../examples/task-manager/.env.example'),
    'utf8',
  ).match(/^#?\s*AUTH_SECRET=(.*)$/m)?.[1];

  test('every reason at once', async () => {
    const places: Record<string, string>[] = [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }];
    for (const env of places) {
      const { code, output } = await startRefused({
        example,
        database,
        env: { ...env, AUTH_SECRET: null, ADMIN_PASSWORD: 'admin', SERVICE_AUTH_DISABLED: '1' },
      });
      expect(code).toBeGreaterThan(0);
      mentions(output, 'AUTH_SECRET', 'SERVICE_AUTH_DISABLED');
      expect(output).toMatch(/password/i);
    }
  });

  test.each<[string, Record<string, string | null>, RegExp[]]>([
    [
      'a short secret, the initial password',
      { AUTH_SECRET: 'x'.repeat(31), ADMIN_PASSWORD: 'admin' },
      [/AUTH_SECRET/, /password/i],
    ],
    [
      'the initial secret, no password',
      { AUTH_SECRET: initial?.trim() || 'changeme', ADMIN_PASSWORD: null },
      [/AUTH_SECRET/, /password/i],
    ],
    [
      'a secret of few letters, a well-known password, NODE_ENV in another case',
      { NODE_ENV: 'PRODUCTION ', AUTH_SECRET: 'ab'.repeat(20), ADMIN_PASSWORD: 'Admin123' },
      [/AUTH_SECRET/, /ADMIN_PASSWORD/],
    ],
    ['authentication off alone', { SERVICE_AUTH_DISABLED: '1' }, [/SERVICE_AUTH_DISABLED/]],
  ])('%s', async (_, env, reasons) => {
    const options = { example, database, env: { NODE_ENV: 'production', ...env } } as const;
    const { code, output } = await startRefused(options);
    expect(code).toBeGreaterThan(0);
    for (const reason of reasons) expect(output).toMatch(reason);
    expect(output).not.toContain(SECRET);
    mentions(output);
  });

  test('the password of the row counts, not that of the environment', async () => {
    const folder = await copyProject({ example });
    const env = { ADMIN_PASSWORD: 'admin' };
    const first = await startService({ example, database, folder, env });
    expect((await logIn(first.url, 'admin', 'admin')).status).toBe(200);
    expect(await first.stop()).toBe(0);
    const { code, output } = await startRefusedIn(folder, {
      NODE_ENV: 'production',
      ADMIN_PASSWORD: 'another long password',
    });
    expect(code).toBeGreaterThan(0);
    expect(output).toMatch(/password/i);
  });

  async function startRefusedIn(
    folder: string,
    env: Record<string, string>,
  ): Promise<{ code: number | null; output: string }> {
    return startRefused({ example, database, folder, env });
  }
});

describe('8 Environment: wrong values stop the start, one line each', () => {
  const start = (env: Record<string, string>): Promise<{ code: number | null; output: string }> =>
    startRefused({ example: 'task-manager', database: 'sqlite', env });

  test('all of them at once', async () => {
    const { code, output } = await start({
      PORT: 'abc',
      MAX_PAGE_SIZE: '-1',
      BODY_LIMIT: 'huge',
      AUTH_TOKEN_TTL: 'soon',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root@localhost/db',
      TRUST_PROXY: '%%',
      CORS_ORIGINS: 'not an origin',
      HOST: 'not a host!',
    });
    expect(code).toBeGreaterThan(0);
    const names = ['PORT', 'MAX_PAGE_SIZE', 'BODY_LIMIT', 'AUTH_TOKEN_TTL', 'LOG_LEVEL'];
    const all = [...names, 'DATABASE_URL', 'TRUST_PROXY', 'CORS_ORIGINS', 'HOST'];
    mentions(output, ...all);
    const lines = output.split('\n');
    for (const name of all)
      expect(lines.filter((line) => new RegExp(`\\b${name}\\b`).test(line)).length, name).toBe(1);
  });

  test('what needs a feature, with how to add it; as good as missing where it is empty', async () => {
    const { code, output } = await start({ PORT: 'abc', MAIL_URL: 'smtp://localhost', JOBS: '' });
    expect(code).toBeGreaterThan(0);
    mentions(output, 'PORT');
    expect(output).toContain(
      '\n  MAIL_URL: needs the feature `mail`: type `crudgen add mail`, or remove the setting\n',
    );
    expect(output).not.toContain('JOBS');
  });

  test('at the edge of what is right', async () => {
    const wrong = { PORT: '70000', MAX_PAGE_SIZE: '0', AUTH_TOKEN_TTL: '-5', BODY_LIMIT: '1.5' };
    const { code, output } = await start({ ...wrong, DATABASE_URL: 'postgres://' });
    expect(code).toBeGreaterThan(0);
    mentions(output, ...Object.keys(wrong), 'DATABASE_URL');
  });

  test('a database that cannot be opened is named, without its password and without a stack', async () => {
    const folder = makeFolder('no-database');
    writeFileSync(join(folder, 'noise.db'), 'this is no database at all'.repeat(100));
    for (const [url, reason] of [
      [`sqlite:${join(folder, 'noise.db')}`, 'file is not a database'],
      [`sqlite:${folder}`, 'unable to open'],
      ['postgres://ann:hush-hush@127.0.0.1:9/app', 'ECONNREFUSED'],
    ] as const) {
      const { code, output } = await start({ DATABASE_URL: url });
      expect(code).toBeGreaterThan(0);
      mentions(output, 'DATABASE_URL', reason);
      expect(output).not.toContain('hush-hush');
    }
  });

  test('a password in DATABASE_URL is never printed', async () => {
    const url = 'postgres://user:hunter2secret@127.0.0.1:1/none';
    const { code, output } = await start({ DATABASE_URL: url, LOG_LEVEL: 'info' });
    expect(code).toBeGreaterThan(0);
    expect(output).not.toContain('hunter2secret');
  });

  test('7 Search: an unreadable config/search.json is named with its line', async () => {
    const { code, output } = await startRefused({
      example: 'task-manager',
      database: 'sqlite',
      files: { 'config/search.json': '{\n  "models": ["Task"],\n  "fields": [,]\n}\n' },
    });
    expect(code).toBeGreaterThan(0);
    expect(output).toMatch(/search\.json(:3|.*\bline 3\b)/s);
    mentions(output, 'config/search.json');
  });
});

test('4 Endpoints of your own: what accepts forms without the feature that reads them is named with how to add it', async () => {
  const routes = `import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

export const taskRoutes = defineRoutes(Task, (route) => {
  route.post('/form', { action: 'create', accept: 'multipart' }, () => null);
});
`;
  const files = { 'src/models/task/task.routes.ts': routes };
  const { code, output } = await startRefused({
    example: 'task-manager',
    database: 'sqlite',
    files,
  });
  expect(code).toBeGreaterThan(0);
  mentions(output, 'POST /task/form', '`crudgen add uploads`');
});

/** An entity of the task manager with another member beside its key. */
function withMember(model: string, member: string): Record<string, string> {
  const path = `src/models/${model}/${model}.model.ts`;
  const text = readFileSync(join(import.meta.dirname, '../../examples/task-manager', path), 'utf8');
  return { [path]: text.replace('  id!: number;\n', `  id!: number;\n\n  ${member}\n`) };
}

onEachDatabase((database) => {
  const example = 'task-manager';

  test('a primary key of two columns is refused at start without the feature for it, by name', async () => {
    const files = withMember('team-member', "@Column('integer', { primary: true }) no!: number;");
    const { code, output } = await startRefused({ example, database, files });
    expect(code).toBeGreaterThan(0);
    mentions(output, 'TeamMember', '`id` with `no`', 'run `crudgen sync`');
  });

  test('a first start on a database with a table of that name leaves nothing behind', async () => {
    const databaseUrl = await sharedUrl(database);
    await execute(databaseUrl, 'CREATE TABLE task (task_id integer PRIMARY KEY, name varchar(9))');
    const before = await wholeSchema(databaseUrl);
    const { code, output } = await startRefused({ example, database, databaseUrl });
    expect(code).toBeGreaterThan(0);
    mentions(output, 'task', 'Nothing was changed', 'DATABASE_URL');
    expect(await wholeSchema(databaseUrl)).toEqual(before);
  });

  test('8 Environment: .env is read, the process environment wins; no search file, no ADMIN_*', async () => {
    const service = await startService({
      example,
      database,
      env: { MAX_PAGE_SIZE: '20', AUTH_SECRET: null, ADMIN_USERNAME: null, ADMIN_PASSWORD: null },
      files: {
        '.env': 'MAX_PAGE_SIZE=10\nCORS_ORIGINS=https://env.example\n',
        'config/search.json': null,
      },
    });
    const admin = await clientFor(service.url, 'admin', 'admin');
    expectProblem(await admin.get('/task?_end=21'), 400);
    expect((await admin.get('/task?_end=20')).status).toBe(200);
    const answer = await admin.get('/task', { origin: 'https://env.example' });
    expect(answer.header('access-control-allow-origin')).toBe('https://env.example');
    const search = await send(service.url, 'GET', '/config/search');
    expect(search.status).toBe(200);
    expect(search.body).toEqual({ models: [], fields: [] });
  });

  test('8 Environment: a missing AUTH_SECRET is replaced for this run, with a warning', async () => {
    const folder = await copyProject({ example });
    const options = {
      example,
      database,
      folder,
      databaseUrl: await freshDatabase(database),
      env: { AUTH_SECRET: null, LOG_LEVEL: 'warn' },
    } as const;
    const first = await startService(options);
    expect(first.output).toContain('AUTH_SECRET');
    const login = await logIn(first.url, ADMIN.username, ADMIN.password);
    const token = (login.body as { access_token: string }).access_token;
    expect((await clientOf(first.url, token).get('/auth/me')).status).toBe(200);
    expect(await first.stop()).toBe(0);
    const second = await startService(options);
    expect((await clientOf(second.url, token).get('/auth/me')).status).toBe(401);
  });

  test('6 Access: production starts with a good secret and password; restarts keep all', async () => {
    const folder = await copyProject({ example });
    const databaseUrl = await freshDatabase(database);
    // By itself production waits for a balancer when it stops.
    const env = { NODE_ENV: 'production', SHUTDOWN_DELAY: '0' };
    const options = { example, database, folder, databaseUrl, env } as const;
    const first = await startService(options);
    const admin = await clientFor(first.url, ADMIN.username, ADMIN.password);
    const task = await admin.create('/task', { title: mark() });
    // Edited at run time: kept by the next start. The administrator's password too.
    const [viewer] = await admin.list('/role?name=Viewer');
    const edit = { description: 'edited', allowed_methods: ['GET'] };
    await admin.change(`/role/${viewer?.id}`, edit);
    const change = { current_password: ADMIN.password, new_password: 'changed at run time' };
    expect((await admin.put('/auth/change-password', change)).status).toBeLessThan(300);
    expect(await first.stop()).toBe(0);

    const second = await startService(options);
    expectProblem(await logIn(second.url, ADMIN.username, ADMIN.password), 401);
    const again = await clientFor(second.url, ADMIN.username, 'changed at run time');
    expect(await again.read(`/task/${task.id}`)).toEqual(task);
    const [kept] = await again.list('/role?name=Viewer');
    expect(kept).toMatchObject(edit);
    const presets = await again.list('/role?is_preset=true&_sort=id');
    expect(presets.map((role) => role.name).sort()).toEqual(['Admin', 'Manager', 'Viewer']);
    const next = await again.create('/task', { title: mark() });
    expect(next.id).toBeGreaterThan(task.id);
  });

  test('6 Access: replicas may start at once on one database, and hear of each other', async () => {
    const databaseUrl = await sharedUrl(database);
    const options = { example, database, databaseUrl } as const;
    const replicas = await Promise.all([launch(options), launch(options), launch(options)]);
    await Promise.all(replicas.map((replica) => replica.ready()));
    const [one, two] = replicas;
    const admin = await clientFor(one.url, ADMIN.username, ADMIN.password);
    expect((await admin.list('/user')).length).toBe(1);
    expect((await admin.list('/role')).map((role) => role.name).sort()).toEqual([
      'Admin',
      'Manager',
      'Viewer',
    ]);
    const username = mark();
    const user = await admin.create('/user', {
      username,
      email: `${username}@example.test`,
      password: CAST_PASSWORD,
      roles: ['Manager'],
    });
    const there = await clientFor(two.url, username, CAST_PASSWORD);
    await there.create('/task', { title: mark() });
    await admin.change(`/user/${user.id}`, { roles: ['Viewer'] });
    expect(await eventually(async () => (await there.post('/task', {})).status === 403, 1500)).toBe(
      true,
    );
    await admin.change(`/user/${user.id}`, { status: 'Inactive' });
    expect(await eventually(async () => (await there.get('/auth/me')).status === 401, 1500)).toBe(
      true,
    );
    // A session that ends in one ends in all, also where nobody has met it.
    const session = await logIn(two.url, ADMIN.username, ADMIN.password);
    const own = (session.body as { access_token: string }).access_token;
    for (const { url } of [one, two])
      expect((await clientOf(url, own).get('/auth/me')).status).toBe(200);
    expect((await clientOf(two.url, own).post('/auth/logout')).status).toBe(204);
    expect((await clientOf(two.url, own).get('/auth/me')).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 510));
    for (const { url } of replicas)
      expect((await clientOf(url, own).get('/auth/me')).status).toBe(401);
    // Writes from all sides at once: nothing is lost, ids stay unique.
    const token = (await logIn(one.url, ADMIN.username, ADMIN.password)).body as {
      access_token: string;
    };
    const writers = replicas.map((replica) => clientOf(replica.url, token.access_token));
    const title = mark();
    const writes = writers.flatMap((writer: Client) =>
      Array.from({ length: 10 }, () => writer.create('/task', { title })),
    );
    expect(new Set((await Promise.all(writes)).map((row) => row.id)).size).toBe(30);
    expect((await admin.get(`/task?title=${title}`)).header('x-total-count')).toBe('30');
  });

  describe('6 Access: SERVICE_AUTH_DISABLED', () => {
    test('1: everybody is the administrator, on a loopback name only, without CORS', async () => {
      const service = await startService({
        example,
        database,
        env: { SERVICE_AUTH_DISABLED: '1', LOG_LEVEL: 'warn' },
      });
      expect(service.output).toContain('SERVICE_AUTH_DISABLED');
      const anyone = clientOf(service.url);
      const me = await anyone.get('/auth/me');
      expect(me.status).toBe(200);
      expect(me.body).toMatchObject({ username: ADMIN.username, roles: ['Admin'] });
      const task = await anyone.create('/task', { title: mark() });
      expect((await anyone.delete(`/task/${task.id}`)).status).toBe(204);
      expect((await anyone.get('/user')).status).toBe(200);
      expect((await clientOf(service.url, 'rubbish').get('/task')).status).toBe(200);

      const origin = 'https://evil.example';
      for (const answer of [
        await anyone.get('/task', { origin }),
        await anyone.send('OPTIONS', '/task', {
          headers: { origin, 'access-control-request-method': 'DELETE' },
        }),
      ])
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');

      const { port } = new URL(service.url);
      for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'localhost'])
        expect((await anyone.get('/task', { host })).status, host).toBe(200);
      for (const host of [
        'evil.example',
        `evil.example:${port}`,
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'evil-localhost',
        'localhost@evil.example',
        '192.168.1.5',
        '0.0.0.0',
      ]) {
        const answer = await anyone.get('/task', { host });
        expect(answer.status, host).toBeGreaterThanOrEqual(400);
        expect(answer.status, host).toBeLessThan(500);
        expectProblem(answer, answer.status);
        const write = await anyone.post('/task', { title: 'x' }, { host });
        expect(write.status, host).toBeGreaterThanOrEqual(400);
      }
    });

    test('the short name warns and does nothing', async () => {
      const service = await startService({
        example,
        database,
        env: { AUTH_DISABLED: '1', LOG_LEVEL: 'warn' },
      });
      expect(service.output).toContain('SERVICE_AUTH_DISABLED');
      expectProblem(await clientOf(service.url).get('/task'), 401);
      expectProblem(await clientOf(service.url).get('/auth/me'), 401);
    });
  });

  test('issue 2: on SIGTERM what runs is finished, new work is refused, the exit code is 0', async () => {
    const service = await startService({ example, database, slowHashes: true });
    // A login takes a third of a second of hashing; it is under way when the signal comes.
    const running = logIn(service.url, ADMIN.username, ADMIN.password);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const started = Date.now();
    const code = service.stop();
    expect((await running).status).toBe(200);
    expect(await code).toBe(0);
    expect(Date.now() - started).toBeLessThan(8000);
    await expect(send(service.url, 'GET', '/healthz')).rejects.toThrow();
  });
});

test('6 Access: no value of SERVICE_AUTH_DISABLED but 1 opens', async () => {
  const tries = ['true', '01', '1 '].map(async (value) => {
    const service = await launch({
      example: 'task-manager',
      database: 'sqlite',
      env: { SERVICE_AUTH_DISABLED: value },
    });
    const started = await service.ready().catch(() => undefined);
    if (started) expectProblem(await clientOf(service.url).get('/task'), 401);
    else expect(service.output).toContain('SERVICE_AUTH_DISABLED');
  });
  await Promise.all(tries);
});

test('access layers: a POST that states `list` is warned of, for roles that only read can call it', async () => {
  const path = 'src/models/project/project.routes.ts';
  const routes = `import { defineRoutes } from '#engine';
import { Project } from './project.model.js';
export const projectRoutes = defineRoutes(Project, (route) => {
  route.post('/mail', 'list', () => ({ mailed: true }));
  route.post('/print', 'edit', () => ({ printed: true }));
});
`;
  const service = await startService({
    example: 'task-manager',
    database: 'sqlite',
    files: { [path]: routes },
    env: { LOG_LEVEL: 'warn' },
  });
  await service.stop();
  expect(service.output).toContain('Project: POST /mail requires only `list`');
  expect(service.output).not.toContain('/print');
});
