import { describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { send, type Client, type Row } from './http.js';
import { clientFor, freshDatabase, logIn, onEachDatabase, startService } from './use-service.js';

interface Entry extends Row {
  kind: string;
  user_id: number | null;
  username: string | null;
  actor: string | null;
  address: string | null;
  facts: Record<string, unknown>;
  times: number;
}

const ENTRIES = '/security_log_entry';

onEachDatabase((database) => {
  describe('6 Access: the security log', () => {
    const project = { example: 'task-manager', features: ['security-log'], database } as const;
    const env = { TRUST_PROXY: 'loopback' };
    const asAdmin = (url: string) => clientFor(url, ADMIN.username, ADMIN.password);
    const entries = async (client: Client, kind: string) =>
      (await client.list(`${ENTRIES}?kind=${kind}&_sort=id&_order=DESC`)) as Entry[];
    const tryOf = (url: string, username: string, address: string) =>
      send(url, 'POST', '/auth/login', {
        body: { username, password: 'not the password' },
        headers: { 'x-forwarded-for': address },
      });

    test('has sign-ins, and what administrators do to users and roles', async () => {
      const { url } = await startService({ ...project, env });
      const admin = await asAdmin(url);
      const user = await admin.create('/user', {
        ...{ username: 'ann', password: CAST_PASSWORD, roles: ['Viewer'] },
      });
      const changed = await admin.patch(`/user/${user.id}`, {
        roles: ['Manager'],
        first_name: 'A',
      });
      expect(changed.status, changed.text).toBe(200);
      await admin.patch(`/user/${user.id}`, { password: 'another one of the cast' });
      expect((await admin.delete(`/user/${user.id}`)).status).toBe(204);
      const role = await admin.create('/role', { name: 'Guest', allowed_methods: ['GET'] });
      await admin.patch(`/role/${role.id}`, { allowed_methods: ['GET', 'POST'] });

      await expect
        .poll(() => entries(admin, 'signed-in'))
        .toMatchObject([{ username: 'admin', facts: { way: 'password' }, times: 1 }]);
      const from = {
        address: expect.stringMatching(/127\.0\.0\.1|::1/),
        agent: expect.any(String),
      };
      const of = { user_id: user.id, username: 'ann', actor: 'admin', ...from };
      await expect
        .poll(() => entries(admin, 'role-changed'))
        .toMatchObject([
          {
            user_id: null,
            ...from,
            facts: { role: 'Guest', methods: 'GET, POST', changed: 'allowed_methods' },
          },
        ]);
      expect(await entries(admin, 'user-created')).toMatchObject([
        { ...of, facts: { roles: 'Viewer' } },
      ]);
      expect(await entries(admin, 'user-changed')).toMatchObject([
        { ...of, facts: { roles: 'Manager', changed: 'password' } },
        { ...of, facts: { roles: 'Manager', changed: 'first_name, roles' } },
      ]);
      expect(await entries(admin, 'user-removed')).toMatchObject([of]);
    });

    test('counts the refusals of one address, in two processes as in one, and never has what was tried', async () => {
      const databaseUrl = await freshDatabase(database);
      const one = await startService({ ...project, databaseUrl, env });
      const two = await startService({ ...project, databaseUrl, env, folder: one.folder });
      const admin = await asAdmin(one.url);
      for (let at = 0; at < 4; at += 1)
        await tryOf((at % 2 ? one : two).url, 'hunter2', '203.0.113.9');
      await tryOf(one.url, 'admin', '203.0.113.9');
      for (const host of ['1', '2']) await tryOf(one.url, 'nobody', `2001:db8:0:1::${host}`);
      const sum = (found: Entry[]) => found.reduce((all, { times }) => all + times, 0);
      await expect.poll(async () => sum(await entries(admin, 'sign-in-refused'))).toBe(7);
      const found = await entries(admin, 'sign-in-refused');
      const told = found.map(({ username, address, times }) => [username, address, times]);
      expect(told.sort()).toEqual(
        [
          ['admin', '203.0.113.9', 1],
          [null, '203.0.113.9', 4],
          [null, '2001:db8:0:1::/64', 2],
        ].sort(),
      );
      expect(JSON.stringify(found)).not.toContain('hunter2');
    });

    test('strangers from anywhere fill an hour with so many entries, and no more', async () => {
      const { url } = await startService({ ...project, env });
      const admin = await asAdmin(url);
      for (let at = 0; at < 230; at += 1)
        await tryOf(url, `nobody${at}`, `203.0.${Math.floor(at / 100)}.${at % 100}`);
      const count = async () => {
        const { body } = await admin.get(
          `${ENTRIES}/_aggregate?_sum=times&_count&kind=sign-in-refused`,
        );
        return body as unknown;
      };
      await expect.poll(count).toMatchObject([{ count: 201, sum: { times: 230 } }]);
    });

    test('is read by administrators alone, and written by nobody', async () => {
      const { url } = await startService({ ...project, env });
      const admin = await asAdmin(url);
      await admin.create('/user', { username: 'mo', password: CAST_PASSWORD, roles: ['Manager'] });
      const manager = await clientFor(url, 'mo', CAST_PASSWORD);
      await expect.poll(() => entries(admin, 'signed-in')).toHaveLength(2);
      const [entry] = await entries(admin, 'signed-in');
      expectProblem(await manager.get(ENTRIES), 403);
      expectProblem(await manager.get(`${ENTRIES}/${entry!.id}`), 403);
      expectProblem(await send(url, 'GET', ENTRIES), 401);
      expectProblem(await admin.post(ENTRIES, { kind: 'signed-in' }), 403);
      expectProblem(await admin.patch(`${ENTRIES}/${entry!.id}`, { times: 9 }), 403);
      expectProblem(await admin.delete(`${ENTRIES}/${entry!.id}`), 403);
    });

    test('loses nothing by a stop, and forgets what is too old at a start', async () => {
      const databaseUrl = await freshDatabase(database);
      const first = await startService({ ...project, databaseUrl, env });
      await logIn(first.url, ADMIN.username, ADMIN.password);
      first.child.kill('SIGTERM');
      await first.ended;
      const { folder } = first;
      const second = await startService({ ...project, databaseUrl, env, folder });
      const admin = await asAdmin(second.url);
      await expect.poll(() => entries(admin, 'signed-in')).toHaveLength(2);
      second.child.kill('SIGTERM');
      await second.ended;
      const keep = { ...env, SECURITY_LOG_KEEP: '1s' };
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const third = await startService({ ...project, databaseUrl, env: keep, folder });
      const again = await asAdmin(third.url);
      await expect.poll(() => entries(again, 'signed-in')).toHaveLength(1);
    });
  });
});
