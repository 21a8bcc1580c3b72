import assert from 'node:assert/strict';
import { notApplicable, test, type Checks } from './check.js';
import { permissionsOf } from './models.js';
import { adminToken, expectStatus } from './people.js';

export const validation: Checks = {
  '2.1.1': test('docs/validation.md, and /openapi.json describes every field', async (target) => {
    target.project.documents('docs/validation.md');
    const token = await adminToken(target.service);
    const { json } = await target.service.ask('GET', '/openapi.json', { token });
    const { components } = json as { components: { schemas: Record<string, object> } };
    assert.ok('TenantInput' in components.schemas);
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
    }
  }),

  '2.3.1': notApplicable(
    'what is generated has no flows of several steps; those of your own endpoints are for your tests',
  ),
};
