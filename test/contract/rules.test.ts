/** Row rules that an owner writes by hand: custom ones, "as the parent's", ones that fail. */
import { beforeAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { eventually } from './eventually.js';
import { expectFields, expectProblem, withoutId } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, type Client, type Row } from './http.js';
import { noId } from './ids.js';
import { clientFor, onEachDatabase, usePrivate, useService } from './use-service.js';

const files = {
  // Everybody sees active projects, an Admin all of them.
  'src/models/project/project.access.ts': `
import { custom, defineAccess } from '#engine';
import type { Project } from './project.model.js';

export const projectAccess = defineAccess<Project>({
  rows: [
    custom((user, where) => (user.roles.includes('Admin') ? where.all : where.eq('status', 'active'))),
  ],
});
`,
  // A task is visible when its project is.
  'src/models/task/task.access.ts': `
import { asParent, defineAccess } from '#engine';
import type { Task } from './task.model.js';

export const taskAccess = defineAccess<Task>({ rows: [asParent('project_id')] });
`,
  // One rule throws, one has no value, one is never true: nobody sees anything.
  'src/models/team-member/team-member.access.ts': `
import { custom, defineAccess } from '#engine';
import type { TeamMember } from './team-member.model.js';

export const teamMemberAccess = defineAccess<TeamMember>({
  rows: [
    custom(() => {
      throw new Error('a rule that fails');
    }),
    custom((user, where) => where.eq('name', (user as unknown as { nope: string }).nope)),
    custom(() => undefined as never),
    custom((_, where) => where.in('id', [])),
  ],
});
`,
  'src/models/task/task.routes.ts': `
import { defineRoutes } from '#engine';
import { Project } from '../project/project.model.js';
import { Task } from './task.model.js';

export const taskRoutes = defineRoutes(Task, (route) => {
  route.post('/:task_id/complete', 'edit', ({ records, id }) =>
    records.update(id('task_id'), { status: 'done' }));
  route.get('/boom', 'list', () => {
    throw new Error('SELECT secret FROM inner_story');
  });
  route.get('/projects', 'list', ({ crud, query }) => crud(Project).list(query));
});
`,
};

