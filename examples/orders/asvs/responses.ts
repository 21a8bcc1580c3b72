import assert from 'node:assert/strict';
import { adminToken, createTenant } from './people.js';
import type { Answer, Service } from './service.js';

/** Responses of every kind: pages, records, lists, documents, files, and refusals. */
export async function everyKind(service: Service): Promise<readonly Answer[]> {
  const token = await adminToken(service);
  const tenant = await createTenant(service);
  const asks: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/config/search'],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['GET', '/docs/docs.js'],
    ['GET', '/docs/swagger-ui.css'],
    ['GET', '/admin/'],
    ['GET', '/'],
    ['GET', '/auth/me'],
    ['GET', '/tenant'],
    ['GET', `/tenant/${tenant}`],
    ['GET', `/api/tenant/${tenant}`],
    ['POST', '/tenant', { name: '' }],
    ['POST', '/tenant', '{"name":'],
    ['PATCH', `/tenant/${tenant}`, { status: 'Active' }],
    ['DELETE', '/tenant'],
    ['GET', '/tenant/999999999'],
    ['GET', '/tenant?nothing=1'],
    ['GET', '/nothing'],
  ];
  const signedIn = await Promise.all(
    asks.map(([method, path, body]) => service.ask(method, path, { token, body })),
  );
  return [...signedIn, await service.ask('GET', '/tenant'), await service.ask('GET', '/docs')];
}

/** Asserts that there are no responses such as these; names them where there are. */
export function expectNone(answers: readonly Answer[]): void {
  const named = answers.map(({ request, status }) => `${request}: ${status}`);
  assert.deepEqual(named, [], `wrong: ${named.join(', ')}`);
}
