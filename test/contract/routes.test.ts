import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { mark, type Client, type Row } from './http.js';
import { clientFor, clientOf, onEachDatabase, usePrivate } from './use-service.js';
import { ADMIN } from './harness.js';

const ACCESS = `
import { custom, defineAccess } from '#engine';
import type { Task } from './task.model.js';

export const taskAccess = defineAccess<Task>({
  rows: [
    custom<Task>((user, task) => {
      if (user.username === 'broken') throw new Error('no rule for the broken');
      return user.roles.includes('Admin') ? task.all : task.ne('status', 'secret');
    }),
  ],
  fields: { actual_work_hours: { write: [] }, planned_work_hours: { read: ['Admin'] } },
});
`;

const PROJECT_ACCESS = `
import { custom, defineAccess } from '#engine';
import type { Project } from './project.model.js';

export const projectAccess = defineAccess<Project>({
  rows: [custom<Project>((user, project) => user.roles.includes('Admin') ? project.all : project.ne('status', 'secret'))],
});
`;

const ROUTES = `
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { conflict, defineRoutes, file, reply } from '#engine';
import { Project } from '../project/project.model.js';
import { Task } from './task.model.js';

const NewTask = z.strictObject({
  title: z.string().min(3).max(20),
  hours: z.number().positive().optional(),
  lines: z.array(z.object({ text: z.string() })).optional(),
});
const Search = z.object({ title: z.string(), limit: z.coerce.number().int().max(50).default(10) });
let aborted = 0;
let destroyed = 0;

export const taskRoutes = defineRoutes(Task, (route) => {
  route.post('/launch', { action: 'create' }, async ({ transaction, body }) => {
    const { name, title } = body as { name: string; title: string };
    return transaction(async (tx) => {
      const project = await tx.crud(Project).create({ name });
      const task = await tx.records.create({ title, project_id: project.id });
      if (title === 'refused') throw conflict('Not that one.');
      return { project: project.name, task: task.id };
    });
  });
  route.post('/nested', 'create', async ({ transaction, records, body }) => {
    const { title } = body as { title: string };
    return transaction(async ({ manager, system }) => {
      await records.create({ title });
      await transaction(async (tx) => {
        await tx.records.create({ title });
        throw new Error('undone');
      }).catch(() => undefined);
      const seen = await manager.getRepository(Task).countBy({ title });
      return { seen, system: await system(Task).count({ where: { title } }) };
    });
  });
  route.post('/:id/log', 'edit', async ({ system, id }) =>
    system(Task).update(id('id'), { actual_work_hours: 7 }),
  );
  route.post('/:id/log-as-me', 'edit', async ({ records, id }) =>
    records.update(id('id'), { actual_work_hours: 7 }),
  );
  route.patch('/:id/picked', 'edit', async ({ records, id, body }) =>
    records.update(id('id'), records.pick(body)),
  );
  route.post('/picked', 'create', async ({ records, body }) => records.create(records.pick(body)));
  route.post('/:id/reopen', 'edit', async ({ records, id }) => {
    const { status, created_at } = await records.get(id('id'));
    if (status !== 'done') throw conflict('Only a task that is done can be reopened.');
    return { ...(await records.update(id('id'), { status: 'todo' })), at: created_at.slice(0, 2) };
  });

  route.get('/search', { action: 'list', query: Search }, async ({ records, query }) =>
    records.find({
      where: (task) => task.startsWith('title', query.title),
      order: { priority: 'desc', title: 'asc' },
      limit: query.limit,
      relations: ['project', 'subtasks'],
    }),
  );
  route.get('/numbers', { action: 'list', query: z.object({ title: z.string() }) }, async (context) => {
    const { records, query } = context;
    const where = { title: query.title };
    const all: number[] = [];
    for await (const { id } of records.each({ where })) all.push(id);
    return {
      all: all.length,
      count: await records.count({ where }),
      sum: await records.sum('actual_work_hours', { where }),
      avg: await records.avg('actual_work_hours', { where }),
      min: await records.min('due_date', { where }),
      max: await records.max('due_date', { where }),
      groups: await records.groupBy('status', { where, sum: ['actual_work_hours'], order: { _count: 'desc' } }),
      first: await records.findOne({ where, order: { due_date: 'desc' } }),
      none: await records.findOne({ where: { title: 'there is none' } }),
    };
  });
  route.get('/hidden/where', 'list', ({ records }) =>
    records.find({ where: { planned_work_hours: 1 } }),
  );
  route.get('/hidden/order', 'list', ({ records }) =>
    records.find({ order: { planned_work_hours: 'asc' } }),
  );
  route.get('/hidden/sum', 'list', async ({ records }) => ({ sum: await records.sum('planned_work_hours') }));
  route.get('/hidden/group', 'list', ({ records }) => records.groupBy('planned_work_hours'));
  route.get('/of/:name', { action: 'list' }, async ({ records, params }) => ({
    count: await records.count({
      where: (task) => task.parent('project', (project) => project.eq('name', params.name!)),
    }),
  }));

  route.post(
    '/checked',
    { action: 'create', body: NewTask, status: 201, summary: 'Make a task from a form' },
    async ({ records, body }) => {
      const { title } = await records.create({ title: body.title });
      return { title: title.toUpperCase() };
    },
  );
  route.get(
    '/by/:slug',
    { action: 'list', params: z.object({ slug: z.string().regex(/^[a-z-]+$/) }) },
    ({ params }) => ({ slug: params.slug }),
  );
  /**
   * @openapi
   * /task/commented:
   *   post:
   *     summary: As the comment says
   */
  route.post('/commented', { action: 'create', body: NewTask, summary: 'As the option says' }, () => ({}));

  route.get('/open/hello', { auth: 'public' }, ({ user, records, crud, system }) => ({
    user: user?.username ?? null,
    doors: [records !== undefined, crud !== undefined, system !== undefined],
  }));
  route.post(
    '/raw',
    { action: 'create', accept: 'raw', limit: 10 },
    ({ body }) => reply(Buffer.from(body.toString('utf8').toUpperCase()), { type: 'text/plain', status: 202 }),
  );
  route.post('/stream', { action: 'create', accept: 'stream', limit: 10 }, async ({ body }) => {
    let size = 0;
    for await (const chunk of body) size += (chunk as Buffer).length;
    return { size };
  });
  route.post(
    '/form',
    { action: 'create', accept: 'multipart', body: z.object({ title: z.string().min(2) }), limit: 2000, maxFiles: 2, maxParts: 4 },
    ({ body: { fields, files } }) => ({
      title: fields.title,
      files: files.map(({ field, name, type, content }) => [field, name, type, content.toString()]),
    }),
  );
  route.get('/export.csv', 'list', ({ query, records }) => {
    const lines = async function* () {
      if (query.fail === 'early') throw conflict('Not today.');
      yield 'id,title\\n';
      for await (const task of records.each({ where: { title: String(query.title) } })) yield task.id + ',' + task.title + '\\n';
    };
    return reply(lines(), { type: 'text/csv', name: 'tasks.csv' });
  });
  route.get('/readme', 'list', ({ request }) => {
    const path = typeof request.query.path === 'string' ? '/no/such/file' : resolve('src/models/task/task.routes.ts');
    return file(path, { type: 'text/plain', name: 'routes.ts' });
  });
  route.get('/readable', 'list', () => Readable.from(['a', 'b']) && reply(Readable.from(['a', 'b'])));
  route.get('/like-a-page', 'list', () => ({ kind: 'page', text: '[]', start: 0, end: 0, total: 7 }));
  route.get('/page', 'list', ({ records }) => records.list({ _end: '1' }));
  route.get('/silent', 'list', () => {
    const silent = new Readable({
      read: () => undefined,
      destroy(error, done) {
        destroyed += 1;
        done(error);
      },
    });
    silent.push('one');
    return reply(silent);
  });
  route.get('/destroyed', 'list', () => ({ destroyed }));
  route.get('/slow', 'list', async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    aborted += 1;
  });
  route.get('/aborted', 'list', () => ({ aborted }));
});
`;

