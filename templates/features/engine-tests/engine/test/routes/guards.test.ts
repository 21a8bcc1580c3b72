import type { RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import type { RouterParts } from '../../routes/custom-router.js';
import { createRouter } from '../../routes/create-router.js';
import { forbidden } from '../../problem/problem.js';
import { admin, openLibrary } from '../fixtures/open-library.js';
import { serve } from '../http/serve.js';

/** The generated endpoints of the library behind a guard; `names` reads the tags that are stored. */
async function guarded(guard: RequestHandler) {
  const { database, engine } = await openLibrary();
  onTestFinished(() => database.close());
  const parts = {
    engine,
    modules: engine.models.map(({ entity }) => ({ entity, access: {} })),
    authentication: { signedIn: guard, maybeSignedIn: guard },
    settings: { bodyLimit: 1000, maxWrittenRows: 100 },
    logger: { child: () => undefined },
  } as unknown as RouterParts;
  const { url } = await serve((app) => app.use(createRouter(parts)));
  const ask = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const names = async () => {
    const rows: readonly { name: string }[] =
      await database.dataSource.query('SELECT name FROM tag');
    return rows.map(({ name }) => name);
  };
  return { ask, create: () => ask('POST', '/tag', { name: 'one' }), names };
}

const asAdmin: RequestHandler = (request, _response, next) => {
  request.currentUser = admin;
  next();
};

test('a generated endpoint does nothing where a guard answers by itself', async () => {
  const { ask, create, names } = await guarded((request, response, next) => {
    request.currentUser = admin;
    if (request.method === 'POST') next();
    else {
      response.status(403).write('{"detail":');
      setTimeout(() => response.end('"only from the office"}'), 50);
    }
  });
  expect((await create()).status).toBe(201);
  const answer = await ask('DELETE', '/tag/1');
  expect([answer.status, await answer.json()]).toEqual([403, { detail: 'only from the office' }]);
  // A delete that went on after its answer would come before this write.
  expect((await ask('POST', '/tag', { name: 'two' })).status).toBe(201);
  expect(await names()).toEqual(['one', 'two']);
});

test('what a guard passes to `next` is the answer', async () => {
  const { create, names } = await guarded((request, _response, next) => {
    request.currentUser = admin;
    next(forbidden('No badge.'));
  });
  const answer = await create();
  expect([answer.status, await answer.json()]).toMatchObject([403, { detail: 'No badge.' }]);
  expect(await names()).toEqual([]);
});

test('a guard that admits nobody in particular is none', async () => {
  const { create, names } = await guarded((_request, _response, next) => next());
  expect((await create()).status).toBe(401);
  expect(await names()).toEqual([]);
});

test('a guard may take its time, and is asked once', async () => {
  let asked = 0;
  const { create, names } = await guarded((...call) => {
    asked++;
    setTimeout(() => asAdmin(...call), 10);
  });
  expect((await create()).status).toBe(201);
  expect([asked, await names()]).toEqual([1, ['one']]);
});
