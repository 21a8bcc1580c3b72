import { expect, test } from 'vitest';
import { defineRoutes } from '../../model/define-routes.js';
import { hasFigures, isReplaced, type Generated } from '../../routes/replaced-endpoints.js';
import { Book } from '../fixtures/library.js';

test.each<[Generated, string, boolean]>([
  ['get', '/', true],
  ['get', '/{:id}', true],
  ['get', '/*rest', true],
  ['get', '/:slug', false],
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
  for (const other of ['get', 'post', 'put', 'patch', 'delete'] as const)
    if (other !== method) expect(isReplaced(routes, other)).toBe(false);
});

test.each([
  ['/', false],
  ['/*rest', false],
  ['/_aggregate', false],
  ['/:slug', true],
  ['/report', true],
])('a list beside the endpoint GET %s has figures: %s', (path, expected) => {
  const { routes } = defineRoutes(Book, (route) => {
    route.get(path, 'list', () => undefined);
  });
  expect(hasFigures(routes)).toBe(expected);
});
