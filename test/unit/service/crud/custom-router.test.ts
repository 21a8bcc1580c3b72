import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defineAccess } from '../../../../templates/service/src/engine/model/define-access.js';
import {
  type RouterParts,
  createCustomRouter,
} from '../../../../templates/service/src/engine/crud/custom-router.js';
import { defineRoutes } from '../../../../templates/service/src/engine/model/define-routes.js';
import {
  openWrites,
  type ModelModule,
} from '../../../../templates/service/src/engine/model/model-module.js';
import { serve } from '../http/serve.js';

class Job {
  id!: number;
}

/** Serves the owner's endpoints of one model, for anybody. */
function served(routes: ModelModule['routes']) {
  const records = { authorize: () => undefined, model: { name: 'Job' } };
  const parts = {
    engine: { as: () => () => records },
    authentication: { signedIn: () => undefined },
    settings: { bodyLimit: 1000 },
    database: {},
    logger: { child: () => undefined },
  } as unknown as RouterParts;
  const module: ModelModule = { entity: Job, access: defineAccess({}), routes };
  const router = createCustomRouter(module, parts)!;
  return serve((app) => {
    app.use(async (request, response, next) => {
      if ((await router(request, response, request.path)) !== 'answered') next();
    });
  });
}

test('an error after the client has gone is in the log', async () => {
  let failed = false;
  const { url, log } = await served(
    defineRoutes(Job, (route) => {
      route.get('/late', 'list', async ({ response }) => {
        await new Promise((resolve) => response.once('close', resolve));
        failed = true;
        throw new Error('half done');
      });
    }),
  );
  await expect(fetch(`${url}/late`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  await expect.poll(() => failed).toBe(true);
  await expect.poll(() => log.join()).toContain('half done');
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
