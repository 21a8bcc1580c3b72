import { expect, test } from 'vitest';
import { defineRoutes } from '../../model/define-routes.js';
import { isReplaced, type GeneratedWrite } from '../../routes/replaced-endpoints.js';
import { Book } from '../fixtures/library.js';

test.each<[GeneratedWrite, string, boolean]>([
  ['post', '/', true],
  ['post', '/{:id}', true],
  ['post', '/*rest', true],
  ['post', '/:id', false],
  ['post', '/import', false],
  ['post', '/:id/complete', false],
  ['patch', '/:id', true],
  ['patch', '/:id{.:format}', true],
  ['patch', '/{:id}', true],
  ['patch', '/:id{/:part}', true],
  ['patch', '/*all', true],
  ['patch', '/', false],
  ['patch', '/1', true],
  ['patch', '/me', false],
  ['patch', '/:id/status', false],
  ['delete', '/:id', true],
])('%s %s stands in for a generated endpoint: %s', (method, path, expected) => {
  const { routes } = defineRoutes(Book, (route) => {
    route[method](path, 'edit', () => undefined);
  });
  expect(isReplaced(routes, method)).toBe(expected);
  for (const other of ['post', 'put', 'patch', 'delete'] as const)
    if (other !== method) expect(isReplaced(routes, other)).toBe(false);
});
