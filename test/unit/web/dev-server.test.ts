import { get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';

const WEB = join(import.meta.dirname, '../../../templates/features/admin/web');

let server: ViteDevServer;
let address: string;
beforeAll(async () => {
  server = await createServer({
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'silent',
    cacheDir: join(WEB, '../../../../.tmp/dev-server'),
    server: { host: '127.0.0.1', port: 0, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await server.listen();
  address = `http://127.0.0.1:${(server.httpServer!.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

// Other suites of the process put a service of their own in place of `fetch`.
const get = (path: string) =>
  new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { headers: { accept: 'text/html' } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location ?? null]);
    });
    sent.once('error', reject);
  });

// After sign-in the address has no slash at its end, and people reload there.
it('`npm run dev` leads from the path of the back-office without its slash to the page', async () => {
  expect(await get('/admin')).toEqual([302, '/admin/']);
  expect(await get('/admin?page=2')).toEqual([302, '/admin/?page=2']);
  expect(await get('/admin/')).toEqual([200, null]);
  expect(await get('/admins')).toEqual([404, null]);
});
