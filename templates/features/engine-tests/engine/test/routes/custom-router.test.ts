import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineAccess } from '../../model/access-rules.js';
import { refuseOtherMethods, strictRouter } from '../../http/endpoint.js';
import { addCustomEndpoints, type RouterParts } from '../../routes/custom-router.js';
import { defineRoutes, type CustomRoute } from '../../model/define-routes.js';
import { openWrites, type ModelModule } from '../../model/model-module.js';
import { admin } from '../fixtures/open-library.js';
import { unauthorized } from '../../problem/problem.js';
import { serve } from '../http/serve.js';

class Job {
  id!: number;
}

/** What the requests said of who has answered them. */
const patterns: (string | undefined)[] = [];

/** Serves the owner's endpoints of one model, for anybody. */
function served(
  routes: ModelModule['routes'],
  told: (signal: (() => AbortSignal) | undefined) => void = () => undefined,
  mountedOn = '/',
) {
  const records = { authorize: () => undefined, model: { name: 'Job' } };
  const signedIn: RequestHandler = (request, _response, next) => {
    request.currentUser = admin;
    next();
  };
  const parts = {
    engine: {
      as: (_user: unknown, asked?: { signal?: () => AbortSignal }) => {
        told(asked?.signal);
        return () => records;
      },
      systemIn: () => () => records,
      model: () => ({ name: 'Job', prefix: 'job', key: { type: 'integer' } }),
    },
    authentication: { signedIn },
    settings: { bodyLimit: 1000 },
    database: {},
    logger: { child: () => undefined },
  } as unknown as RouterParts;
  const router = strictRouter();
  addCustomEndpoints(router, '/job', routes?.routes ?? [], parts, Job);
  return serve((app) => {
    app.use((request, response, next) => {
      response.once('close', () => patterns.push(request.pattern));
      next();
    });
    app.use(mountedOn, router, refuseOtherMethods);
  });
}

test('an error after the client has gone is in the log', async () => {
  let failed = false;
  const client = new AbortController();
  const { url, log } = await served(
    defineRoutes(Job, (route) => {
      route.get('/late', 'list', async ({ signal }) => {
        client.abort();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        failed = true;
        throw new Error('half done');
      });
    }),
  );
  await expect(fetch(`${url}/job/late`, { signal: client.signal })).rejects.toThrow();
  await expect.poll(() => failed).toBe(true);
  await expect.poll(() => log.join()).toContain('half done');
});

test('reads of an endpoint that writes go on when the client has gone, those of others end', async () => {
  let signal: (() => AbortSignal) | undefined;
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/one', 'list', (context) => ({ same: signal?.() === context.signal }));
      route.post('/one', 'edit', () => ({ same: signal !== undefined }));
    }),
    (given) => (signal = given),
  );
  expect(await (await fetch(`${url}/job/one`)).json()).toEqual({ same: true });
  const written = await fetch(`${url}/job/one`, { method: 'POST' });
  expect(await written.json()).toEqual({ same: false });
});

test('an endpoint may answer by itself, and later', async () => {
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/own', 'list', async ({ response }) => {
        response.write('a');
        await sleep(20);
        response.end('b');
      });
      route.get('/nothing', 'list', () => undefined);
    }),
  );
  expect(await (await fetch(`${url}/job/own`)).text()).toBe('ab');
  expect((await fetch(`${url}/job/nothing`)).status).toBe(204);
  expect((await fetch(`${url}/job/else`)).status).toBe(404);
});

test('what is no id is refused in the words of a record that does not exist', async () => {
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/:id/state', 'list', ({ id }) => ({ id: id('id') }));
    }),
  );
  expect(await (await fetch(`${url}/job/7/state`)).json()).toEqual({ id: 7 });
  const refused = await fetch(`${url}/job/x/state`);
  expect(refused.status).toBe(404);
  expect(await refused.text()).toContain('There is no job with the id x.');
});

