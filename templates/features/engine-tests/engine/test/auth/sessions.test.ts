import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Session } from '../../database/dialect.js';
import { User } from '../fixtures/user.model.js';
import { makeFolder, startReplica, type Replica } from './auth-service.js';

const folder = makeFolder();
let one: Replica;
let two: Replica;

beforeAll(async () => {
  one = await startReplica(folder.file);
  two = await startReplica(folder.file);
}, 30_000);
afterAll(async () => {
  await one.close();
  await two.close();
  folder.remove();
});

const signIn = () => one.token('admin', 'admin');
const logout = (replica: Replica, token?: string) =>
  replica.ask('POST', '/auth/logout', token === undefined ? {} : { token });
const isIn = async (replica: Replica, token: string) => {
  const { status } = await replica.ask('GET', '/auth/me', { token });
  expect([200, 401]).toContain(status);
  return status === 200;
};
const endedRows = () =>
  one.parts.database.read(async (session) => {
    const sql = 'SELECT COUNT(*) FROM auth_ended_session';
    const [row] = await session.rows({ sql, name: 'test_ended' }, []);
    return Number(row?.[0]);
  });

test('signing out ends this session alone: at once here, within half a second in another process', async () => {
  const [token, other] = [await signIn(), await signIn()];
  for (const replica of [one, two]) expect(await isIn(replica, token)).toBe(true);
  expect(await logout(one, token)).toMatchObject({ status: 204, text: '' });
  expect(await isIn(one, token)).toBe(false);
  await sleep(510);
  expect(await isIn(two, token)).toBe(false);
  for (const replica of [one, two]) expect(await isIn(replica, other)).toBe(true);
});

test('a process that never met the session, and one that starts later, know that it has ended', async () => {
  const token = await signIn();
  expect((await logout(one, token)).status).toBe(204);
  expect(await isIn(two, token)).toBe(false);
  const late = await startReplica(folder.file);
  expect(await isIn(late, token)).toBe(false);
  await late.close();
});

test('twice is 204, in any process, and one row; without a token or with a forged one 401', async () => {
  const token = await signIn();
  const before = await endedRows();
  for (const replica of [one, one, two]) expect((await logout(replica, token)).status).toBe(204);
  expect(await endedRows()).toBe(before + 1);
  for (const wrong of [undefined, 'a.b.c', `${token.slice(0, -4)}AAAA`]) {
    const answer = await logout(one, wrong);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
  expect((await one.ask('GET', '/auth/logout', { token })).status).toBe(405);
});

test('a change of the password ends older sessions as before, and the new one can be ended', async () => {
  const token = await signIn();
  const change = { current_password: 'admin', new_password: 'admin has a new one' };
  const answer = await one.ask('PUT', '/auth/change-password', { token, body: change });
  const fresh = answer.body.access_token as string;
  expect([await isIn(one, token), await isIn(one, fresh)]).toEqual([false, true]);
  expect((await logout(one, fresh)).status).toBe(204);
  expect(await isIn(one, fresh)).toBe(false);
  const { engine } = one.parts;
  await engine.system(User).update(1, { password: 'admin again' });
});

test('what would have expired is forgotten', async () => {
  const short = await startReplica(folder.file, { AUTH_TOKEN_TTL: '2' });
  const first = await short.token('admin', 'admin again');
  expect((await logout(short, first)).status).toBe(204);
  const before = await endedRows();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400_000 });
  const second = await short.token('admin', 'admin again');
  expect((await logout(short, second)).status).toBe(204);
  vi.useRealTimers();
  expect(await endedRows()).toBe(before);
  await short.close();
});

test('the database is asked once for each session, and not for each request', async () => {
  const token = await one.token('admin', 'admin again');
  await isIn(one, token);
  const asked: string[] = [];
  const { database } = one.parts;
  const read = vi.spyOn(database, 'read').mockImplementation((work) =>
    Object.getPrototypeOf(database).read.call(database, (session: Session) =>
      work({
        ...session,
        rows: (statement, values) => {
          asked.push(statement.name);
          return session.rows(statement, values);
        },
      }),
    ),
  );
  for (let at = 0; at < 20; at += 1) await isIn(one, token);
  read.mockRestore();
  expect(asked.filter((name) => name !== 'auth_change_read')).toEqual([]);
});

test('a session that ends while somebody looks for it is not taken for a live one afterwards', async () => {
  const token = await one.token('admin', 'admin again');
  const claims = one.parts.tokens.verify(token)!;
  const { sessions } = two.parts.directory;
  await two.parts.directory.account(1);
  const { database } = two.parts;
  let ended: Promise<void> | undefined;
  const read = vi.spyOn(database, 'read').mockImplementationOnce(async (work) => {
    const answer = await (Object.getPrototypeOf(database).read.call(
      database,
      work,
    ) as Promise<unknown>);
    ended = sessions.end(claims);
    await ended;
    return answer as never;
  });
  await sessions.has(claims);
  read.mockRestore();
  expect(ended).toBeDefined();
  expect(await sessions.has(claims)).toBe(true);
});
