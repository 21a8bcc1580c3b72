import { expect, it } from 'vitest';
import { isOpenWrite } from '../../../src/code/read-routes.js';

it.each([
  ['post', 'list', true],
  ['put', 'show', true],
  ['delete', 'field', true],
  ['get', 'list', false],
  ['patch', 'edit', false],
  ['delete', 'delete', false],
])('%s that states `%s` is open to roles that may only read: %s', (method, action, open) => {
  expect(isOpenWrite({ method, action })).toBe(open);
});