test('endpoints whose method writes and whose action is one of reading are told', () => {
  const routes = defineRoutes(Job, (route) => {
    route.get('/late', 'list', () => undefined);
    route.post('/:id/run', 'edit', () => undefined);
    route.post('/search', 'list', () => undefined);
    route.delete('/:id/mark', 'show', () => undefined);
  });
  const access = defineAccess({});
  const told = openWrites([
    { entity: Job, access, routes },
    { entity: Job, access },
  ]);
  expect(told.map((line) => line.split(',')[0])).toEqual([
    'Job: POST /search requires only `list`',
    'Job: DELETE /:id/mark requires only `show`',
  ]);
});

test('an endpoint is told by its pattern behind the prefix of its model', async () => {
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/', 'list', () => ({}));
      route.get('/:id/parts/:part', 'show', () => ({}));
    }),
  );
  patterns.length = 0;
  for (const path of ['', '/7/parts/8', '/7/parts']) await fetch(`${url}/job${path}`);
  await expect.poll(() => patterns).toEqual(['/job', '/job/:id/parts/:part', undefined]);
});

test('a path says where its router is mounted', async () => {
  const routes = defineRoutes(Job, (route) => {
    route.get('/:id/parts', 'show', () => ({}));
  });
  const { url } = await served(routes, undefined, '/v2');
  patterns.length = 0;
  await fetch(`${url}/v2/job/7/parts`);
  await expect.poll(() => patterns).toEqual(['/v2/job/:id/parts']);
});

test('a path behind a prefix matches what it matches alone, and no trailing slash of the prefix', () => {
  const alone = (path: string) => express.Router(STRICT).all(path, taken);
  const behind = (path: string) => {
    const router = strictRouter();
    const route = { method: 'get', path, auth: pass, action: null, options: {}, handler: noop };
    addCustomEndpoints(router, '/job', [route as CustomRoute], {
      authentication: {},
    } as RouterParts);
    return router.use((request, response, next) => (request.otherMethods ? taken() : next()));
  };
  const takes = (router: RequestHandler, url: string): boolean => {
    isTaken = false;
    void router({ method: 'PUT', url } as Request, {} as Response, () => undefined);
    return isTaken;
  };
  let both = 0;
  fc.assert(
    fc.property(path, asked, (pattern, rest) => {
      const expected = takes(alone(pattern), rest);
      both += expected ? 1 : 0;
      expect(takes(behind(pattern), `/job${rest === '/' ? '' : rest}`)).toBe(expected);
      expect(takes(behind(pattern), '/job/')).toBe(false);
    }),
    { numRuns: 2000 },
  );
  expect(both).toBeGreaterThan(100);
});

test('405 names the methods of all endpoints at a path, and comes before any of them looks at the caller', async () => {
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/:id/part', 'list', () => ({}));
      route.post('/7/:part', { auth: refuse }, () => ({}));
    }),
  );
  const asked = await fetch(`${url}/job/7/part`, { method: 'DELETE' });
  expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  const options = await fetch(`${url}/job/7/part`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  expect((await fetch(`${url}/job/7/part`, { method: 'POST' })).status).toBe(401);
  expect((await fetch(`${url}/job/7/part/`)).status).toBe(404);
});

test('an endpoint with an action is closed to somebody whom its guard has not named', async () => {
  const handler = () => ({ open: true });
  const route = { method: 'get', path: '/x', auth: pass, action: 'list', options: {}, handler };
  const { url } = await served({ entity: Job, routes: [route as CustomRoute] });
  expect((await fetch(`${url}/job/x`)).status).toBe(401);
});

const STRICT = { caseSensitive: true, strict: true };
const pass: RequestHandler = (_request, _response, next) => next();
const refuse: RequestHandler = () => {
  throw unauthorized('Nobody.');
};
const noop = (): void => undefined;
let isTaken = false;
const taken = (): void => void (isTaken = true);

const segment = fc.constantFrom('a', 'B', ':id', ':id.json', 'x-:y', 'a.b', 'é', '');
const path = fc.oneof(
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
  fc.constantFrom('/*rest', '/a{/:b}', '/a/*rest/b', '/\\*', '/{:id}', '/{*rest}'),
);
const asked = fc
  .array(fc.constantFrom('a', 'B', 'b', '7', '7.json', 'x-1', 'a.b', 'é', '%C3%A9', '*', ''), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('/')}`);
