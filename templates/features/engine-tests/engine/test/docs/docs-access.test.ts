import { expect, test } from 'vitest';
import { makeFolder, startReplica } from '../auth/auth-service.js';

const PAGE = ['/docs', '/docs/docs.js', '/docs/swagger-ui.css'];

test.each([
  ['signed-in', 200, 401],
  ['off', 404, 404],
])('DOCS=%s: without a token the page is %d and the document %d', async (DOCS, page, document) => {
  const folder = makeFolder();
  const service = await startReplica(folder.file, { DOCS });
  const status = async (path: string) => (await fetch(service.url + path)).status;
  for (const path of PAGE) expect(await status(path), path).toBe(page);
  expect(await status('/openapi.json')).toBe(document);
  expect(await status('/config/search')).toBe(200);
  await service.close();
  folder.remove();
});
