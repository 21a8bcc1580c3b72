import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { mark, type Row } from './http.js';
import { clientFor, clientOf, onEachDatabase, startRefused, usePrivate } from './use-service.js';
import { ADMIN } from './harness.js';

const ROUTES = (...names: string[]) => `
import type { OwnRouter } from '#engine';
${names.map((name) => `import { ${name} } from './${name}.js';`).join('\n')}
export const routers: readonly OwnRouter[] = [${names.join(', ')}];
`;

const REPORTS = `
import { defineRouter, notFound } from '#engine';
import { Task } from '../models/task/task.model.js';

/**
 * @openapi
 * /reports/tasks:
 *   get:
 *     summary: All tasks, of whomever
 *     responses:
 *       '200': { description: How many. }
 */
export const reports = defineRouter('/reports', {}, (route) => {
  route.get('/tasks', async ({ dataSource, log }) => {
    const count = await dataSource.getRepository(Task).count();
    log.warn({ count }, 'tasks were counted');
    return { count };
  });
  route.get('/mine', async ({ crud, query }) => crud(Task).list(query));
  route.get('/first', async ({ crud }) => {
    const page = JSON.parse((await crud(Task).list({ _end: '1' })).text) as { id: number }[];
    const { title } = await crud(Task).get(page[0]!.id);
    return { title, count: await crud(Task).count({ title }) };
  });
  route.get('/:id', ({ id, user }) => ({ id: id('id'), user: user.username }));
  route.post('/mine', async ({ crud, body }) => crud(Task).create(body as object));
  route.post('/text', ({ body }) => ({ body }));
  route.post('/both', ({ body }) => ({ body }));
  route.get('/nothing/here', () => {
    throw notFound('Not even this.');
  });
});
`;

const HOOKS = `
import { defineRouter, unauthorized } from '#engine';

export const hooks = defineRouter(
  '/hooks',
  {
    auth: (request, _response, next) => {
      if (request.headers['x-key'] !== 'open sesame') throw unauthorized('Send the key.');
      next();
    },
  },
  (route) => {
    route.post('/', ({ body, user }) => ({ body, user: user ?? null }));
  },
);
`;

const HELLO = `
import { defineRouter } from '#engine';

export const hello = defineRouter('/hello', { auth: 'public' }, (route) => {
  route.get('/', ({ user }) => ({ hello: user?.username ?? 'you' }));
});
`;

const IMPORTS = `
import { modelRouter, ownRouter } from '#engine';
import { Task } from './models/task/task.model.js';
import { hello } from './routes/hello.js';
`;

/** A login that asks for an address; who signs up shows a first name. */
const DOOR = `
import { z } from 'zod';
import { defineRouter } from '#engine';
import { User } from '../models/user/user.model.js';

export const door = defineRouter('/door', { auth: 'public' }, (route) => {
  const body = z.object({ email: z.string(), password: z.string() });
  route.post('/', { body }, async ({ accounts, system, body }) => {
    const known = await system(User).findOne({ where: { email: body.email } });
    const { password } = body;
    return accounts.signIn({ username: known?.username ?? body.email, password });
  });
  route.post('/new', ({ accounts, body }) => accounts.signUp(body as object));
  route.post('/again', { auth: 'signed-in' }, ({ accounts, user }) => accounts.openSession(user.id));
  route.post('/as/:id', ({ accounts, id }) => accounts.openSession(id('id')));
});
`;

const ACCOUNT = `
import { defineAccount } from '#engine';
import type { User } from './user.model.js';

export const userAccount = defineAccount<User>({
  shows: [],
  edits: [],
  signUp: { roles: ['Viewer'], fields: ['email'] },
});
`;

/** `app.ts` with one more line behind the router of all models. */
const withLine = (line: string) => (text: string) =>
  IMPORTS + text.replace('  app.use(createRouter(parts));', (found) => `${found}\n${line}`);

