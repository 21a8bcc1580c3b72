import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, type Client, type Row } from './http.js';
import { runSql } from './run-sql.js';
import {
  clientFor,
  clientOf,
  freshDatabase,
  logIn,
  onEachDatabase,
  startService,
  useService,
} from './use-service.js';

interface Listed extends Row {
  way: string;
  address: string;
  current: boolean;
  used_at: string;
}

onEachDatabase((database) => {
  describe('6 Access: sessions', () => {
    const service = useService('task-manager', database);
    const admin = service.as('admin');

    /** A user with as many sessions as wanted. */
    const newUser = async (sessions: number, ...roles: string[]) => {
      const username = mark();
      const user = await admin.create('/user', {
        ...{ username, email: `${username}@example.test` },
        ...{ password: CAST_PASSWORD, roles },
      });
      const clients: Client[] = [];
      for (let made = 0; made < sessions; made += 1)
        clients.push(await clientFor(service.url, username, CAST_PASSWORD));
      return { user, username, clients };
    };
    const listOf = async (client: Client): Promise<Listed[]> => {
      const answer = await client.get('/auth/sessions');
      expect(answer.status, answer.text).toBe(200);
      expect(answer.header('cache-control')).toBe('no-store');
      return answer.body as Listed[];
    };
    const statusOf = async (client: Client) => (await client.get('/auth/me')).status;

    test('are listed for their user alone, with way, address and program', async () => {
      const { clients } = await newUser(2);
      await newUser(1);
      const listed = await listOf(clients[0]!);
      expect(listed.map(({ current }) => current).sort()).toEqual([false, true]);
      expect(listed.map(({ way }) => way)).toEqual(['password', 'password']);
      expect(listed[0]!.address).toMatch(/127\.0\.0\.1|::1/);
      expect(Object.keys(listed[0]!).sort()).toEqual(
        ['address', 'agent', 'created_at', 'current', 'expires_at', 'id', 'used_at', 'way'].sort(),
      );
      expectProblem(await service.anonymous.get('/auth/sessions'), 401);
    });

    test('end one by one, or all but the own; nobody ends those of others by their number', async () => {
      const { clients } = await newUser(3);
      const [own, second, third] = clients as [Client, Client, Client];
      const stranger = (await newUser(1)).clients[0]!;
      const other = (await listOf(second)).find(({ current }) => current)!;
      expectProblem(await stranger.send('DELETE', `/auth/sessions/${other.id}`), 404);
      expect(await statusOf(second)).toBe(200);
      expect((await own.send('DELETE', `/auth/sessions/${other.id}`)).status).toBe(204);
      expect(await statusOf(second)).toBe(401);
      expectProblem(await own.send('DELETE', `/auth/sessions/${other.id}`), 404);
      expect((await own.send('DELETE', '/auth/sessions')).status).toBe(204);
      expect([await statusOf(own), await statusOf(third)]).toEqual([200, 401]);
      expect(await listOf(own)).toHaveLength(1);
    });

    test('all others are all, however many there are', async () => {
      const { clients, username } = await newUser(1);
      for (let made = 0; made < 51; made += 1)
        await Promise.all([1, 2, 3, 4].map(() => logIn(service.url, username, CAST_PASSWORD)));
      const own = await clientFor(service.url, username, CAST_PASSWORD);
      expect((await own.send('DELETE', '/auth/sessions')).status).toBe(204);
      expect(await statusOf(clients[0]!)).toBe(401);
      expect(await listOf(own)).toHaveLength(1);
    });

    test('those that have ended otherwise are not listed', async () => {
      const { clients, user } = await newUser(2);
      const [own, other] = clients as [Client, Client];
      expect((await other.send('POST', '/auth/logout')).status).toBe(204);
      expect(await listOf(own)).toHaveLength(1);
      const change = { current_password: CAST_PASSWORD, new_password: 'another one of the cast' };
      const changed = await own.send('PUT', '/auth/change-password', { body: change });
      const token = (changed.body as { access_token: string }).access_token;
      const listed = await listOf(clientOf(service.url, token));
      expect(listed.map(({ way, current }) => [way, current])).toEqual([['new-password', true]]);
      const path = `/auth/users/${user.id}/sessions`;
      expect(((await admin.get(path)).body as Listed[]).map(({ id }) => id)).toEqual(
        listed.map(({ id }) => id),
      );
    });

    test('of a user are shown and ended by whoever may set their status, and by nobody else', async () => {
      const { clients, user } = await newUser(2);
      const path = `/auth/users/${user.id}/sessions`;
      for (const client of [service.as('manager'), service.as('viewer'), clients[0]!]) {
        expectProblem(await client.get(path), 403);
        expectProblem(await client.send('DELETE', path), 403);
      }
      expectProblem(await admin.get('/auth/users/999999/sessions'), 404);
      expectProblem(await admin.send('DELETE', '/auth/users/x/sessions'), 404);
      expect((await admin.get(path)).body).toHaveLength(2);
      expect((await admin.send('DELETE', path)).status).toBe(204);
      expect(await Promise.all(clients.map(statusOf))).toEqual([401, 401]);
      expect((await admin.get(path)).body).toEqual([]);
    });
  });

  test('a session that is not used ends, in every process; a used one goes on', async () => {
    const databaseUrl = await freshDatabase(database);
    const env = { SESSION_IDLE: '600' };
    const options = { database, databaseUrl, example: 'task-manager', env } as const;
    const one = await startService(options);
    const { folder } = one;
    const login = await logIn(one.url, ADMIN.username, ADMIN.password);
    const { access_token: token } = login.body as { access_token: string };
    const at = (url: string) => clientOf(url, token);
    expect((await at(one.url).get('/auth/me')).status).toBe(200);
    const before = (minutes: number) =>
      runSql(one, `UPDATE auth_session SET used_at = ${Date.now() - minutes * 60_000}`);
    await before(9);
    // A process that knows nothing of it looks it up, and notes the use.
    const two = await startService({ ...options, folder });
    expect((await at(two.url).get('/auth/me')).status).toBe(200);
    await sleep(300);
    const [listed] = (await at(two.url).get('/auth/sessions')).body as Listed[];
    expect(Date.now() - Date.parse(listed!.used_at)).toBeLessThan(60_000);
    await before(11);
    const three = await startService({ ...options, folder });
    expectProblem(await at(three.url).get('/auth/me'), 401);
  });
});
