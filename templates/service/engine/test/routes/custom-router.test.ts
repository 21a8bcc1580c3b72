import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Request, type RequestHandler, type Response } from 'express';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineAccess } from '../../model/access-rules.js';
import { type RouterParts, createCustomRouter, possiblePaths } from '../../routes/custom-router.js';
import { defineRoutes } from '../../model/define-routes.js';
import { openWrites, type ModelModule } from '../../model/model-module.js';
import { admin } from '../fixtures/open-library.js';
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
      model: () => ({ prefix: 'job' }),
    },
    authentication: { signedIn },
    settings: { bodyLimit: 1000 },
    database: {},
    logger: { child: () => undefined },
  } as unknown as RouterParts;
  const module: ModelModule = { entity: Job, access: defineAccess({}), routes };
  const router = createCustomRouter(module, parts)!;
  return serve((app) => {
    app.use(async (request, response, next) => {
      response.once('close', () => patterns.push(request.pattern));
      if ((await router(request, response, request.path)) !== 'answered') next();
    });
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
  await expect(fetch(`${url}/late`, { signal: client.signal })).rejects.toThrow();
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
  expect(await (await fetch(`${url}/one`)).json()).toEqual({ same: true });
  const written = await fetch(`${url}/one`, { method: 'POST' });
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
  expect(await (await fetch(`${url}/own`)).text()).toBe('ab');
  expect((await fetch(`${url}/nothing`)).status).toBe(204);
  expect((await fetch(`${url}/else`)).status).toBe(404);
});

test('what is no id is refused in the words of a record that does not exist', async () => {
  const { url } = await served(
    defineRoutes(Job, (route) => {
      route.get('/:id/state', 'list', ({ id }) => ({ id: id('id') }));
    }),
  );
  expect(await (await fetch(`${url}/7/state`)).json()).toEqual({ id: 7 });
  const refused = await fetch(`${url}/x/state`);
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
    'Job: POST /search states `list`',
    'Job: DELETE /:id/mark states `show`',
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
  for (const path of ['/', '/7/parts/8', '/7/parts']) await fetch(url + path);
  await expect.poll(() => patterns).toEqual(['/job', '/job/:id/parts/:part', undefined]);
});

test('only paths that no route can have are kept from the router of Express', () => {
  const options = { caseSensitive: true, strict: true };
  const takes = (path: string, asked: string): boolean => {
    let taken = false;
    const router = express.Router(options).all(path, () => void (taken = true));
    router({ method: 'GET', url: asked } as Request, {} as Response, () => undefined);
    return taken;
  };
  const segment = fc.constantFrom('a', 'B', ':id', ':id.json', 'x-:y', 'a.b', 'é', '');
  const path = fc.oneof(
    fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
    fc.constantFrom('/*rest', '/a{/:b}', '/a/*rest/b', '/\\*'),
  );
  const asked = fc
    .array(fc.constantFrom('a', 'B', 'b', '7', '7.json', 'x-1', 'a.b', 'é', '%C3%A9', '*', ''), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => `/${parts.join('/')}`);
  let both = 0;
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 3 }), asked, (paths, url) => {
      const possible = possiblePaths(paths.map((one) => ({ path: one }))).test(url);
      const isTaken = paths.some((one) => takes(one, url));
      if (isTaken) both += 1;
      expect(possible || !isTaken, `${paths.join(' ')} ${url}`).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(both).toBeGreaterThan(100);
  const routes = [{ path: '/:id/complete' }, { path: '/mine' }];
  const asks = ['/', '/7', '/mine', '/7/complete', '/7/other', '/7/complete/'];
  expect(asks.filter((one) => possiblePaths(routes).test(one))).toEqual(['/mine', '/7/complete']);
});
