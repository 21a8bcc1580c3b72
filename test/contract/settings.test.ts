import { connect } from 'node:net';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { CAST_PASSWORD } from './cast.js';
import { eventually } from './eventually.js';
import { expectProblem } from './expect-problem.js';
import { ADMIN, placeFile } from './harness.js';
import { mark, query, send, type Client, type Row } from './http.js';
import { decodeToken } from './token.js';
import { clientFor, logIn, onEachDatabase, usePrivate } from './use-service.js';

onEachDatabase((database) => {
  describe('8 Environment: settings that change the service', () => {
    const own = usePrivate({
      example: 'task-manager',
      database,
      env: {
        CORS_ORIGINS: 'https://a.example,https://b.example',
        MAX_PAGE_SIZE: '40',
        DEFAULT_PAGE_SIZE: '30',
        BODY_LIMIT: '20000',
        AUTH_TOKEN_TTL: '600',
        MAX_QUERY_COST: '200',
        STATEMENT_TIMEOUT: '2',
        LOG_LEVEL: 'info',
        FAST_EXPRESS: '0',
      },
    });
    let admin: Client;
    beforeAll(async () => {
      admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
    }, 60_000);

    test('a setting that is no longer one is ignored: records and lists are answered, and HEAD without them', async () => {
      const made = await admin.create('/task', { title: mark() });
      const paths = [`/task/${made.id}`, `/task?title=${String(made.title)}`];
      expect((await admin.get(paths[0]!)).record).toEqual(made);
      expect((await admin.get(paths[1]!)).rows).toEqual([made]);
      for (const path of paths) {
        const [whole, head] = [await admin.get(path), await admin.head(path)];
        expect([head.status, head.text]).toEqual([200, '']);
        expect(head.header('content-length')).toBe(String(Buffer.byteLength(whole.text)));
      }
    });

    test('CORS_ORIGINS: a listed origin is answered by name, with Vary', async () => {
      for (const origin of ['https://a.example', 'https://b.example'])
        for (const path of ['/task', '/nope', '/task?nope=1']) {
          const answer = await admin.get(path, { origin });
          expect(answer.header('access-control-allow-origin')).toBe(origin);
          expect(answer.header('vary').toLowerCase()).toContain('origin');
          expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
        }
    });

    test.each([
      'https://c.example',
      'http://a.example',
      'https://a.example:8443',
      'https://a.example.evil',
      'https://xa.example',
      'null',
      '*',
      'https://a.example,https://b.example',
    ])('CORS_ORIGINS: %s is not answered', async (origin) => {
      const answers = [
        await admin.get('/task', { origin }),
        await admin.send('OPTIONS', '/task', {
          headers: { origin, 'access-control-request-method': 'GET' },
        }),
      ];
      for (const answer of answers) {
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        expect(answer.header('vary').toLowerCase()).toContain('origin');
      }
    });

    test('MAX_PAGE_SIZE: larger is 400 naming it; bulk ids stop there', async () => {
      const ids: number[] = [];
      for (let at = 0; at < 45; at += 1)
        ids.push((await admin.create('/project', { name: mark() })).id);
      expect(expectProblem(await admin.get('/project?_end=41'), 400).detail).toContain('40');
      expect((await admin.get('/project?_start=10&_end=50')).status).toBe(200);
      const answer = await admin.get(`/project${query({ id: ids })}`);
      expect(answer.ids).toEqual(ids.slice(0, 40));
      expect(answer.header('content-range')).toBe('items 0-40/45');
      expect(answer.header('x-total-count')).toBe('45');
    });

    test('DEFAULT_PAGE_SIZE: a page whose end is not stated has so many records, as the document says', async () => {
      for (let at = 0; at < 35; at += 1)
        await admin.create('/team_member', { name: mark(), email: `${mark()}@example.com` });
      expect((await admin.get('/team_member')).rows).toHaveLength(30);
      expect((await admin.get('/team_member?_start=3')).rows).toHaveLength(30);
      const first = await admin.get('/team_member?_end=10');
      const after = await admin.get(`/team_member?_after=${first.header('x-next-cursor')}`);
      expect(after.ids[0]).toBe(first.ids.at(-1)! + 1);
      const { body } = await admin.get('/openapi.json');
      const { parameters } = (body as { components: { parameters: Record<string, unknown> } })
        .components;
      expect(JSON.stringify(parameters['_end'])).toContain('`_start` + 30');
    });

    test('MAX_QUERY_COST: more is 400 naming it', async () => {
      const tried = (count: number): string =>
        Array.from({ length: count }, (_, at) => `title__ilike=${at}`).join('&');
      expect((await admin.get(`/task?${tried(12)}`)).status).toBe(200);
      expect(expectProblem(await admin.get(`/task?${tried(14)}`), 400).detail).toContain('200');
    });

    test.runIf(database === 'postgres')('STATEMENT_TIMEOUT: what waits longer is 503', async () => {
      const holder = new pg.Client({ connectionString: own.databaseUrl });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
      const answers = await Promise.all([
        admin.get('/task'),
        admin.post('/task', { title: mark() }),
      ]);
      await holder.end();
      for (const answer of answers) {
        expectProblem(answer, 503);
        expect(Number(answer.header('retry-after'))).toBeGreaterThan(0);
      }
      expect((await admin.get('/task')).status).toBe(200);
    });

    test('BODY_LIMIT: counted in bytes', async () => {
      const body = (size: number): object => ({ title: mark(), description: 'é'.repeat(size) });
      expect((await admin.post('/task', body(9_000))).status).toBe(201);
      const refused = await admin.post('/task', body(10_100));
      expectProblem(refused, 413);
      expect(refused.body).toMatchObject({
        detail: 'The body is too large: at most 19.5 KB, by the setting BODY_LIMIT.',
        ...{ code: 'body-too-large', limit: '19.5 KB', setting: 'BODY_LIMIT' },
      });
    });

    test('AUTH_TOKEN_TTL: expires_in and the claims', async () => {
      const answer = await logIn(own.url, ADMIN.username, ADMIN.password);
      const body = answer.body as { access_token: string; expires_in: number };
      expect(body.expires_in).toBe(600);
      const { claims } = decodeToken(body.access_token);
      expect(Number(claims.exp) - Number(claims.iat)).toBe(600);
    });

    test('5 Errors: the log has one line a request, no secrets, no bodies', async () => {
      const id = mark();
      const title = mark();
      const headers = { 'x-request-id': id };
      expect((await admin.post('/task', { title }, headers)).status).toBe(201);
      const logged = (): boolean => own.service().output.includes(id);
      expect(await eventually(() => Promise.resolve(logged()))).toBe(true);
      const { output } = own.service();
      expect(output).not.toContain(title);
      expect(output).not.toContain(ADMIN.password);
      expect(output).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
      expect(output).not.toMatch(/\$2[aby]\$/);
    });

    describe('7 Search', () => {
      const search = { models: ['Task'], fields: ['title', 'name'] };
      const served = async (): Promise<unknown> =>
        (await send(own.url, 'GET', '/config/search')).body;
      const place = (text: string): void =>
        placeFile(own.service().folder, 'config/search.json', text);
      const serves = (expected: unknown): Promise<boolean> =>
        eventually(async () => JSON.stringify(await served()) === JSON.stringify(expected));

      test('the example registers its three models', async () => {
        const { models, fields } = (await served()) as Record<string, string[]>;
        expect([...(models ?? [])].sort()).toEqual(['Project', 'Task', 'TeamMember']);
        expect([...(fields ?? [])].sort()).toEqual(['description', 'name', 'title']);
      });

      test('needs no token and is a GET only', async () => {
        const answer = await send(own.url, 'GET', '/config/search');
        expect(answer.status).toBe(200);
        expect(answer.header('content-type')).toMatch(/^application\/json/);
        expectProblem(await send(own.url, 'PUT', '/config/search'), 405);
      });

      test('a change of the file counts without a restart; q follows', async () => {
        place(JSON.stringify(search));
        expect(await serves(search)).toBe(true);
        const word = mark();
        const byTitle = await admin.create('/task', { title: word });
        const byText = await admin.create('/task', { title: 'x', description: word });
        expect((await admin.get(`/task?q=${word}`)).ids).toEqual([byTitle.id]);
        // A model that is not registered any more is searched in all its text.
        const project = await admin.create('/project', { name: 'x', description: word });
        expect((await admin.get(`/project?q=${word}`)).ids).toEqual([project.id]);
        place(JSON.stringify({ ...search, fields: ['description'] }));
        expect(await serves({ ...search, fields: ['description'] })).toBe(true);
        expect((await admin.get(`/task?q=${word}`)).ids).toEqual([byText.id]);
      });

      test('without a field listed all text is searched', async () => {
        const none = { models: ['Task'], fields: [] };
        place(JSON.stringify(none));
        expect(await serves(none)).toBe(true);
        const word = mark();
        const row = await admin.create('/task', { title: 'x', priority: word });
        expect((await admin.get(`/task?q=${word}`)).ids).toEqual([row.id]);
      });

      test.each(['{', '[]', '{"models": "Task", "fields": []}', '{"models": [1], "fields": []}'])(
        'a change to %s keeps the last good one and says so in the log',
        async (broken) => {
          const good = { models: ['Task', 'Project'], fields: [mark()] };
          place(JSON.stringify(good));
          expect(await serves(good)).toBe(true);
          const before = own.service().output.length;
          place(broken);
          const said = (): boolean => own.service().output.slice(before).includes('search.json');
          expect(await eventually(async () => (await served()) !== null && said())).toBe(true);
          expect(await served()).toEqual(good);
        },
      );
    });

    test('a connection that sends rubbish is answered and harms nobody', async () => {
      const port = Number(new URL(own.url).port);
      for (const text of ['rubbish\r\n\r\n', 'GET /task HTTP/9.9\r\n\r\n', 'GET\r\n\r\n']) {
        const socket = connect(port, '127.0.0.1');
        const got = await new Promise<string>((resolve) => {
          let all = '';
          socket.on('data', (chunk: Buffer) => (all += chunk.toString()));
          socket.on('close', () => resolve(all));
          socket.on('error', () => resolve(all));
          socket.write(text);
        });
        expect(got === '' || /^HTTP\/1\.1 (4\d\d|505) /.test(got), got).toBe(true);
      }
      expect((await send(own.url, 'GET', '/healthz')).status).toBe(200);
    });
  });

  describe('6 Access: the last active Admin', () => {
    const own = usePrivate({ example: 'task-manager', database });
    let admin: Client;
    let me: Row;
    beforeAll(async () => {
      admin = await clientFor(own.url, ADMIN.username, ADMIN.password);
      me = (await admin.get('/auth/me')).record;
    }, 60_000);

    test('without TRUST_PROXY x-forwarded-for is not believed by the throttle', async () => {
      const username = mark();
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${at}`, 'x-real-ip': `203.0.113.${at}` };
        const body = { username, password: 'x' };
        statuses.push((await send(own.url, 'POST', '/auth/login', { body, headers })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect((await logIn(own.url, ADMIN.username, ADMIN.password)).status).toBe(200);
    });

    test("can't be deleted, deactivated or stripped: 409", async () => {
      const path = `/user/${me.id}`;
      for (const answer of [
        await admin.delete(path),
        await admin.patch(path, { status: 'Inactive' }),
        await admin.patch(path, { roles: [] }),
        await admin.patch(path, { roles: ['Manager'] }),
        await admin.patch(path, { first_name: 'x', roles: ['Viewer'], tenants: [] }),
        await admin.put(path, {
          username: ADMIN.username,
          email: 'a@example.test',
          password: ADMIN.password,
          roles: ['Viewer'],
        }),
      ])
        expectProblem(answer, 409);
      expect((await admin.get('/auth/me')).body).toEqual(me);
    });

    test('an inactive Admin does not count', async () => {
      const other = await newAdmin(admin, { status: 'Inactive' });
      expectProblem(await admin.patch(`/user/${me.id}`, { roles: [] }), 409);
      expect((await admin.delete(`/user/${other.id}`)).status).toBe(204);
    });

    test('with a second one either may go, but of both at once only one', async () => {
      for (const attack of [{ roles: [] }, { status: 'Inactive' }, undefined]) {
        const other = await newAdmin(admin);
        const third = await newAdmin(admin);
        const client = await clientFor(own.url, String(other.username), CAST_PASSWORD);
        // The default administrator steps back, so that two remain.
        await admin.change(`/user/${me.id}`, { roles: ['Viewer'] });
        const hit = (id: number): Promise<{ status: number }> =>
          attack ? client.patch(`/user/${id}`, attack) : client.delete(`/user/${id}`);
        const answers = await Promise.all([hit(third.id), hit(other.id)]);
        const done = answers.filter((answer) => answer.status < 300).length;
        expect(done, JSON.stringify(answers.map((one) => one.status))).toBe(1);
        // The one that comes second may find that who asks is no Admin any more.
        const left = answers[0]!.status < 300 ? other : third;
        const survivor = await clientFor(own.url, String(left.username), CAST_PASSWORD);
        await survivor.change(`/user/${me.id}`, { roles: ['Admin'] });
        await admin.delete(`/user/${other.id}`);
        await admin.delete(`/user/${third.id}`);
      }
    });
  });
});

async function newAdmin(admin: Client, more: object = {}): Promise<Row> {
  const username = mark();
  const email = `${username}@example.test`;
  return admin.create('/user', {
    username,
    email,
    password: CAST_PASSWORD,
    roles: ['Admin'],
    ...more,
  });
}
