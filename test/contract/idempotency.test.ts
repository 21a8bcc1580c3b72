import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { expectFields, expectProblem, type Outcome } from './expect-problem.js';
import { ADMIN, makeFolder } from './harness.js';
import { mark, type Answer } from './http.js';
import { runSql } from './run-sql.js';
import {
  clientFor,
  freshDatabase,
  onEachDatabase,
  startService,
  useService,
} from './use-service.js';

const outcomes = (answer: Answer) => answer.body as Outcome[];
const statuses = (answer: Answer) => outcomes(answer).map(({ status }) => status);
const FEATURES = ['idempotency'];

const keyed = (key: string) => ({ 'idempotency-key': key });
const isReplay = (answer: Answer): boolean => answer.header('idempotency-replayed') === 'true';
const many = (title: string) => Array.from({ length: 1000 }, () => ({ title }));

function expectReplay(answer: Answer, first: Answer): void {
  expect(answer.status, answer.text).toBe(first.status);
  expect(isReplay(first)).toBe(false);
  expect(isReplay(answer)).toBe(true);
  expect(answer.header('location')).toBe(first.header('location'));
  expect(answer.header('etag')).toBe(first.header('etag'));
  expect(answer.text).toBe(first.text);
}

onEachDatabase((database) => {
  describe('4 Writes: a request with a key', () => {
    const service = useService('task-manager', database, FEATURES);
    const clinic = useService('clinic', database, FEATURES);
    const admin = service.as('admin');
    const chief = clinic.as('chief');
    const countOf = async (title: string) =>
      Number((await admin.get(`/task?title=${title}&_end=1`)).header('x-total-count'));
    const send = (method: string, path: string, key: string, body?: unknown) =>
      admin.send(method, path, { headers: keyed(key), ...(body !== undefined && { body }) });

    test('creates one record, however often it is sent', async () => {
      const [title, key] = [mark(), mark()];
      const first = await send('POST', '/api/task', key, { title });
      expect(first.status, first.text).toBe(201);
      expectReplay(await send('POST', '/api/task', key, { title }), first);
      const atRoot = await send('POST', '/task', key, { title });
      expect(isReplay(atRoot)).toBe(true);
      expect(atRoot.header('location')).toBe(first.header('location').replace('/api', ''));
      expect(await countOf(title)).toBe(1);
    });

    test('creates a list of records once', async () => {
      const [title, key] = [mark(), mark()];
      const items = [
        { title, priority: 'low' },
        { title, priority: 'high' },
      ];
      const first = await send('POST', '/task', key, items);
      expectReplay(await send('POST', '/task', key, items), first);
      expect(await countOf(title)).toBe(2);
      const none = await send('POST', '/task', mark(), []);
      expect([none.status, none.text]).toEqual([201, '[]']);
    });

    test('changes a record once, and tells how it is now', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      for (const method of ['PATCH', 'PUT']) {
        const key = mark();
        const first = await send(method, `/task/${id}`, key, { title: 'mine' });
        expectReplay(await send(method, `/task/${id}`, key, { title: 'mine' }), first);
        await admin.change(`/task/${id}`, { title: 'of others' });
        const later = await send(method, `/task/${id}`, key, { title: 'mine' });
        expect(later.record).toMatchObject({ id, title: 'of others' });
        expect(later.header('etag')).toBe((await admin.get(`/task/${id}`)).header('etag'));
      }
    });

    test('changes several records once, whatever their versions are by then', async () => {
      const key = mark();
      const { id } = await admin.create('/task', { title: mark() });
      const etag = (await admin.get(`/task/${id}`)).header('etag');
      const changes = [{ id, description: 'changed', _etag: etag }];
      const first = await send('PATCH', '/task', key, changes);
      expect(first.status, first.text).toBe(200);
      expectReplay(await send('PATCH', '/task', key, changes), first);
    });

    test('deletes once', async () => {
      const key = mark();
      const { id } = await admin.create('/task', { title: mark() });
      for (const replayed of [false, true]) {
        const answer = await send('DELETE', `/task/${id}`, key);
        expect([answer.status, answer.text, isReplay(answer)]).toEqual([204, '', replayed]);
      }
      expectProblem(await send('DELETE', `/task/${id}`, mark()), 404);
    });

    test('is another one of another user, at another path, by another method', async () => {
      const [title, key] = [mark(), mark()];
      const { id } = (await send('POST', '/task', key, { title })).record;
      const others = [
        await service.as('manager').post('/task', { title }, keyed(key)),
        await send('POST', '/task?_atomic=true', key, { title }),
        await send('PATCH', `/task/${id}`, key, { title }),
        await send('PUT', `/task/${id}`, key, { title }),
      ];
      expect(others.map((answer) => [answer.status, isReplay(answer)])).toEqual([
        [201, false],
        [201, false],
        [200, false],
        [200, false],
      ]);
      expect(await countOf(title)).toBe(3);
    });

    test('is refused with another body', async () => {
      const [title, key] = [mark(), mark()];
      await send('POST', '/task', key, { title });
      for (const body of [{ title, priority: 'low' }, [{ title }]])
        expectFields(await send('POST', '/task', key, body), 422, 'Idempotency-Key');
      expect(await countOf(title)).toBe(1);
    });

    test('that was refused keeps nothing, and may be sent again', async () => {
      const [title, key] = [mark(), mark()];
      const project = { method: 'POST', path: '/project', body: { name: title } };
      const task = { method: 'POST', path: '/task', body: { title, project_id: 999_999_999 } };
      expectProblem(await send('POST', '/_batch', key, [project, task]), 422);
      expect(await admin.list(`/project?name=${title}`)).toEqual([]);
      expectProblem(await send('POST', '/task', key, {}), 422);
      const { status } = await send('POST', '/task', key, { title });
      expect([status, await countOf(title)]).toEqual([201, 1]);
    });

    test.each<[string, string]>([
      ['too long', 'k'.repeat(256)],
      ['empty', ''],
      ['not ASCII', 'schl\u00fcssel'],
    ])('is refused where the key is %s', async (_, key) => {
      const title = mark();
      const refused = await send('POST', '/task', key, { title });
      expectFields(refused, 400, 'Idempotency-Key');
      const { id } = await admin.create('/task', { title });
      for (const [method, path] of [
        ['PATCH', '/task'],
        ['PUT', `/task/${id}`],
        ['PATCH', `/task/${id}`],
        ['DELETE', `/task/${id}`],
        ['POST', '/_batch'],
      ] as const)
        expectFields(await send(method, path, key), 400, 'Idempotency-Key');
      expect(await countOf(title)).toBe(1);
    });

    test('may have a key of 255 characters; who may not write learns nothing of keys', async () => {
      const key = mark().padEnd(255, '~');
      expect((await send('POST', '/task', key, { title: mark() })).status).toBe(201);
      const { id } = await admin.create('/task', { title: mark() });
      const viewer = service.as('viewer');
      for (const bad of ['', key]) {
        expectProblem(await viewer.post('/task', {}, keyed(bad)), 403);
        expectProblem(await viewer.patch('/task', [], keyed(bad)), 403);
        expectProblem(await viewer.put(`/task/${id}`, {}, keyed(bad)), 403);
        expectProblem(await viewer.delete(`/task/${id}`, keyed(bad)), 403);
        expectProblem(await service.anonymous.post('/task', {}, keyed(bad)), 401);
      }
    });

    test('writes a batch once', async () => {
      const [title, key] = [mark(), mark()];
      const { id } = await admin.create('/task', { title: mark() });
      const batch = [
        { method: 'POST', path: '/project', body: { name: title } },
        { method: 'POST', path: '/task', body: { title, project_id: { $ref: 0 } } },
        { method: 'DELETE', path: `/task/${id}` },
      ];
      const first = await send('POST', '/_batch', key, batch);
      expect(statuses(first)).toEqual([201, 201, 204]);
      expectReplay(await send('POST', '/_batch', key, batch), first);
      expect(await countOf(title)).toBe(1);
    });

    test('tells of all records of a batch, of several models and some of them twice, what is there now', async () => {
      const [name, key] = [mark(), mark()];
      const tags = Array.from({ length: 300 }, (_, at) => ({
        method: 'POST',
        path: '/tag',
        body: { name: `${name}-${at}` },
      }));
      const note = { method: 'POST', path: '/note', body: { title: name, tags: [{ $ref: 7 }] } };
      const change = { method: 'PATCH', path: '/tag', id: { $ref: 8 }, body: { name } };
      const remove = { method: 'DELETE', path: '/tag', id: { $ref: 9 } };
      const batch = [...tags, note, change, remove];
      const write = () => chief.post('/_batch', batch, keyed(key));
      const first = await write();
      expect(first.status, first.text.slice(0, 300)).toBe(200);
      const again = await write();
      expect(isReplay(again)).toBe(true);
      for (const [at, { status, record, etag }] of outcomes(again).entries()) {
        const before = outcomes(first)[at]!;
        const { method, path } = batch[at]!;
        expect(status).toBe(before.status);
        if (method === 'DELETE') continue;
        if (at === 9) expect([record, etag]).toEqual([{ id: before.record!.id }, undefined]);
        else if (at % 50 < 10 || at >= 300) {
          const now = await chief.get(`${path}/${before.record!.id}`);
          expect([record, etag]).toEqual([now.record, now.header('etag')]);
        } else expect([record, etag]).toEqual([before.record, before.etag]);
      }
      expect(outcomes(again)[8]!.record).toMatchObject({ name });
    });

    test('upserts once', async () => {
      const [name, key] = [mark(), mark()];
      const write = () => chief.post('/tag?_on=name', { name }, keyed(key));
      const first = await write();
      expect(first.status, first.text).toBe(201);
      expectReplay(await write(), first);
    });

    test('shows what its user sees of the record, which a new one shows more of', async () => {
      const key = mark();
      const write = () => clinic.as('anna').post('/note', { title: 'a', secret: 'b' }, keyed(key));
      const { id } = (await write()).record;
      const read = await clinic.as('anna').get(`/note/${id}`);
      const again = await write();
      expect([again.status, isReplay(again), again.record]).toEqual([201, true, read.record]);
      expect(again.header('etag')).toBe(read.header('etag'));
    });

    test('with _atomic=false does what has not been done', async () => {
      const [name, key] = [mark(), mark()];
      const taken = await chief.create('/tag', { name });
      const items = [{ name: mark() }, { name }, { name: mark() }];
      const write = (body: unknown) => chief.post('/tag?_atomic=false', body, keyed(key));
      const first = await write(items);
      expect(statuses(first)).toEqual([201, 409, 201]);
      const same = await write(items);
      expect([statuses(same), isReplay(same)]).toEqual([[201, 409, 201], true]);
      await chief.delete(`/tag/${taken.id}`);
      const second = await write(items);
      expect(statuses(second)).toEqual([201, 201, 201]);
      expect(isReplay(second)).toBe(false);
      expect(outcomes(second)[0]).toEqual(outcomes(first)[0]);
      expect(outcomes(second)[2]).toEqual(outcomes(first)[2]);
      expectReplay(await write(items), second);
      expectFields(await write([{ name: mark() }, ...items]), 422, 'Idempotency-Key');
    });

    test('with _atomic=false does the rest of a batch, which refers to what was done', async () => {
      const [slug, key] = [mark(), mark()];
      const taken = await chief.create('/note', { title: slug, slug });
      const batch = [
        { method: 'POST', path: '/tag', body: { name: slug } },
        { method: 'POST', path: '/note', body: { title: slug, slug, tags: [{ $ref: 0 }] } },
        { method: 'DELETE', path: `/note/${taken.id}` },
      ];
      const write = () => chief.post('/_batch?_atomic=false', batch, keyed(key));
      expect(statuses(await write())).toEqual([201, 409, 204]);
      const second = await write();
      expect(statuses(second)).toEqual([201, 201, 204]);
      const [tag, note] = outcomes(second);
      expect(note!.record!.tags).toEqual([tag!.record!.id]);
      expect(await chief.list(`/tag?name=${slug}`)).toHaveLength(1);
      expectReplay(await write(), second);
    });

    test('writes once where it is sent several times at once', async () => {
      const [title, key] = [mark(), mark()];
      const answers = await Promise.all(
        [1, 2, 3].map(() => send('POST', '/task', key, many(title))),
      );
      const [done, ...busy] = answers.toSorted((one, other) => one.status - other.status);
      expect(done!.status, done!.text.slice(0, 300)).toBe(201);
      for (const answer of busy) {
        const { problems } = expectProblem(answer, 409);
        expect(problems).toMatchObject([{ field: 'Idempotency-Key', code: 'in-flight' }]);
        expect(answer.header('retry-after')).toBe('1');
      }
      expectReplay(await send('POST', '/task', key, many(title)), done!);
      expect(await countOf(title)).toBe(1000);
    });

    test('the document tells of the header where it is taken', async () => {
      const { paths } = (await admin.get('/openapi.json')).body as {
        paths: Record<string, Record<string, { parameters?: { $ref?: string }[] }>>;
      };
      const takes = (path: string) =>
        Object.entries(paths[path]!).flatMap(([method, { parameters = [] }]) =>
          parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key')) ? [method] : [],
        );
      expect(takes('/task')).toEqual(['post', 'patch']);
      expect(takes('/task/{id}')).toEqual(['put', 'patch', 'delete']);
      expect(takes('/_batch')).toEqual(['post']);
      expect(takes('/auth/login')).toEqual([]);
    });
  });

  describe('4 Writes: a request with a key, and services of its own', () => {
    const example = 'task-manager';

    test('shows no more than its user may see by then, and is refused to who may not write', async () => {
      const { url } = await startService({ example, features: FEATURES, database });
      const admin = await clientFor(url, ADMIN.username, ADMIN.password);
      const username = mark();
      const user = await admin.create('/user', {
        username,
        email: `${username}@example.test`,
        password: CAST_PASSWORD,
        roles: ['Manager'],
      });
      const client = await clientFor(url, username, CAST_PASSWORD);
      const [title, key] = [mark(), mark()];
      const write = () => client.post('/task', [{ title }, { title }], keyed(key));
      const alone = () => client.post('/task', { title }, keyed(`${key}-alone`));
      const { ids } = await write();
      const { id } = (await alone()).record;

      await admin.delete(`/task/${ids[0]}`);
      expect((await write()).rows).toMatchObject([{ id: ids[0] }, { id: ids[1], title }]);
      expect(Object.keys((await write()).rows[0]!)).toEqual(['id']);

      await admin.create('/role', { name: 'Writer', allowed_methods: ['POST'] });
      await admin.change(`/user/${user.id}`, { roles: ['Writer'] });
      const hidden = await alone();
      expect([hidden.status, hidden.body, isReplay(hidden)]).toEqual([201, { id }, true]);
      expect(hidden.header('etag')).toBe('');
      expect(hidden.header('location')).toBe(`/task/${encodeURIComponent(id)}`);

      await admin.change(`/user/${user.id}`, { roles: ['Viewer'] });
      expectProblem(await alone(), 403);
      expect(await admin.list(`/task?title=${title}`)).toHaveLength(2);
    });

    test('makes users who come in with their passwords, also in a batch', async () => {
      const { url } = await startService({ example, features: FEATURES, database });
      const admin = await clientFor(url, ADMIN.username, ADMIN.password);
      const user = () => {
        const username = mark();
        const email = `${username}@example.test`;
        return { username, email, password: CAST_PASSWORD, roles: ['Manager'] };
      };
      const [alone, first, second] = [user(), user(), user()];
      const batch = [first, second].map((body) => ({ method: 'POST', path: '/user', body }));
      const key = mark();
      for (const replayed of [false, true]) {
        const answers = [
          await admin.post('/user', alone, keyed(key)),
          await admin.post('/_batch', batch, keyed(key)),
        ];
        expect(answers.map((one) => [one.status, isReplay(one)])).toEqual([
          [201, replayed],
          [200, replayed],
        ]);
      }
      const changed = { method: 'PATCH', path: '/user', body: { password: `${CAST_PASSWORD}2` } };
      const [{ id } = { id: 0 }] = await admin.list(`/user?username=${first.username}`);
      expect((await admin.post('/_batch', [{ ...changed, id }])).status).toBe(200);
      for (const { username } of [alone, second]) await clientFor(url, username, CAST_PASSWORD);
      await clientFor(url, first.username, `${CAST_PASSWORD}2`);
      const bad = await admin.post('/_batch', [
        { ...batch[0]!, body: { ...user(), password: 'x' } },
      ]);
      expect(bad.status).toBe(422);
    });

    test('writes once where it is sent to two processes at once', async () => {
      const databaseUrl = await sharedUrl();
      const options = { example, features: FEATURES, database, databaseUrl } as const;
      const first = await startService(options);
      const services = [first, await startService({ ...options, folder: first.folder })];
      const clients = await Promise.all(
        services.map(({ url }) => clientFor(url, ADMIN.username, ADMIN.password)),
      );
      for (let round = 0; round < 3; round++) {
        const [title, key] = [mark(), mark()];
        const answers = await Promise.all(
          clients.map((client) => client.post('/task', many(title), keyed(key))),
        );
        const fresh = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
        expect(fresh).toHaveLength(1);
        const [other] = answers.filter((answer) => !fresh.includes(answer));
        if (database === 'postgres' && other!.status === 409) expectProblem(other!, 409);
        else expectReplay(other!, fresh[0]!);
        for (const client of clients)
          expectReplay(await client.post('/task', many(title), keyed(key)), fresh[0]!);
        const count = (await clients[0]!.get(`/task?title=${title}&_end=1`)).header(
          'x-total-count',
        );
        expect(count).toBe('1000');
      }
    });

    test('that was killed half-way has written all or nothing, and does the rest when it is sent again', async () => {
      const databaseUrl = await sharedUrl();
      const options = { example, features: FEATURES, database, databaseUrl } as const;
      let running = await startService(options);
      const found = new Set<string>();
      for (const delay of [10, 60, 150, 400]) {
        const [title, key] = [mark(), mark()];
        const client = await clientFor(running.url, ADMIN.username, ADMIN.password);
        const lost = client.post('/task', many(title), keyed(key)).catch(() => undefined);
        await sleep(delay);
        running.child.kill('SIGKILL');
        await running.ended;
        await lost;
        running = await startService({ ...options, folder: running.folder });
        const again = await clientFor(running.url, ADMIN.username, ADMIN.password);
        const countOf = async () =>
          (await again.get(`/task?title=${title}&_end=1`)).header('x-total-count');
        const before = await countOf();
        expect(['0', '1000']).toContain(before);
        found.add(before);
        const answer = await again.post('/task', many(title), keyed(key));
        expect(answer.status, answer.text.slice(0, 300)).toBe(201);
        expect(isReplay(answer)).toBe(before === '1000');
        expect(answer.rows).toHaveLength(1000);
        expect(await countOf()).toBe('1000');
      }
      expect(found).toContain('0');
    });

    test('is known for as long as it is kept, and forgotten then', async () => {
      const service = await startService({
        ...{ example, features: FEATURES, database },
        env: { IDEMPOTENCY_KEEP: '1h' },
      });
      const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
      const key = mark();
      const write = (body: object) => admin.post('/task', body, keyed(key));
      await write({ title: 'a' });
      expect(isReplay(await write({ title: 'a' }))).toBe(true);
      await runSql(service, `UPDATE idempotency_key SET at = at - 3599000`);
      expect(isReplay(await write({ title: 'a' }))).toBe(true);
      await runSql(service, `UPDATE idempotency_key SET at = at - 1000`);
      const again = await write({ title: 'b' });
      expect([again.status, isReplay(again)]).toEqual([201, false]);
      expect(isReplay(await write({ title: 'b' }))).toBe(true);
    });
  });

  const sharedUrl = async (): Promise<string> =>
    database === 'sqlite' ? `sqlite:${makeFolder('shared')}/app.db` : freshDatabase(database);
});