const ROUTER = `
import { z } from 'zod';
import { defineRouter } from '#engine';
import { Task } from '../models/task/task.model.js';

export const tools = defineRouter('/tools', {}, (route) => {
  route.post('/sum', { body: z.object({ of: z.array(z.number()) }) }, ({ body }) => ({
    sum: body.of.reduce((sum, one) => sum + one, 0),
  }));
  route.post('/guests', { auth: 'public', body: z.object({ name: z.string() }) }, async (context) => {
    const { body, system, user, transaction } = context;
    const { id } = await transaction((tx) => tx.system(Task).create({ title: body.name }));
    return { title: (await system(Task).get(id)).title, user: user?.username ?? null };
  });
});
`;
const LIST = `
import type { OwnRouter } from '#engine';
import { tools } from './tools.js';
export const routers: readonly OwnRouter[] = [tools];
`;

onEachDatabase((database) => {
  describe("what an endpoint of the developer's own works with", () => {
    const service = usePrivate({
      example: 'task-manager',
      features: ['uploads'],
      database,
      env: { LOG_LEVEL: 'warn' },
      files: {
        'src/models/task/task.access.ts': ACCESS,
        'src/models/project/project.access.ts': PROJECT_ACCESS,
        'src/models/task/task.routes.ts': ROUTES,
        'src/routes/tools.ts': ROUTER,
        'src/routes/routes.ts': LIST,
      },
      edits: {
        'src/models/team-member/team-member.model.ts': (text) =>
          text
            .replace(
              '  @CreateDateColumn(',
              "  @Field({ type: 'string', computed: () => { throw new Error('no shout today'); } })\n  shout!: string;\n\n  @CreateDateColumn(",
            )
            .replace('{ DATETIME', '{ DATETIME, Field')
            .replace('Field, Field', 'Field'),
      },
    });
    let admin: Client;
    let manager: Client;
    const anybody = () => clientOf(service.url);
    const made = async (username: string): Promise<Client> => {
      const user = { username, password: 'correct horse', email: `${username}@example.com` };
      const answer = await admin.post('/auth/register', { ...user, role_names: ['Manager'] });
      expect(answer.status, answer.text).toBe(201);
      return clientFor(service.url, username, user.password);
    };
    beforeAll(async () => {
      admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      manager = await made('manager');
    });
    const task = (more: object = {}): Promise<Row> =>
      admin.create('/task', { title: mark(), ...more });

    describe('a transaction', () => {
      test('is all or nothing: a task that is refused leaves no project behind', async () => {
        const name = mark();
        expectProblem(await manager.post('/task/launch', { name, title: 'refused' }), 409);
        expectProblem(await manager.post('/task/launch', { name, title: '' }), 422);
        expect(await admin.list(`/project?name=${name}`)).toEqual([]);
        const answer = await manager.post('/task/launch', { name, title: 'fine' });
        expect(answer.body).toEqual({ project: name, task: expect.any(Number) });
        expect(await admin.list(`/project?name=${name}`)).toHaveLength(1);
      });

      test('inside another one fails by itself', async () => {
        const answer = await manager.post('/task/nested', { title: mark() });
        expect(answer.body).toEqual({ seen: 1, system: 1 });
      });
    });

    describe('writes in code', () => {
      test('refuse a field that the caller may not write, by its name', async () => {
        const { id } = await task();
        const problem = expectProblem(await manager.post(`/task/${id}/log-as-me`), 403);
        expect(problem.message).toContain('Task.actual_work_hours');
        expect((await admin.read(`/task/${id}`)).actual_work_hours).toBeNull();
      });

      test('of the system set what nobody may', async () => {
        const { id } = await task();
        const answer = await manager.post(`/task/${id}/log`);
        expect(answer.record).toMatchObject({ id, actual_work_hours: 7 });
        expect((await admin.read(`/task/${id}`)).actual_work_hours).toBe(7);
      });

      test('of what was picked from a body drop that, as generated endpoints do', async () => {
        const row = await task();
        const body = { ...row, title: mark(), actual_work_hours: 9 };
        const answer = await manager.patch(`/task/${row.id}/picked`, body);
        expect(answer.record, answer.text).toMatchObject({
          title: body.title,
          actual_work_hours: null,
        });
        expectProblem(await manager.patch(`/task/${row.id}/picked`, { nope: 1 }), 422);
        expectProblem(await manager.post('/task/picked', [1]), 422);
        expect((await manager.post('/task/picked', { title: 'p', id: 7 })).record.title).toBe('p');
      });

      test('answer records that code goes on with', async () => {
        const { id } = await task({ status: 'done' });
        expect((await manager.post(`/task/${id}/reopen`)).record).toMatchObject({
          status: 'todo',
          at: '20',
        });
        expectProblem(await manager.post(`/task/${id}/reopen`), 409);
      });
    });

    describe('reads in code', () => {
      test('find what the caller sees, in order, with relations under their own rules', async () => {
        const title = mark();
        const [open, secret] = [
          await admin.create('/project', { name: mark() }),
          await admin.create('/project', { name: mark(), status: 'secret' }),
        ];
        const first = await task({ title: `${title} b`, priority: 'low', project_id: open.id });
        const second = await task({ title: `${title} a`, priority: 'low', project_id: secret.id });
        await task({ title: `${title} c`, status: 'secret' });
        await task({ title: mark(), parent_task_id: first.id });
        await task({ title: mark(), parent_task_id: first.id, status: 'secret' });
        const answer = await manager.get(`/task/search?title=${encodeURIComponent(title)}`);
        expect(answer.ids, answer.text).toEqual([second.id, first.id]);
        const [hidden, seen] = answer.rows;
        expect(hidden).toMatchObject({ project_id: secret.id, project: null, subtasks: [] });
        expect(hidden).not.toHaveProperty('planned_work_hours');
        expect(seen).toMatchObject({ project: { id: open.id, name: open.name } });
        expect(seen!.subtasks).toHaveLength(1);
        expect((await admin.get(`/task/search?title=${title}&limit=1`)).rows).toHaveLength(1);
        // A condition through a project that the caller does not see finds nothing.
        expect((await manager.get(`/task/of/${secret.name as string}`)).body).toEqual({ count: 0 });
        expect((await admin.get(`/task/of/${secret.name as string}`)).body).toEqual({ count: 1 });
      });

      test('count, sum and group', async () => {
        const title = mark();
        const hours = [2, 3, null];
        for (const [at, value] of hours.entries()) {
          const row = await task({
            title,
            due_date: `2026-01-0${at + 1}`,
            status: at ? 'todo' : 'done',
          });
          if (value !== null) await admin.post(`/task/${row.id}/log`);
        }
        await task({ title, status: 'secret' });
        const { body } = await manager.get(`/task/numbers?title=${title}`);
        expect(body).toMatchObject({
          all: 3,
          count: 3,
          sum: 14,
          avg: 7,
          min: '2026-01-01',
          max: '2026-01-03',
          groups: [
            { by: { status: 'todo' }, count: 2, sum: { actual_work_hours: 7 } },
            { by: { status: 'done' }, count: 1, sum: { actual_work_hours: 7 } },
          ],
          first: { due_date: '2026-01-03' },
          none: null,
        });
      });

      test.each(['where', 'order', 'sum', 'group'])(
        'refuse a hidden field in %s',
        async (place) => {
          expectProblem(await manager.get(`/task/hidden/${place}`), 403);
          expect((await admin.get(`/task/hidden/${place}`)).status).toBe(200);
        },
      );
    });

    describe('what a request brings', () => {
      test('is checked by its schema and told field by field', async () => {
        const answer = await manager.post('/task/checked', {
          title: 'x',
          hours: 'many',
          lines: [{ text: 1 }],
          nope: true,
        });
        const problem = expectProblem(answer, 422);
        const codes = problem.problems!.map(({ field, code }) => `${field} ${code}`);
        expect(codes.sort()).toEqual(
          ['hours type', 'lines.0.text type', 'nope unknown-field', 'title too-short'].sort(),
        );
        const empty = expectProblem(await manager.post('/task/checked', {}), 422);
        expect(empty.problems).toEqual([
          { field: 'title', code: 'required', message: 'title is required.' },
        ]);
        expectProblem(await manager.post('/task/checked'), 422);
        const fine = await manager.post('/task/checked', { title: 'four' });
        expect([fine.status, fine.body]).toEqual([201, { title: 'FOUR' }]);
      });

      test('in the query is a 400, in the path a 404', async () => {
        expectProblem(await manager.get('/task/search?title=x&limit=51'), 400);
        expectProblem(await manager.get('/task/search'), 400);
        expectProblem(await manager.get('/task/by/Not%20This'), 404);
        expect((await manager.get('/task/by/this-one')).body).toEqual({ slug: 'this-one' });
      });

      test('is asked for after the token and the action', async () => {
        expectProblem(await anybody().post('/task/checked', {}), 401);
        expectProblem(await anybody().post('/tools/sum', {}), 401);
      });

      test('stands in /openapi.json from the same schema', async () => {
        const { paths } = (await anybody().get('/openapi.json')).body as {
          paths: Record<string, Record<string, Record<string, never>>>;
        };
        const { post } = paths['/task/checked']!;
        expect(post).toMatchObject({
          summary: 'Make a task from a form',
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['title'],
                  properties: { title: { type: 'string', minLength: 3, maxLength: 20 } },
                },
              },
            },
          },
          responses: { 201: { description: 'Done.' } },
        });
        expect(post!.responses).not.toHaveProperty('200');
        expect(paths['/task/search']!.get!.parameters).toContainEqual(
          expect.objectContaining({ name: 'title', in: 'query', required: true }),
        );
        expect(paths['/task/by/{slug}']!.get!.parameters).toEqual([
          {
            name: 'slug',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^[a-z-]+$' },
          },
        ]);
        expect(paths['/task/commented']!.post).toMatchObject({
          summary: 'As the comment says',
          requestBody: { required: true },
        });
        expect(paths['/task/open/hello']!.get!.security).toEqual([{}, { bearer: [] }]);
        expect(paths['/tools/guests']!.post!.security).toEqual([{}, { bearer: [] }]);
        expect(paths['/task/form']!.post!.requestBody).toMatchObject({
          content: { 'multipart/form-data': {} },
        });
      });
    });

    describe('an endpoint for everybody', () => {
      test('has records for those who sent a token, and for nobody else', async () => {
        const nobody = await anybody().get('/task/open/hello');
        expect(nobody.body).toEqual({ user: null, doors: [false, false, true] });
        const known = await manager.get('/task/open/hello');
        expect(known.body).toEqual({ user: 'manager', doors: [true, true, true] });
        expectProblem(await clientOf(service.url, 'no.good.token').get('/task/open/hello'), 401);
      });

      test('may stand in a router of signed-in users', async () => {
        const name = mark();
        const answer = await anybody().post('/tools/guests', { name });
        expect(answer.body, answer.text).toEqual({ title: name, user: null });
        expect((await manager.post('/tools/sum', { of: [1, 2] })).body).toEqual({ sum: 3 });
      });
    });

    describe('bodies and answers beside JSON', () => {
      const raw = (text: string, type = 'application/octet-stream') => ({
        raw: text,
        headers: { 'content-type': type },
      });

      test('bytes, within their limit', async () => {
        const answer = await manager.send('POST', '/task/raw', raw('abc'));
        expect([answer.status, answer.text]).toEqual([202, 'ABC']);
        expect(answer.header('content-type')).toBe('text/plain');
        expectProblem(await manager.send('POST', '/task/raw', raw('x'.repeat(11))), 413);
        expectProblem(
          await manager.send('POST', '/task/raw', {
            raw: 'abc',
            headers: { 'content-encoding': 'gzip' },
          }),
          415,
        );
      });

      test('a stream of bytes, within its limit', async () => {
        expect((await manager.send('POST', '/task/stream', raw('abc'))).body).toEqual({ size: 3 });
        expectProblem(await manager.send('POST', '/task/stream', raw('x'.repeat(500_000))), 413);
      });

      type Part = readonly [name: string, value: string, file?: string];
      const form = (...parts: readonly Part[]) => ({
        raw: `${parts
          .map(([name, value, given]) => {
            const filename = given === undefined ? '' : `; filename="${given}"`;
            const type = given === undefined ? '' : 'Content-Type: text/plain\r\n';
            return `--xx\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n${type}\r\n${value}\r\n`;
          })
          .join('')}--xx--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      });

      test('a form with files, within its limits', async () => {
        const answer = await manager.send(
          'POST',
          '/task/form',
          form(['title', 'two'], ['one', 'content', '../../etc/a.txt'], ['one', '', 'b.txt']),
        );
        expect(answer.body, answer.text).toEqual({
          title: 'two',
          files: [
            ['one', 'a.txt', 'text/plain', 'content'],
            ['one', 'b.txt', 'text/plain', ''],
          ],
        });
        const of = async (...parts: readonly Part[]) =>
          (await manager.send('POST', '/task/form', form(...parts))).status;
        expect(await of(['title', 'x'])).toBe(422);
        expect(await of(['title', 'xx'], ['a', '', 'a'], ['b', '', 'b'], ['c', '', 'c'])).toBe(413);
        expect(await of(['title', 'xx'], ['a', ''], ['b', ''], ['c', ''], ['d', ''])).toBe(413);
        expect(await of(['title', 'xx'], ['a', 'x'.repeat(2001), 'a'])).toBe(413);
        expectProblem(await manager.post('/task/form', { title: 'xx' }), 415);
        const broken = { ...form(['title', 'xx']), raw: '--xx\r\nContent-Disposition: form' };
        expectProblem(await manager.send('POST', '/task/form', broken), 400);
      });

      test('a form with a file that has no name, and none with parts that have none', async () => {
        const part = (disposition: string) => ({
          ...form(),
          raw: `--xx\r\nContent-Disposition: form-data; name="title"\r\n\r\nxx\r\n--xx\r\nContent-Disposition: form-data${disposition}\r\nContent-Type: application/octet-stream\r\n\r\nabc\r\n--xx--\r\n`,
        });
        const send = (disposition: string) => manager.send('POST', '/task/form', part(disposition));
        expect((await send('; name="a"')).body).toEqual({
          title: 'xx',
          files: [['a', null, 'application/octet-stream', 'abc']],
        });
        for (const nameless of ['', '; filename="a.txt"']) {
          const { message } = expectProblem(await send(nameless), 400);
          expect(message).toContain('has no name');
        }
      });

      test('a stream that is answered as it comes', async () => {
        const title = mark();
        const { id } = await task({ title });
        const answer = await manager.get(`/task/export.csv?title=${title}`);
        expect(answer.text).toBe(`id,title\n${id},${title}\n`);
        expect(answer.header('content-type')).toBe('text/csv');
        expect(answer.header('content-disposition')).toBe('attachment; filename=tasks.csv');
        expect((await manager.head(`/task/export.csv?title=${title}`)).status).toBe(200);
        expectProblem(await manager.get('/task/export.csv?fail=early'), 409);
        expect((await manager.get('/task/readable')).text).toBe('ab');
      });

      test('a file', async () => {
        const answer = await manager.get('/task/readme');
        expect(answer.text).toBe(ROUTES);
        expect(answer.header('content-type')).toMatch(/^text\/plain/);
        const part = await manager.get('/task/readme', { range: 'bytes=1-6' });
        expect([part.status, part.text]).toEqual([206, 'import']);
        const missing = await manager.get('/task/readme?path=x');
        expectProblem(missing, 404);
        expect(missing.header('content-disposition')).toBe('');
      });

      test('an object, also one that looks like a page, and a page of a list', async () => {
        await task();
        const answer = await manager.get('/task/like-a-page');
        expect(answer.body).toEqual({ kind: 'page', text: '[]', start: 0, end: 0, total: 7 });
        const page = await manager.get('/task/page');
        expect(page.rows).toHaveLength(1);
        expect(Number(page.header('x-total-count'))).toBeGreaterThan(0);
      });
    });

    /** Asks for something, and is gone before it is all there. */
    const leave = async (path: string): Promise<void> => {
      const token = ((await anybody().post('/auth/login', ADMIN)).body as { access_token: string })
        .access_token;
      const gone = fetch(service.url + path, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(300),
      }).then((answer) => answer.text());
      await expect(gone).rejects.toThrow();
    };

    test('a stream whose reader goes is destroyed', async () => {
      await leave('/task/silent');
      await expect
        .poll(async () => (await manager.get('/task/destroyed')).body)
        .toEqual({ destroyed: 1 });
    });

    test('a client that goes is told by the signal', async () => {
      await leave('/task/slow');
      await expect
        .poll(async () => (await manager.get('/task/aborted')).body)
        .toEqual({ aborted: 1 });
    });

    test('a rule and a computed field that fail show nothing, and are in the log once', async () => {
      const broken = await made('broken');
      await task();
      for (let time = 0; time < 3; time++) expect(await broken.list('/task')).toEqual([]);
      const member = await admin.create('/team_member', {
        name: mark(),
        email: `${mark()}@example.com`,
      });
      expect(await admin.read(`/team_member/${member.id}`)).toMatchObject({ shout: null });
      const lines = (text: string) =>
        service
          .service()
          .output.split('\n')
          .filter((line) => line.includes(text));
      await expect.poll(() => lines('row rule 1 of Task failed')).toHaveLength(1);
      await expect.poll(() => lines('the computed field TeamMember.shout failed')).toHaveLength(1);
      expect(lines('no rule for the broken')[0]).toContain('task.access.ts');
    });
  });
});
