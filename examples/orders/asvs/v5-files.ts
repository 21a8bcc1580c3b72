import { notApplicable, notTested, test, type Checks, type Target, waitsFor } from './check.js';
import { permissionsOf } from './models.js';
import { adminToken, expectStatus } from './people.js';
import { expectNone } from './responses.js';

/** Sends bytes to the import of lists, as the administrator. */
async function importFile({ service }: Target, body: string, name: string) {
  const token = await adminToken(service);
  const models = Object.keys(await permissionsOf(service, 'Admin'));
  const headers = { 'content-type': 'application/octet-stream' };
  const path = `/_imports?model=${models[0]}&name=${name}`;
  return service.ask('POST', path, { token, body, headers });
}

export const files: Checks = {
  '5.2.1': waitsFor(
    'import',
    test('a file beyond IMPORT_LIMIT, and a body beyond BODY_LIMIT, are 413', async (target) => {
      expectStatus(await importFile(target, 'name\n'.repeat(5_000_000), 'long.csv'), 413);
      const token = await adminToken(target.service);
      const body = { name: 'x'.repeat(2_000_000) };
      expectStatus(await target.service.ask('POST', '/tenant', { token, body }), 413);
    }),
  ),

  '5.2.2': waitsFor(
    'import',
    test('a file that is no table, whatever its name, is refused', async (target) => {
      expectStatus(await importFile(target, 'name\nsomebody\n', 'names.csv'), 201);
      for (const name of ['photo.xlsx', 'photo.csv'])
        expectStatus(
          await importFile(target, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', name),
          400,
          415,
          422,
        );
    }),
  ),

  '5.3.1': notApplicable('nothing that users send is stored in a folder that is served'),

  '5.3.2': test('paths that lead out of a folder reach no file', async ({ service }) => {
    const { status } = await service.ask('GET', '/admin/');
    if (status === 503) return notTested('the back-office has no build: `npm run build`');
    if (status !== 200) return notApplicable('no folder is served');
    const climbs = [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '..%5c..%5cpackage.json',
    ];
    const paths = ['/admin/', '/docs/', '/admin/assets/'].flatMap((base) =>
      [...climbs, '....//package.json', '%00package.json'].map((climb) => base + climb),
    );
    const answers = await Promise.all(paths.map((path) => service.ask('GET', path)));
    const leaks = answers.filter(({ text }) => text.includes('"dependencies"'));
    expectNone(leaks);
    expectNone(answers.filter(({ status }) => status >= 500 && status !== 503));
  }),
};