onEachDatabase((database) => {
  describe('endpoints that belong to no model', () => {
    const service = usePrivate({
      example: 'task-manager',
      database,
      env: { LOG_LEVEL: 'warn' },
      files: {
        'src/routes/reports.ts': REPORTS,
        'src/routes/hooks.ts': HOOKS,
        'src/routes/hello.ts': HELLO,
        'src/routes/door.ts': DOOR,
        'src/models/user/user.account.ts': ACCOUNT,
        'src/routes/routes.ts': ROUTES('reports', 'hooks', 'hello', 'door'),
      },
      edits: {
        'src/app.ts': withLine(
          "app.use('/v2', modelRouter(parts, Task), ownRouter(parts, hello)); app.use('/reports/text', express.text());",
        ),
      },
    });
    const admin = () => clientFor(service.url, ADMIN.username, ADMIN.password);
    const anybody = () => clientOf(service.url);

    test('are for signed-in users unless they say otherwise', async () => {
      expectProblem(await anybody().get('/reports/tasks'), 401);
      expectProblem(await anybody().post('/reports/mine', {}), 401);
      expect((await (await admin()).get('/reports/tasks')).status).toBe(200);
    });

    test('answer 404 and 405 before they ask who it is', async () => {
      expectProblem(await anybody().get('/reports/no/such'), 404);
      expectProblem(await anybody().get('/reports/'), 404);
      expectProblem(await anybody().get('/reportsx'), 404);
      const refused = await anybody().send('DELETE', '/reports/mine');
      expectProblem(refused, 405);
      expect(refused.header('allow')).toBe('GET, HEAD, POST, OPTIONS');
      expect((await anybody().send('OPTIONS', '/reports/tasks')).status).toBe(204);
    });

    test('work under the rules of their caller, as under /api', async () => {
      const title = mark();
      const user = await admin();
      const made = await user.post('/api/reports/mine', { title });
      expect(made.record.title).toBe(title);
      const list = await user.get(`/reports/mine?title=${title}`);
      expect(list.header('x-total-count')).toBe('1');
      expectProblem(await user.post('/reports/mine', { nope: 1 }), 422);
      const first = (await user.get('/reports/first')).body;
      expect(first).toEqual({ title: expect.any(String), count: expect.any(Number) });
      expect((await user.get('/reports/7')).body).toEqual({ id: 7, user: 'admin' });
      expectProblem(await user.get('/reports/seven'), 404);
      expect((await user.head('/reports/tasks')).status).toBe(200);
    });

    test('have the whole database and a log, whose lines name the request', async () => {
      const user = await admin();
      const before = (await user.get('/reports/tasks')).body as { count: number };
      await user.create('/task', { title: mark() });
      const answer = await user.get('/reports/tasks');
      expect(answer.body).toEqual({ count: before.count + 1 });
      const lines = () => service.service().output.split('\n');
      const id = answer.header('x-request-id')!;
      await expect
        .poll(() => lines().filter((line) => line.includes(id) && line.includes('were counted')))
        .toHaveLength(1);
    });

    test('may be public: who sends a token is known, a bad one is refused', async () => {
      expect((await anybody().get('/hello')).body).toEqual({ hello: 'you' });
      expect((await (await admin()).get('/hello')).body).toEqual({ hello: 'admin' });
      expectProblem(await clientOf(service.url, 'no.good.token').get('/hello'), 401);
    });

    test('may have an authentication of their own', async () => {
      expectProblem(await anybody().post('/hooks', { a: 1 }), 401);
      expectProblem(await (await admin()).post('/hooks', { a: 1 }), 401);
      const answer = await anybody().send('POST', '/hooks', {
        body: { a: 1 },
        headers: { 'x-key': 'open sesame' },
      });
      expect(answer.body).toEqual({ body: { a: 1 }, user: null });
    });

    test('take JSON within the limits of all bodies', async () => {
      const user = await admin();
      expect((await user.post('/reports/both')).body).toEqual({});
      const text = { raw: 'x', headers: { 'content-type': 'text/plain' } };
      expectProblem(await user.send('POST', '/reports/both', text), 415);
    });

    test('take what a middleware of app.ts has read before', async () => {
      const text = { raw: 'x', headers: { 'content-type': 'text/plain' } };
      expect((await (await admin()).send('POST', '/reports/text', text)).body).toEqual({
        body: 'x',
      });
    });

    test('are described in /openapi.json, with who may call them', async () => {
      const document = (await anybody().get('/openapi.json')).body as {
        tags: { name: string }[];
        paths: Record<string, Record<string, Record<string, unknown>>>;
      };
      const { paths, tags } = document;
      expect(paths['/reports/tasks']!.get).toMatchObject({
        summary: 'All tasks, of whomever',
        tags: ['reports'],
      });
      expect(paths['/reports/tasks']!.get).not.toHaveProperty('security');
      expect(paths['/reports/{id}']!.get!.parameters).toHaveLength(1);
      expect(paths['/hello']!.get!.security).toEqual([{}, { bearer: [] }]);
      expect(paths['/hooks']!.post!.security).toEqual([]);
      expect(tags.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['reports', 'hello', 'hooks']),
      );
    });

    test('a model is served elsewhere, too, under the same rules', async () => {
      const user = await admin();
      const made = await user.post('/api/v2/task', { title: mark() });
      expect(made.status, made.text).toBe(201);
      expect(made.header('location')).toBe(`/api/v2/task/${made.record.id}`);
      expect((await user.get(`/v2/task/${made.record.id}`)).record).toEqual(made.record);
      expect((await user.post(`/v2/task/${made.record.id}/complete`)).record.status).toBe('done');
      expect(await user.read(`/task/${made.record.id}`)).toMatchObject({ status: 'done' });
      expectProblem(await anybody().get('/v2/task'), 401);
      expectProblem(await user.get('/v2/project'), 404);
      expectProblem(await user.send('DELETE', '/v2/task'), 405);
    });

    test('they are served elsewhere, too, without those that are not named', async () => {
      expect((await anybody().get('/v2/hello')).body).toEqual({ hello: 'you' });
      expect((await (await admin()).get('/api/v2/hello')).body).toEqual({ hello: 'admin' });
      expectProblem(await anybody().send('DELETE', '/v2/hello'), 405);
      expectProblem(await anybody().get('/v2/hello/'), 404);
      expectProblem(await anybody().get('/v2/reports/tasks'), 404);
    });

    test('sign people in and up, as /auth does', async () => {
      const [username, password] = [mark(), 'long enough 1'];
      const email = `${username}@example.com`;
      const up = await anybody().post('/door/new', { username, password, email });
      expect(up.body).toMatchObject({
        token_type: 'bearer',
        user: { username, roles: ['Viewer'] },
      });
      const roles = { username: mark(), password, roles: ['Admin'] };
      expectProblem(await anybody().post('/door/new', roles), 422);

      const inside = await anybody().post('/door', { email, password });
      const { access_token: token, user } = inside.body as { access_token: string; user: Row };
      const answer = await clientOf(service.url, token).post('/door/again');
      expect(answer.body).toMatchObject({ user: { username } });
      expect((await clientOf(service.url, token).get('/auth/me')).body).toEqual(user);

      await (await admin()).patch(`/user/${user.id}`, { status: 'Inactive' });
      expectProblem(await anybody().post('/door', { email, password }), 403);
      expectProblem(await anybody().post(`/door/as/${user.id}`), 403);
      expectProblem(await anybody().post('/door/as/999999'), 403);
    });

    test('refuse who tries passwords, as /auth does', async () => {
      const email = `${mark()}@example.com`;
      const attempt = () => anybody().post('/door', { email, password: 'a wrong password' });
      const tries = [];
      for (let count = 0; count < 6; count++) tries.push((await attempt()).status);
      expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    });
  });
});

test('prefixes that others have are refused, all at once', async () => {
  const router = (name: string, prefix: string) =>
    HELLO.replace('const hello', `const ${name}`).replace('/hello', prefix);
  const { code, output } = await startRefused({
    example: 'task-manager',
    database: 'sqlite',
    files: {
      'src/routes/one.ts': router('one', '/task/late'),
      'src/routes/two.ts': router('two', '/auth'),
      'src/routes/three.ts': router('three', 'hello'),
      'src/routes/routes.ts': ROUTES('one', 'two', 'three'),
    },
  });
  expect(code).not.toBe(0);
  expect(output).toContain('`/task/late` belongs to Task');
  expect(output).toContain('`/auth` is a path of the service itself');
  expect(output).toContain('`hello` is not a valid prefix');
  expect(output).not.toMatch(/^ +at /m);
});
