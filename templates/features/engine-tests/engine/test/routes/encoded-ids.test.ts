import { expect, onTestFinished, test } from 'vitest';
import type { RequestHandler } from 'express';
import type { RouterParts } from '../../routes/custom-router.js';
import { createRouter } from '../../routes/create-router.js';
import { openKeys } from '../fixtures/keys.js';
import { admin } from '../fixtures/open-library.js';
import { serve } from '../http/serve.js';

/** Asks the generated endpoints of models with keys of any kind. */
async function asking() {
  const { database, engine } = await openKeys('sqlite::memory:');
  onTestFinished(() => database.close());
  const asAdmin: RequestHandler = (request, _response, next) => {
    request.currentUser = admin;
    request.mountedAt = '';
    next();
  };
  const parts = {
    engine,
    modules: engine.models.map(({ entity }) => ({ entity, access: {} })),
    authentication: { signedIn: asAdmin, maybeSignedIn: asAdmin },
    settings: { bodyLimit: 10_000, maxWrittenRows: 100 },
    logger: { child: () => undefined },
  } as unknown as RouterParts;
  const { url } = await serve((app) => app.use(createRouter(parts)));
  return (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
}

const ODD = ['a/b', 'a,b', '#1', '50%', 'a b', 'Zürich', "d'Or", 'a?b=c&d', 'a+b', '%2F', '%41'];

test('a path has any text as an id, encoded once', async () => {
  const ask = await asking();
  for (const code of ODD) {
    const made = await ask('POST', '/country', { code, name: 'x' });
    const path = `/country/${encodeURIComponent(code)}`;
    expect([made.status, made.headers.get('location')], code).toEqual([201, path]);
    expect(await (await ask('GET', path)).json(), code).toMatchObject({ id: code, code });
    const changed = await ask('PATCH', path, { name: 'y' });
    expect(await changed.json(), code).toMatchObject({ id: code, name: 'y' });
    expect((await ask('DELETE', path)).status, code).toBe(204);
    expect((await ask('GET', path)).status, code).toBe(404);
  }
});

test('a text that is encoded twice, or not at all, is another id', async () => {
  const ask = await asking();
  await ask('POST', '/country', { code: 'A', name: 'x' });
  expect((await ask('GET', '/country/%41')).status).toBe(200);
  expect((await ask('GET', '/country/%2541')).status).toBe(404);
  expect((await ask('GET', '/country/A/B')).status).toBe(404);
  expect((await ask('GET', '/country/%')).status).toBe(400);
});

test('an integer is never encoded', async () => {
  const ask = await asking();
  const film = (await (await ask('POST', '/film', { title: 'x' })).json()) as { id: number };
  expect((await ask('GET', `/film/${film.id}`)).status).toBe(200);
  expect((await ask('GET', `/film/%3${film.id}`)).status).toBe(404);
});
