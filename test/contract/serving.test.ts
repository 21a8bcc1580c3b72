import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, withoutRequestId } from './expect-problem.js';
import { json, mark, send, type Answer, type Row } from './http.js';
import { clientOf, onEachDatabase, startService, useService } from './use-service.js';

const EXPOSED = [
  'x-total-count',
  'content-range',
  'x-next-cursor',
  'etag',
  'location',
  'retry-after',
];
const ALLOWED = ['authorization', 'content-type', 'if-match', 'if-none-match', 'x-request-id'];
const ORIGIN = { origin: 'https://somewhere.example' };

function words(header: string): string[] {
  return header
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

function comparable(answer: Answer): unknown {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(
      ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
    ),
  );
  return { status: answer.status, headers };
}

onEachDatabase((database) => {
  const service = useService('task-manager', database);
  const { anonymous } = service;
  const admin = service.as('admin');
  const viewer = service.as('viewer');
  let task: Row;
  const at = (template: string): string => template.replace('{id}', String(task.id));

  beforeAll(async () => {
    task = await admin.create('/task', { title: mark() });
  }, 60_000);

  describe('1 Serving: root and /api', () => {
    test.each([
      ['GET', '/task?id={id}'],
      ['GET', '/task/{id}'],
      ['HEAD', '/task?id={id}'],
      ['GET', '/auth/me'],
      ['GET', '/config/search'],
      ['GET', '/config/counts?models=task'],
      ['GET', '/task/_aggregate?_by=status'],
      ['GET', '/openapi.json'],
      ['GET', '/healthz'],
      ['GET', '/readyz'],
      ['GET', '/nope'],
      ['GET', '/task/'],
      ['PUT', '/task'],
      ['GET', '/task?nope=1'],
      ['POST', '/task/99999999/complete'],
    ])('%s %s answers the same below /api', async (method, template) => {
      const path = at(template);
      const root = await admin.send(method, path);
      const api = await admin.send(method, `/api${path}`);
      expect(comparable(api)).toEqual(comparable(root));
      if (!path.startsWith('/openapi'))
        expect(withoutRequestId(api)).toEqual(withoutRequestId(root));
    });

    test('the token is asked for below /api too', async () => {
      expectProblem(await anonymous.get('/api/task'), 401);
      expect([401, 404]).toContain((await anonymous.get('/api/api/task')).status);
    });

    test('Location keeps the prefix that the caller used', async () => {
      for (const prefix of ['', '/api']) {
        const answer = await admin.post(`${prefix}/task`, { title: mark() });
        expect(answer.status).toBe(201);
        const path = answer.header('location').replace(/^https?:\/\/[^/]+/, '');
        expect(path).toBe(`${prefix}/task/${answer.record.id}`);
        expect((await admin.get(path)).record.id).toBe(answer.record.id);
      }
    });
  });

  describe('1 Serving: paths', () => {
    test.each([
      '/Task',
      '/TASK',
      '/task/',
      '//task',
      '//task/1',
      '/task//1',
      '/task/1/',
      '/task/1/nope',
      '/task/1/Complete',
      '/tasks',
      '/apitask',
      '/API/task',
      '/Api/task',
      '/api/task/',
      '/api//task',
      '//api/task',
      '/Auth/me',
      '/auth/me/',
      '/auth/ME',
      '/auth//me',
      '/config/search/',
      '/config',
      '/auth',
      '/healthz/',
      '/Healthz',
      '/openapi.json/',
      '/task%2F1',
      '/__proto__',
      '/constructor',
    ])('%s is another path: 404, with and without a token', async (path) => {
      expectProblem(await admin.get(path), 404);
      expectProblem(await anonymous.get(path), 404);
    });

    test.each(['/auth/login/', '/Auth/login', '/auth//login', '/api/auth/login/'])(
      'POST %s is another path: 404',
      async (path) => {
        expectProblem(await anonymous.post(path, { username: 'a', password: 'b' }), 404);
      },
    );

    test.each([
      '/%74ask',
      '/task/%31',
      '/task/..%2Ftask',
      '/./task',
      '/task/../task',
      '/task;a=1',
      '/task?',
    ])('%s never opens without a token', async (path) => {
      expect([401, 404]).toContain((await anonymous.get(path)).status);
    });

    test.each(['/%zz', '/task/%', '/task/%ff', '/task?title=%zz', '/task?title=%ff', '/task?%'])(
      '%s is no unexpected error',
      async (path) => {
        const answer = await admin.get(path);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expectProblem(answer, answer.status);
      },
    );
  });

  describe('1 Serving: methods', () => {
    test.each([
      ['PUT', '/task', ['GET', 'HEAD', 'POST', 'PATCH']],
      ['DELETE', '/task', ['GET', 'HEAD', 'POST', 'PATCH']],
      ['POST', '/task/1', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
      ['GET', '/task/1/complete', ['POST']],
      ['HEAD', '/task/1/complete', ['POST']],
      ['GET', '/auth/login', ['POST']],
      ['HEAD', '/auth/login', ['POST']],
      ['DELETE', '/auth/login', ['POST']],
      ['POST', '/auth/me', ['GET', 'HEAD']],
      ['POST', '/auth/roles', ['GET', 'HEAD']],
      ['POST', '/auth/change-password', ['PUT']],
      ['GET', '/auth/register', ['POST']],
      ['POST', '/config/search', ['GET', 'HEAD']],
      ['POST', '/config/counts', ['GET', 'HEAD']],
      ['PUT', '/task/_aggregate', ['GET', 'HEAD']],
      ['PUT', '/healthz', ['GET', 'HEAD']],
      ['DELETE', '/readyz', ['GET', 'HEAD']],
      ['POST', '/openapi.json', ['GET', 'HEAD']],
      ['PUT', '/user', ['GET', 'HEAD', 'POST', 'PATCH']],
      ['PROPFIND', '/task', ['GET', 'HEAD', 'POST', 'PATCH']],
      ['TRACE', '/task', ['GET', 'HEAD', 'POST', 'PATCH']],
    ])('%s %s: 405 with Allow, before the token', async (method, path, allow) => {
      for (const client of [admin, anonymous]) {
        const answer = await client.send(method, path);
        expect(answer.status).toBe(405);
        if (method !== 'HEAD') expectProblem(answer, 405);
        const allowed = words(answer.header('allow')).map((word) => word.toUpperCase());
        expect(allowed.filter((word) => word !== 'OPTIONS').sort()).toEqual([...allow].sort());
      }
    });

    test.each([
      '/task?id={id}',
      '/task/{id}',
      '/task/99999999',
      '/task?nope=1',
      '/auth/me',
      '/config/search',
      '/healthz',
      '/openapi.json',
      '/nope',
    ])('HEAD %s answers as GET without a body', async (template) => {
      const path = at(template);
      const get = await admin.get(path);
      const head = await admin.head(path);
      expect(head.text).toBe('');
      expect(comparable(head)).toEqual(comparable(get));
    });

    test('HEAD asks for the token and the role like GET', async () => {
      expect((await anonymous.head('/task')).status).toBe(401);
      expect((await service.as('nobody').head('/task')).status).toBe(403);
    });

    test.each([
      '/task',
      '/task/1',
      '/auth/login',
      '/auth/me',
      '/task/1/complete',
      '/config/search',
    ])('OPTIONS preflight of %s needs no token', async (path) => {
      const answer = await anonymous.send('OPTIONS', path, {
        headers: {
          ...ORIGIN,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization, x-evil',
        },
      });
      expect([200, 204]).toContain(answer.status);
      expect(answer.header('access-control-allow-origin')).toBe('*');
      expect(words(answer.header('access-control-allow-headers')).sort()).toEqual(
        [...ALLOWED].sort(),
      );
      expect(words(answer.header('access-control-allow-methods'))).toEqual(
        expect.arrayContaining(['get', 'head', 'post', 'put', 'patch', 'delete']),
      );
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    test('OPTIONS without an origin needs no token either', async () => {
      expect((await anonymous.send('OPTIONS', '/task')).status).toBeLessThan(300);
    });
  });

  describe('1 Serving: CORS, caching, request ids, safe headers', () => {
    const answers: [string, () => Promise<Answer>, number][] = [
      ['a list', () => admin.get('/task', ORIGIN), 200],
      ['a record', () => admin.get(at('/task/{id}'), ORIGIN), 200],
      ['a create', () => admin.post('/task', { title: mark() }, ORIGIN), 201],
      ['400', () => admin.get('/task?nope=1', ORIGIN), 400],
      ['400 malformed', () => admin.send('POST', '/task', json('{', ORIGIN)), 400],
      ['401', () => anonymous.get('/task', ORIGIN), 401],
      ['403', () => viewer.post('/task', {}, ORIGIN), 403],
      ['404', () => admin.get('/task/99999999', ORIGIN), 404],
      ['404 path', () => anonymous.get('/nope', ORIGIN), 404],
      ['405', () => anonymous.send('PUT', '/task', { headers: ORIGIN }), 405],
      ['415', () => admin.send('POST', '/task', { raw: 'x', headers: ORIGIN }), 415],
      ['422', () => admin.post('/task', {}, ORIGIN), 422],
      ['login', () => anonymous.post('/auth/login', {}, ORIGIN), 422],
      ['config', () => anonymous.get('/config/search', ORIGIN), 200],
      ['healthz', () => anonymous.get('/healthz', ORIGIN), 200],
      ['docs', () => anonymous.get('/openapi.json', ORIGIN), 200],
    ];

    test.each(answers)(
      '%s: any origin, exposed headers, no credentials',
      async (_, ask, status) => {
        const answer = await ask();
        expect(answer.status).toBe(status);
        expect(answer.header('access-control-allow-origin')).toBe('*');
        expect(words(answer.header('access-control-expose-headers'))).toEqual(
          expect.arrayContaining([...EXPOSED, 'x-request-id']),
        );
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      },
    );

    test.each(answers)('%s: a request id and safe headers', async (_, ask) => {
      const answer = await ask();
      expect(answer.header('x-request-id')).toMatch(/^[\w.-]{8,}$/);
      expect(answer.header('x-content-type-options')).toBe('nosniff');
      const frames = `${answer.header('x-frame-options')}${answer.header('content-security-policy')}`;
      expect(frames).toMatch(/DENY|SAMEORIGIN|frame-ancestors/i);
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    });

    test('request ids differ', async () => {
      const ids = [await anonymous.get('/healthz'), await anonymous.get('/healthz')];
      expect(new Set(ids.map((answer) => answer.header('x-request-id'))).size).toBe(2);
    });

    test.each(['abc-123', 'A1b2.c3_d4', '7f3e1b9c-2f0a-4c7e-9a9d-0e6c8f1d2b3a'])(
      'takes over the request id %s',
      async (id) => {
        for (const path of ['/healthz', '/task', '/nope']) {
          const answer = await anonymous.get(path, { 'x-request-id': id });
          expect(answer.header('x-request-id')).toBe(id);
        }
        const problem = expectProblem(await anonymous.get('/nope', { 'x-request-id': id }), 404);
        expect(problem.request_id).toBe(id);
      },
    );

    test.each([['<script>'], ['a b'], ['x'.repeat(300)], [''], ['"; drop'], ['a,b']])(
      'replaces the request id %j',
      async (id) => {
        const answer = await anonymous.get('/healthz', { 'x-request-id': id });
        expect(answer.header('x-request-id')).not.toBe(id);
        expect(answer.header('x-request-id')).toMatch(/^[\w.-]{8,}$/);
      },
    );

    test.each(['/task', '/task/{id}', '/task?_start=0&_end=0', '/task/{id}?_expand=project'])(
      'GET %s: private, no-cache; varies by Authorization and Origin',
      async (template) => {
        const answer = await admin.get(at(template));
        expect(answer.status).toBe(200);
        expect(words(answer.header('cache-control')).sort()).toEqual(['no-cache', 'private']);
        expect(words(answer.header('vary'))).toEqual(
          expect.arrayContaining(['authorization', 'origin']),
        );
      },
    );

    test.each([
      ['GET', '/auth/me'],
      ['GET', '/auth/roles'],
      ['GET', '/auth/resource-permissions'],
      ['GET', '/auth/field-permissions'],
      ['GET', '/auth/tenants'],
      ['GET', '/auth/role-permissions'],
      ['POST', '/auth/login'],
      ['POST', '/auth/register'],
    ])('%s %s: no-store', async (method, path) => {
      expect((await admin.send(method, path)).header('cache-control')).toBe('no-store');
      expect((await anonymous.send(method, path)).header('cache-control')).toBe('no-store');
    });
  });

  describe('1 Serving: order of checks', () => {
    const big = `{"title":"${'x'.repeat(1_200_000)}"`;
    const missing = '/task/99999999';
    const noTag = { 'if-match': '"no"' };
    const nobody = service.as('nobody');
    const cases: [string, () => Promise<Answer>, number][] = [
      ['path before token', () => anonymous.get('/nope'), 404],
      ['method before token', () => anonymous.send('PUT', '/task'), 405],
      ['path before body', () => anonymous.send('POST', '/nope', json('{')), 404],
      ['token before query', () => anonymous.get('/task?nope=1'), 401],
      ['token before body', () => anonymous.send('POST', '/task', json('{')), 401],
      ['token before body type', () => anonymous.send('POST', '/task', { raw: 'x' }), 401],
      ['token before row', () => anonymous.get(missing), 401],
      ['token before custom row', () => anonymous.post(`${missing}/complete`), 401],
      ['role before query', () => nobody.get('/task?nope=1'), 403],
      ['role before body', () => viewer.send('POST', '/task', json('{')), 403],
      ['role before body type', () => viewer.send('POST', '/task', { raw: 'x' }), 403],
      ['role before body size', () => viewer.send('POST', '/task', json(big)), 403],
      ['role before row', () => viewer.patch(missing, { title: 'x' }), 403],
      ['role before row (delete)', () => service.as('manager').delete(missing), 403],
      ['role before custom row', () => viewer.post(`${missing}/complete`), 403],
      ['query before row', () => admin.get(`${missing}?_expand=nope`), 400],
      ['type before size', () => admin.send('POST', '/task', { raw: big }), 415],
      ['size before syntax', () => admin.send('POST', '/task', json(big)), 413],
      ['body type before row', () => admin.send('PATCH', missing, { raw: 'x' }), 415],
      ['syntax before row', () => admin.send('PATCH', missing, json('{')), 400],
      ['size before row', () => admin.send('PATCH', missing, json(big)), 413],
      ['row before If-Match', () => admin.patch(missing, { title: 'x' }, noTag), 404],
      ['row before If-Match (delete)', () => admin.delete(missing, noTag), 404],
      ['row before fields', () => admin.patch(missing, { nope: 1, title: 3 }), 404],
      ['row before fields (put)', () => admin.put(missing, {}), 404],
      ['row before an object at all', () => admin.patch(missing, []), 404],
    ];

    test.each(cases)('%s', async (_, ask, status) => {
      expectProblem(await ask(), status);
    });

    test('If-Match before fields', async () => {
      expectProblem(await admin.patch(`/task/${task.id}`, { nope: 1 }, noTag), 412);
      expectProblem(await admin.put(`/task/${task.id}`, {}, noTag), 412);
    });

    test('syntax before If-Match', async () => {
      expectProblem(await admin.send('PATCH', `/task/${task.id}`, json('{', noTag)), 400);
    });

    test('query before If-None-Match', async () => {
      const answer = await admin.get(`/task/${task.id}?_expand=nope`, { 'if-none-match': '*' });
      expectProblem(answer, 400);
    });
  });

  describe('1 Serving: pages beside the API', () => {
    test.each(['/', '/?x=1'])('%s redirects to /admin/, and keeps the query', async (path) => {
      const answer = await anonymous.get(path);
      expect([301, 302, 303, 307, 308]).toContain(answer.status);
      expect(answer.header('location')).toMatch(/\/admin\/(\?x=1)?$/);
    });

    test.each(['/admin/', '/admin/task', '/admin/task/1/show'])(
      '%s without a build: 503 with the command that makes it',
      async (path) => {
        const answer = await anonymous.get(path);
        expect(answer.status).toBe(503);
        expect(answer.text).toMatch(/npm run \w+/);
      },
    );

    test('without a back-office / leads to the documentation, and /admin/ is no path', async () => {
      const { url } = await startService({
        ...{ example: 'task-manager', database },
        edits: {
          'src/features.gen.ts': (text) =>
            text.replace('hasBackOffice: boolean = true', 'hasBackOffice: boolean = false'),
        },
      });
      const answer = await clientOf(url).get('/');
      expect([answer.status, answer.header('location')]).toEqual([302, '/docs']);
      expect((await clientOf(url).get('/docs')).status).toBe(200);
      const slashed = await fetch(`${url}/api/docs/`);
      expect([slashed.status, slashed.url]).toEqual([200, `${url}/api/docs`]);
      for (const path of ['/admin', '/admin/', '/admin/task'])
        expectProblem(await clientOf(url).get(path), 404);
    });

    test.each(['/healthz', '/readyz'])('%s is public', async (path) => {
      expect((await anonymous.get(path)).status).toBe(200);
    });

    test('/docs is public and works offline', async () => {
      let answer = await anonymous.get('/docs');
      if (answer.status > 300) answer = await anonymous.get(answer.header('location'));
      expect(answer.status).toBe(200);
      expect(answer.header('content-type')).toMatch(/^text\/html/);
      const links = [...answer.text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(
        (one) => one[1] ?? '',
      );
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(link).not.toMatch(/^(https?:)?\/\//);
        const path = new URL(link, 'http://x/docs').pathname;
        if (!link.startsWith('data:')) expect((await anonymous.get(path)).status, path).toBe(200);
      }
    });
  });

  describe('1 Serving: /openapi.json', () => {
    interface Document {
      openapi: string;
      paths: Record<string, Record<string, { responses?: unknown }>>;
    }
    const document = async (client = anonymous): Promise<Document> =>
      (await client.get('/openapi.json')).body as Document;

    test('is OpenAPI 3.1 and names every path of the contract', async () => {
      const { openapi, paths } = await document();
      expect(openapi).toMatch(/^3\.1\./);
      const methods = (path: string): string[] =>
        Object.keys(paths[path] ?? {}).filter((key) => /^(get|put|post|patch|delete)$/.test(key));
      for (const model of ['task', 'project', 'team_member', 'user', 'role', 'tenant']) {
        expect(methods(`/${model}`).sort(), model).toEqual(['get', 'patch', 'post']);
        expect(methods(`/${model}/{id}`).sort(), model).toEqual(['delete', 'get', 'patch', 'put']);
      }
      expect(methods('/task/{task_id}/complete')).toEqual(['post']);
      expect(methods('/auth/login')).toEqual(['post']);
      expect(methods('/auth/register')).toEqual(['post']);
      expect(methods('/auth/change-password')).toEqual(['put']);
      for (const path of ['me', 'roles', 'resource-permissions', 'field-permissions'])
        expect(methods(`/auth/${path}`), path).toEqual(['get']);
      expect(methods('/config/search')).toEqual(['get']);
    });

    test('is compressed for those who accept it', async () => {
      const ask = (encoding: string) =>
        fetch(`${service.url}/openapi.json`, { headers: { 'accept-encoding': encoding } });
      const [plain, zipped] = [await ask('identity'), await ask('gzip')];
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      for (const one of [plain, zipped])
        expect(words(one.headers.get('vary')!)).toContain('accept-encoding');
      const [whole, sent] = [plain, zipped].map((one) => Number(one.headers.get('content-length')));
      expect(sent).toBeLessThan(whole! / 8);
      expect(await zipped.json()).toEqual(await plain.json());
    });

    test('describes only what is served', async () => {
      for (const [template, methods] of Object.entries((await document()).paths)) {
        const path = template.replace(/\{\w+\}/g, '99999999');
        for (const method of Object.keys(methods)) {
          if (!/^(get|put|post|patch|delete)$/.test(method)) continue;
          const answer = await anonymous.send(method.toUpperCase(), path);
          expect([200, 400, 401, 415, 422, 503], `${method} ${path}`).toContain(answer.status);
        }
      }
    });

    test('every $ref resolves', async () => {
      const whole = await document();
      const refs = JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g);
      for (const [, pointer] of refs) {
        let at: unknown = whole;
        for (const key of (pointer ?? '').split('/'))
          at = (at as Record<string, unknown> | undefined)?.[
            key.replaceAll('~1', '/').replaceAll('~0', '~')
          ];
        expect(at, pointer).toBeDefined();
      }
    });
  });

  test('1 Serving: a broken request does not harm the service', async () => {
    const answer = await send(service.url, 'GET', '/healthz', {
      headers: { 'x-long': 'x'.repeat(100_000) },
    }).catch((error: unknown) => error as Error);
    if ('status' in answer) expect(answer.status).toBe(431);
    expect((await anonymous.get('/healthz')).status).toBe(200);
  });
});