onEachDatabase((database) => {
  describe('6 Access: custom row rules', () => {
    const env = { LOG_LEVEL: 'error' };
    const own = usePrivate({ example: 'task-manager', database, files, env });
    let admin: Client;
    let user: Client;
    let open: Row;
    let closed: Row;
    let seen: Row;
    let hidden: Row;

    beforeAll(async () => {
      admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
      const username = mark();
      const profile = { username, email: `${username}@example.test`, password: CAST_PASSWORD };
      await admin.create('/user', { ...profile, roles: ['Manager'] });
      user = await clientFor(own.url, username, CAST_PASSWORD);
      open = await admin.create('/project', { name: mark(), status: 'active' });
      closed = await admin.create('/project', { name: mark(), status: 'secret' });
      seen = await admin.create('/task', { title: mark(), project_id: open.id });
      hidden = await admin.create('/task', { title: mark(), project_id: closed.id });
    }, 60_000);

    test('a custom rule decides per user', async () => {
      expect((await user.list('/project')).map((row) => row.id)).toEqual([open.id]);
      expect((await user.get('/project')).header('x-total-count')).toBe('1');
      expect((await admin.get('/project')).header('x-total-count')).toBe('2');
      expectProblem(await user.get(`/project/${closed.id}`), 404);
      expect((await admin.get(`/project/${closed.id}`)).status).toBe(200);
    });

    test("as the parent's rule: a task is visible when its project is", async () => {
      expect((await user.list('/task')).map((row) => row.id)).toEqual([seen.id]);
      expect((await admin.list('/task')).map((row) => row.id)).toEqual([seen.id, hidden.id]);
      expect(await user.list(`/task?q=${String(hidden.title)}`)).toEqual([]);
      expect(await user.list(`/task?project_id=${closed.id}`)).toEqual([]);
      for (const method of ['GET', 'PUT', 'PATCH'])
        expectProblem(
          await user.send(method, `/task/${hidden.id}`, method === 'GET' ? {} : { body: {} }),
          404,
        );
    });

    test('a parent that changes takes its tasks along at once', async () => {
      const project = await admin.create('/project', { name: mark(), status: 'active' });
      const task = await admin.create('/task', { title: mark(), project_id: project.id });
      expect((await user.get(`/task/${task.id}`)).status).toBe(200);
      await admin.change(`/project/${project.id}`, { status: 'secret' });
      expectProblem(await user.get(`/task/${task.id}`), 404);
      await admin.delete(`/task/${task.id}`);
      await admin.delete(`/project/${project.id}`);
    });

    test('writes that would hide the row: 403; hidden parents are no rows: 422', async () => {
      expectProblem(await user.post('/task', { title: 'x' }), 403);
      expectProblem(await user.post('/project', { name: 'x', status: 'secret' }), 403);
      expectProblem(await user.patch(`/task/${seen.id}`, { project_id: null }), 403);
      expectProblem(await user.patch(`/project/${open.id}`, { status: 'secret' }), 403);
      const [there, nowhere] = [
        await user.patch(`/task/${seen.id}`, { project_id: closed.id }),
        await user.patch(`/task/${seen.id}`, { project_id: noId() }),
      ];
      expectFields(there, 422, 'project_id');
      expect(withoutId(there, 422, closed.id)).toBe(withoutId(nowhere, 422, noId()));
      const parent = await user.patch(`/task/${seen.id}`, { parent_task_id: hidden.id });
      expectFields(parent, 422, 'parent_task_id');
      expect(await user.read(`/task/${seen.id}`)).toEqual(seen);
      expect(await user.read(`/project/${open.id}`)).toEqual(open);
    });

    test('custom endpoints that use the operations keep the rules, of other models too', async () => {
      expectProblem(await user.post(`/task/${hidden.id}/complete`), 404);
      expect((await admin.read(`/task/${hidden.id}`)).status).toBe('todo');
      const listed = await user.get('/task/projects');
      expect(listed.ids).toEqual([open.id]);
      expect(listed.header('x-total-count')).toBe('1');
      expect((await admin.get('/task/projects')).ids).toEqual([open.id, closed.id]);
    });

    test('a rule that throws, has no value or gives none lets nothing through', async () => {
      for (const client of [user, admin]) {
        const answer = await client.get('/team_member');
        expect(answer.status, answer.text).toBe(200);
        expect(answer.rows).toEqual([]);
        const name = mark();
        expectProblem(await client.post('/team_member', { name, email: 'a@example.test' }), 403);
        expectProblem(await client.get('/team_member/1'), 404);
      }
    });

    test('5 Errors: an unexpected one is 500 with the request id; the log has the whole story', async () => {
      const answer = await admin.get('/task/boom');
      const problem = expectProblem(answer, 500);
      expect(answer.text).not.toContain('inner_story');
      const story = async (): Promise<boolean> => {
        const { output } = own.service();
        return output.includes('inner_story') && output.includes(problem.request_id);
      };
      expect(await eventually(story)).toBe(true);
      expect((await admin.get('/task?_end=1')).status).toBe(200);
    });

    test('a model whose rows are hidden gives no foreign key', async () => {
      expectFields(await admin.post('/project', { name: 'x', owner_id: 1 }), 422, 'owner_id');
    });
  });

  describe('Decided later', () => {
    const service = useService('clinic', database);
    const admin = service.as('admin');
    const anna = service.as('anna');
    /** A user of the tenant north with a role of these methods alone. */
    const userWith = async (...allowed_methods: string[]): Promise<Client> => {
      const role = await admin.create('/role', { name: mark(), allowed_methods });
      const username = mark();
      const { tenants } = await service.user('anna');
      const profile = { username, email: `${username}@example.test`, password: CAST_PASSWORD };
      await admin.create('/user', { ...profile, roles: [role.name], tenants });
      return clientFor(service.url, username, CAST_PASSWORD);
    };

    test('an edit by a role that may not show answers `id` and `_label` alone', async () => {
      const typist = await userWith('PUT', 'PATCH');
      const body = { name: mark(), serial: mark(), asset_code: 'a', bought_on: '2026-01-01' };
      const device = await admin.create('/devices', body);
      const path = `/devices/${device.id}`;
      expect(device._label).toBe(`${body.name} ${body.serial}`);
      expectProblem(await typist.get(path), 403);
      for (const answer of [
        await typist.patch(path, {}),
        await typist.patch(path, { bought_on: '2026-02-02' }),
        await typist.put(path, { name: body.name }),
      ]) {
        expect(answer.status, answer.text).toBe(200);
        // The label without the serial number, which the role may not read.
        expect(answer.record).toEqual({ id: device.id, _label: body.name });
      }
      expect((await anna.patch(path, {})).record).toEqual(await anna.read(path));
    });

    test('PUT keeps a field that its writer may not read, as one that it may not write', async () => {
      const { id } = await anna.create('/note', { title: mark(), secret: 'kept', slug: mark() });
      const note = await anna.read(`/note/${id}`);
      expect(note).not.toHaveProperty('secret');
      await anna.put(`/note/${id}`, { title: note.title });
      const chief = service.as('chief');
      expect(await chief.read(`/note/${id}`)).toMatchObject({ secret: 'kept', slug: null });
      await anna.put(`/note/${id}`, { ...note, secret: null });
      expect(await chief.read(`/note/${id}`)).toMatchObject({ secret: null });
    });

    test('`updated_at` and the ETag tell that a record was written, hidden fields included', async () => {
      const email = `${mark()}@example.test`;
      const { id } = await admin.create('/doctor', { name: mark(), email, salary: 1 });
      const before = await anna.get(`/doctor/${id}`);
      await admin.change(`/doctor/${id}`, { salary: 2 });
      const after = await anna.get(`/doctor/${id}`);
      expect(after.header('etag')).not.toBe(before.header('etag'));
      expect(String(after.record.updated_at) > String(before.record.updated_at)).toBe(true);
      expect({ ...after.record, updated_at: '' }).toEqual({ ...before.record, updated_at: '' });
    });
  });

  describe('Decided later: cascades', () => {
    const files = {
      'src/models/order-line/order-line.access.ts': `
import { defineAccess } from '#engine';
import type { OrderLine } from './order-line.model.js';

export const orderLineAccess = defineAccess<OrderLine>({
  roles: { Admin: ['list', 'show', 'create'] },
  fields: { order_id: { write: ['Admin'] } },
});
`,
    };
    const own = usePrivate({ example: 'orders', database, files, env: { LOG_LEVEL: 'error' } });

    test('a cascade needs no write role on the dependents', async () => {
      const admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
      const order = await admin.create('/order', { number: '1', customer: 'c' });
      const line = { order_id: order.id, position: 1, product: 'p', unit_price: 1 };
      const { id } = await admin.create('/order_line', line);
      expectProblem(await admin.delete(`/order_line/${id}`), 403);
      expect((await admin.delete(`/order/${order.id}`)).status).toBe(204);
      expectProblem(await admin.get(`/order_line/${id}`), 404);
    });
  });
});
