import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderProject } from '../../src/render/render-project.js';
import { appOfSpec } from '../golden/app-of-spec.js';
import { MADE_AT, templates } from '../golden/example.js';
import { ADMIN, launchService, makeFolder, type Service } from './harness.js';
import { demand, type Answer, type Client } from './http.js';
import { clientFor, freshDatabase, onEachDatabase } from './use-service.js';

const PASSWORD = 'a password of the cast';

const SPEC = `models:
  Artist:
    fields: { name: string:required }
  Album:
    fields:
      title: string:required
      artist: ref=Artist:required:on_delete=cascade:as=albums
      seller: ref=User
      sold: decimal=12,2
  AlbumSales:
    read_only: true
    fields:
      album_id: integer:key
      title: string
      artist: ref=Artist:as=sales
      seller: ref=User
      sold: decimal=12,2
    rows: { owner: seller, except: [Admin] }
`;

/** The step that a developer writes for the view. */
const STEP = `
    sql(
      { sqlite: VIEW, postgres: VIEW },
      { sqlite: 'DROP VIEW album_sales', postgres: 'DROP VIEW album_sales' },
    ),
  ];`;
const VIEW =
  "const VIEW = 'CREATE VIEW album_sales AS SELECT id AS album_id, title, artist_id, seller_id, sold FROM album';";

/** A project with a table and a view of it, in a folder of this run. */
function makeSales(): string {
  const folder = makeFolder('sales');
  const app = appOfSpec('sales', SPEC, { features: ['admin', 'containers', 'import'] });
  const made = { templates: templates(), now: MADE_AT, secret: 'x'.repeat(43) };
  for (const [path, text] of renderProject(app, made)) {
    const isFirst = text.includes("createTable('album',");
    const withView = text
      .replace(" } from '#engine';", ` , sql } from '#engine';\n\n${VIEW}`)
      .replace(/\n {2}\];/, STEP);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), isFirst ? withView : text);
  }
  return folder;
}

onEachDatabase((database) => {
  let service: Service;
  let admin: Client;
  let anna: Client;

  beforeAll(async () => {
    const databaseUrl = await freshDatabase(database);
    service = await (
      await launchService({ example: 'clinic', folder: makeSales(), databaseUrl })
    ).ready();
    admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    const email = 'anna@example.test';
    const user = { username: 'anna', email, password: PASSWORD, roles: ['Manager'] };
    const { id } = await admin.create('/user', user);
    anna = await clientFor(service.url, 'anna', PASSWORD);
    const artist_id = (await admin.create('/artist', { name: 'Ada' })).id;
    await admin.create('/album', { title: 'One', artist_id, seller_id: id, sold: 3.5 });
    await admin.create('/album', { title: 'Two', artist_id, sold: 8 });
  }, 120_000);
  afterAll(() => service.dispose());

  const bodyOf = (answer: Answer): unknown => demand(answer, 200, 'a read').body;

  test('a view has a list, records and figures', async () => {
    expect(bodyOf(await admin.get('/album_sales?_sort=sold&_order=DESC&_expand=artist'))).toEqual([
      expect.objectContaining({ id: 2, album_id: 2, title: 'Two', sold: 8 }),
      expect.objectContaining({ id: 1, artist: expect.objectContaining({ name: 'Ada' }) }),
    ]);
    expect(bodyOf(await admin.get('/album_sales/1'))).toMatchObject({ _label: 'One', sold: 3.5 });
    expect(bodyOf(await admin.get('/album_sales/_aggregate?_sum=sold'))).toMatchObject([
      { count: 2, sum: { sold: 11.5 } },
    ]);
    expect(bodyOf(await admin.get('/artist?_count=sales'))).toMatchObject([
      { _count: { sales: 2 } },
    ]);
  });

  test('its rows are those that the rules show', async () => {
    expect(bodyOf(await anna.get('/album_sales'))).toMatchObject([{ title: 'One' }]);
    expect((await anna.get('/album_sales/2')).status).toBe(404);
  });

  test('no request writes it', async () => {
    for (const path of ['/album_sales', '/album_sales/1'])
      for (const method of ['post', 'put', 'patch'] as const) {
        const answer = await admin[method](path, { title: 'x' });
        expect([method, path, answer.status]).toEqual([method, path, 405]);
      }
    expect((await admin.delete('/album_sales/1')).status).toBe(405);
    const batch = [{ method: 'POST', path: '/album_sales', body: { album_id: 3 } }];
    expect((await admin.post('/_batch', batch)).status).toBe(405);
    expect(bodyOf(await admin.get('/album_sales'))).toHaveLength(2);
  });

  test('the documentation has no operation that writes it', async () => {
    const { paths } = bodyOf(await admin.get('/openapi.json')) as { paths: object };
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/album_sales'))
      .map(([path, methods]) => `${Object.keys(methods as object).join()} ${path}`);
    expect(operations.sort()).toEqual([
      'get /album_sales',
      'get /album_sales/_aggregate',
      'get /album_sales/{id}',
    ]);
  });
});
