import assert from 'node:assert/strict';
import { notApplicable, test, type Checks } from './check.js';
import { readDocument } from './document.js';
import { BUILT_IN, permissionsOf } from './models.js';
import { adminToken, expectStatus } from './people.js';

export const validation: Checks = {
  '2.1.1':
    test('docs/validation.md, and /openapi.json describes every field that can be written', async (target) => {
      target.project.documents('docs/validation.md');
      const { paths, follow } = await readDocument(target.service);
      for (const [prefix, { fields }] of Object.entries(
        await permissionsOf(target.service, 'Admin'),
      )) {
        const { schema } =
          paths[`/${prefix}`]?.post?.requestBody?.content?.['application/json'] ?? {};
        // Of an endpoint of the project's own its code says what it takes.
        if (schema?.anyOf === undefined) continue;
        const { properties = {} } = follow(schema.anyOf[0]!);
        const told = Object.keys(fields).filter((name) => fields[name]!.write);
        const untold = told.filter((name) => !(name in properties));
        assert.deepEqual(untold, [], `/${prefix}`);
      }
    }),

  '2.2.1':
    test('a wrong type, an unknown value, an unknown field and a text that is too long are refused', async ({
      service,
    }) => {
      const token = await adminToken(service);
      const bodies = [
        { name: 7 },
        { name: 'a', status: 'Sleeping' },
        { name: 'a', colour: 'red' },
        { name: 'x'.repeat(256) },
        { name: 'a\0b' },
        {},
      ];
      for (const body of bodies)
        expectStatus(await service.ask('POST', '/tenant', { token, body }), 422);
    }),

  '2.2.2': test('a request past the pages with nonsense is refused by every model', async ({
    service,
  }) => {
    const token = await adminToken(service);
    const body = { nonsense: [{}] };
    for (const [prefix, { actions }] of Object.entries(await permissionsOf(service, 'Admin'))) {
      const answer = await service.ask('POST', `/${prefix}`, { token, body });
      if (actions.includes('create')) expectStatus(answer, 422, 400, 405, 403);
      else expectStatus(answer, 403, 405);
      // Others may have endpoints of the project's own, with answers of their own.
      if (!BUILT_IN.includes(prefix)) continue;
      const { errors = {} } = answer.json as { errors?: object };
      assert.ok('nonsense' in errors, `${answer.request} takes a field that there is not`);
    }
  }),

  '2.3.1': notApplicable(
    'what is generated has no flows of several steps; those of your own endpoints are for your tests',
  ),
};
