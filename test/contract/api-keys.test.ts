import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectFields, expectProblem } from './expect-problem.js';
import { ADMIN, launchService, type Service } from './harness.js';
import { mark, type Answer, type Client, type Row } from './http.js';
import { runSql } from './run-sql.js';
import { clientFor, clientOf, freshDatabase, onEachDatabase } from './use-service.js';

interface Key extends Row {
  key: string;
  prefix: string;
}

const DAY = 86_400_000;

onEachDatabase((database) => {
  describe('6 Access: API keys', () => {
    let one: Service;
    let two: Service;
    let admin: Client;

    beforeAll(async () => {
      const databaseUrl = await freshDatabase(database);
      const features = ['api-keys', 'import'];
      const options = { databaseUrl, example: 'task-manager', features } as const;
      one = await (await launchService(options)).ready();
      two = await (await launchService({ ...options, folder: one.folder })).ready();
      admin = await clientFor(one.url, ADMIN.username, ADMIN.password);
    }, 240_000);
    afterAll(async () => {
      await two?.dispose();
      await one?.dispose();
    });

    const newUser = async (...roles: string[]) => {
      const username = mark();
      const user = await admin.create('/user', {
        ...{ username, email: `${username}@example.test` },
        ...{ password: CAST_PASSWORD, roles },
      });
      return { user, username, client: await clientFor(one.url, username, CAST_PASSWORD) };
    };
    const make = async (client: Client, body: object = {}): Promise<Key> => {
      const sent = { name: 'nightly', proof: { password: CAST_PASSWORD }, ...body };
      const answer = await client.send('POST', '/auth/api-keys', { body: sent });
      expect(answer.status, answer.text).toBe(201);
      return answer.body as Key;
    };
    const as = ({ key }: Key, { url } = one) => clientOf(url, key);
    const status = async (answer: Promise<Answer>) => (await answer).status;

    test('of many that are asked for at once nobody gets more than a hundred', async () => {
      const { client, user, username } = await newUser('Manager');
      const elsewhere = await clientFor(two.url, username, CAST_PASSWORD);
      const rows = Array.from(
        { length: 98 },
        (_, at) => `('${username}-${at}', 'key_00000000', 'old', ${user.id}, 0, 0, ${DAY})`,
      );
      const columns = 'digest, prefix, name, user_id, read_only, created_at, expires_at';
      await runSql(one, `INSERT INTO api_key (${columns}) VALUES ${rows.join(', ')}`);
      const body = { name: 'new', password: CAST_PASSWORD };
      const asked = [client, elsewhere, client, elsewhere, client, elsewhere, client, elsewhere];
      const statuses = await Promise.all(
        asked.map((by) => status(by.send('POST', '/auth/api-keys', { body }))),
      );
      expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409, 409, 409, 409]);
    });

    test('a key acts for its owner, is shown once, and is found by its beginning', async () => {
      const { client, user } = await newUser('Manager');
      const key = await make(client);
      expect(key.key).toMatch(/^key_[0-9a-f]{8}_[\w-]{43}$/);
      expect(key.key.startsWith(key.prefix)).toBe(true);
      const me = await as(key).get('/auth/me');
      expect(me.body).toMatchObject({ id: user.id, roles: ['Manager'] });
      const list = await client.get('/auth/api-keys');
      expect(list.text).not.toContain(key.key);
      expect(list.header('cache-control')).toBe('no-store');
      await sleep(200);
      const [listed] = (await client.get('/auth/api-keys')).body as Row[];
      expect(listed).toMatchObject({ prefix: key.prefix, roles: null, read_only: false });
      expect(Date.now() - Date.parse(String(listed!['used_at']))).toBeLessThan(60_000);
    });

    test('a session alone makes none', async () => {
      const { client } = await newUser('Viewer');
      const sent = { name: 'x', password: undefined as string | undefined };
      const answer = await client.send('POST', '/auth/api-keys', { body: sent });
      expectFields(answer, 422, 'password');
      const wrong = await client.send('POST', '/auth/api-keys', {
        body: { ...sent, password: 'a wrong one' },
      });
      expectProblem(wrong, 400);
      expect((await client.get('/auth/api-keys')).rows).toEqual([]);
    });

    test('what is no key, and another one by a single letter, is 401', async () => {
      const { client } = await newUser('Viewer');
      const { key } = await make(client);
      const other = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
      for (const text of [
        other,
        'key_',
        `${key}x`,
        key.slice(0, 12),
        `key_00000000_${'a'.repeat(43)}`,
      ])
        expectProblem(await clientOf(one.url, text).get('/task'), 401);
    });

    test('only reads where it says so, whatever the roles', async () => {
      const { client } = await newUser('Admin');
      const key = as(await make(client, { read_only: true }));
      expect(await status(key.get('/task'))).toBe(200);
      for (const [method, path, body] of [
        ['POST', '/task', { title: mark() }],
        ['POST', '/_batch', [{ method: 'POST', path: '/task', body: { title: mark() } }]],
        ['PATCH', '/task/1', { title: mark() }],
        ['DELETE', '/task/1', undefined],
      ] as const)
        expectProblem(await key.send(method, path, { ...(body && { body }) }), 403);
    });

    test('reaches the models that it names, and no others by any way', async () => {
      const { client } = await newUser('Admin');
      const member = await admin.create('/team_member', {
        name: mark(),
        email: `${mark()}@a.test`,
        role: 'lead',
      });
      const project = await admin.create('/project', { name: mark() });
      const task = await admin.create('/task', {
        ...{ title: mark(), project_id: project.id, assignee_id: member.id },
      });
      const key = as(await make(client, { models: ['task'] }));
      const seen = await key.get(`/task/${task.id}?_expand=project`);
      expect(seen.text).not.toContain(String(project['name']));
      expect(await status(key.get(`/api/task/${task.id}`))).toBe(200);
      for (const path of [
        '/project',
        `/project/${project.id}`,
        '/api/project',
        '/user',
        '/%70roject',
      ])
        expect(await status(key.get(path))).toBeGreaterThanOrEqual(400);
      expectProblem(await key.get('/_export/project'), 403);
      expect((await key.get('/_export/task')).status).toBe(200);
      const write = [{ method: 'POST', path: '/project', body: { name: mark() } }];
      const batch = await key.send('POST', '/_batch', { body: write });
      expect(batch.status, batch.text).toBeGreaterThanOrEqual(400);
      const counts = await key.get('/config/counts');
      expect(Object.keys(counts.body as object)).not.toContain('project');
    });

    test('acts by roles of its owner alone, by those that they have now', async () => {
      const { client, user } = await newUser('Manager', 'Viewer');
      expectFields(
        await client.send('POST', '/auth/api-keys', {
          body: { name: 'x', password: CAST_PASSWORD, roles: ['Admin'] },
        }),
        422,
        'roles',
      );
      const viewer = as(await make(client, { roles: ['Viewer'] }));
      const all = as(await make(client));
      const create = (by: Client) => status(by.send('POST', '/task', { body: { title: mark() } }));
      expect([await create(viewer), await create(all)]).toEqual([403, 201]);
      const own = { roles: ['Viewer'], proof: { password: ADMIN.password } };
      const owner = as(await make(admin, own));
      expect(await create(owner)).toBe(403);
      expect(await status(owner.get('/user'))).toBe(403);
      await admin.send('PATCH', `/user/${user.id}`, { body: { roles: ['Manager'] } });
      expect(await status(viewer.get('/task'))).toBe(403);
      expect(await create(all)).toBe(201);
    });

    test('a new password by an administrator ends none: that ends all at once', async () => {
      const { client, user } = await newUser('Manager');
      const keys = [as(await make(client)), as(await make(client, { name: 'report' }))];
      const statuses = () => Promise.all(keys.map((key) => status(key.get('/auth/me'))));
      await admin.change(`/user/${user.id}`, { password: 'another one of the cast' });
      expect(await statuses()).toEqual([200, 200]);
      const path = `/auth/users/${user.id}/api-keys`;
      expect((await admin.get(path)).rows.map(({ name }) => name)).toEqual(['report', 'nightly']);
      const { client: stranger } = await newUser('Manager');
      expectProblem(await stranger.delete(path), 403);
      expect(await status(admin.delete(path))).toBe(204);
      await expect.poll(statuses).toEqual([401, 401]);
      expect((await admin.get(path)).rows).toEqual([]);
    });

    test('does nothing that is for a person', async () => {
      const { client, user } = await newUser('Admin');
      const key = as(await make(client));
      const change = { current_password: CAST_PASSWORD, new_password: 'another one of the cast' };
      for (const [method, path, body] of [
        ['GET', '/auth/api-keys', undefined],
        ['POST', '/auth/api-keys', { name: 'more' }],
        ['PUT', '/auth/change-password', change],
        ['GET', '/auth/sessions', undefined],
        ['DELETE', '/auth/sessions', undefined],
        ['GET', `/auth/users/${user.id}/api-keys`, undefined],
        ['POST', '/_imports?model=task&name=a.csv', { a: 1 }],
      ] as const) {
        const answer = await key.send(method, path, { ...(body && { body }) });
        expect([answer.status, (answer.body as { code?: string }).code], path).toEqual([
          403,
          'in-person',
        ]);
      }
    });

    test('ends when it is removed, in other processes within half a second; others remove none', async () => {
      const { client, user } = await newUser('Viewer');
      const stranger = (await newUser('Manager')).client;
      const [first, second] = [await make(client), await make(client)];
      for (const key of [first, second])
        for (const service of [one, two])
          expect(await status(as(key, service).get('/task'))).toBe(200);
      expectProblem(await stranger.send('DELETE', `/auth/api-keys/${first.id}`), 404);
      const path = `/auth/users/${user.id}/api-keys`;
      expectProblem(await stranger.get(path), 403);
      expectProblem(await stranger.send('DELETE', `${path}/${first.id}`), 403);
      expect(await status(client.send('DELETE', `/auth/api-keys/${first.id}`))).toBe(204);
      expect(((await admin.get(path)).body as Row[]).map(({ id }) => id)).toEqual([second.id]);
      expect(await status(admin.send('DELETE', `${path}/${second.id}`))).toBe(204);
      await sleep(700);
      for (const key of [first, second])
        for (const service of [one, two])
          expect(await status(as(key, service).get('/task'))).toBe(401);
    });

    test('ends with its owner, and at its time; none lasts longer than a year', async () => {
      const { client, user } = await newUser('Viewer');
      const at = (ms: number) => new Date(Date.now() + ms).toISOString();
      const wrong = async (body: object, field: string) =>
        expectFields(
          await client.send('POST', '/auth/api-keys', {
            body: { name: 'x', password: CAST_PASSWORD, ...body },
          }),
          422,
          field,
        );
      await wrong({ expires_at: at(-DAY) }, 'expires_at');
      await wrong({ expires_at: at(366 * DAY) }, 'expires_at');
      await wrong({ models: ['nothing'] }, 'models');
      await wrong({ models: [] }, 'models');
      await wrong({ name: ' ' }, 'name');
      await wrong({ more: 1 }, 'more');
      const short = await make(client, { expires_at: at(1500) });
      const long = await make(client);
      expect(await status(as(short).get('/task'))).toBe(200);
      await sleep(2100);
      expect([await status(as(short).get('/task')), await status(as(long).get('/task'))]).toEqual([
        401, 200,
      ]);
      await admin.send('PATCH', `/user/${user.id}`, { body: { status: 'Inactive' } });
      expect(await status(as(long).get('/task'))).toBe(401);
    });
  });
});
